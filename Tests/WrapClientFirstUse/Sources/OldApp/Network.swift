import OldKit

// The line that changes, one for each client: InterceptingClient(OldNetwork.shared).
let network = OldNetwork.shared
let loader = Loader()

enum Page {}

extension Page {
    // A step on the way to the wrapper, with the name of the client that it stands for.
    enum Loader {
        static let shared = loader
    }
}
