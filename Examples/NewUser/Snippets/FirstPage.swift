// snippet: complete file
import Foundation
import Interception

struct Offline: Error {}

final class NetworkTool: Sendable {  // an old client, unchanged
    func get(_ path: String, done: @escaping @Sendable (Result<String, any Error>) -> Void) {
        DispatchQueue.main.async { done(path == "ads" ? .failure(Offline()) : .success(path)) }
    }
}

extension InterceptingClient<NetworkTool> {  // its wrapper: one statement for each method
    func get(_ path: String, done: @escaping @Sendable (Result<String, any Error>) -> Void) {
        intercept("GET \(path)", .completion(done)) { base.get(path, done: $0) }
    }
}

let network = InterceptingClient(NetworkTool())  // before: NetworkTool()

do {
    try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
        network.get("feed") { _ in print("the feed is here") }
        network.get("ads") { _ in print("the ads are here, or not") }
    }
} catch {
    print(error)  // every failure: its label and its error
}
// end: complete file
