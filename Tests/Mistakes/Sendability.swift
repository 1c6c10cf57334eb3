// error: static property 'network' is not concurrency-safe because non-'Sendable' type 'InterceptingClient<NetworkTool>' may have shared mutable state
// error: capture of 'base' with non-Sendable type 'NetworkTool' in a '@Sendable' closure
// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception

enum App {
    #if MISTAKE
    static let network = InterceptingClient(NetworkTool())
    #else
    @MainActor static let network = InterceptingClient(NetworkTool())
    #endif
}

extension InterceptingClient<NetworkTool> {
    // The client cancels a request by its number.
    func dial(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Int {
        #if MISTAKE
        intercept("dial \(path)", .completion(done), cancel: { [base] in base.hangUp($0) }) {
            done in
            base.dial(path, done: done)
        }
        #else
        nonisolated(unsafe) let client = base  // it is called on any thread
        return intercept("dial \(path)", .completion(done), cancel: { client.hangUp($0) }) { done in
            client.dial(path, done: done)
        }
        #endif
    }

    func log(
        _ path: String,
        success: @escaping @Sendable (Any) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        intercept("log", .success(success), .failure(failure)) { success, failure in
            base.log(path, success: success, failure: failure)
        }
    }
}

extension NetworkTool {
    func dial(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Int { 1 }
    func hangUp(_ number: Int) {}
}

@MainActor
final class Page {
    var title = ""

    func load(network: InterceptingClient<NetworkTool>) {
        #if MISTAKE
        network.log("title", success: { _ in self.title = "logged" }, failure: { _ in })
        #else
        network.log(
            "title",
            success: { _ in Task { @MainActor in self.title = "logged" } },
            failure: { _ in }
        )
        #endif
    }
}
