// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

import Interception

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

extension InterceptingClient<NetworkTool> {
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
