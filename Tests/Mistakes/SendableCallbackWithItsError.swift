// error: converting non-Sendable function value to '@Sendable (Int) -> Void' may introduce data races

import Interception

extension InterceptingClient<NetworkTool> {
    func fetch(_ path: String, done: @escaping @Sendable (Int) -> Void) {
        intercept("fetch \(path)") { call in
            base.fetch(path, done: call.callback(done) { $0 < 400 ? nil : CancellationError() })
        }
    }
}
