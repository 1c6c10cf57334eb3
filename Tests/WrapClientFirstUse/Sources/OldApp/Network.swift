import OldKit

// The lines that a user changes to wrap the clients: InterceptingClient(OldNetwork.shared).
let network = OldNetwork.shared
let loader = Loader()

enum Page {}

extension Page {
    // A type of the app that has the same name as the client.
    enum Loader {
        static let shared = loader
    }
}
