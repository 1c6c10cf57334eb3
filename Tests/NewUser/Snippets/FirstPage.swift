// snippet: complete file
import Foundation
import Interception

// An old client, with a callback. Nothing in it changes.
final class NetworkTool: Sendable {
    typealias Done = @Sendable (Result<String, any Error>) -> Void
    let queue = DispatchQueue(label: "network")

    func get(_ path: String, done: @escaping Done) {
        queue.async { done(path == "ads" ? .failure(Offline()) : .success(path)) }
    }
}

struct Offline: Error {}

// Its wrapper: one statement for each method.
extension InterceptingClient<NetworkTool> {
    func get(_ path: String, done: @escaping NetworkTool.Done) {
        intercept("GET \(path)", .completion(done)) { base.get(path, done: $0) }
    }
}

let network = InterceptingClient(NetworkTool())  // before: NetworkTool()

do {
    try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
        network.get("feed") { _ in print("the feed is here") }
        network.get("ads") { _ in print("the ads are here, or not") }
    }
    print("all have answered, their callbacks included")
} catch {
    print(error)  // every failure: its label, its error, in issue order
}
// end: complete file
