import OldKit

// The line that changes, one for each client: InterceptingClient(OldNetwork.shared).
let network = OldNetwork.shared
let loader = Loader()
