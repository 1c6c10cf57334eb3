// warning: result of call to 'get(_:completion:)' is unused
// error: sending 'self.base' risks causing data races
// further error: missing return in closure expected to return 'NetworkCall'

// The compiler finds these mistakes only in a file whose types are right.

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func title() async throws -> String {
        #if MISTAKE
        try await intercept("title") { try await base.title() }
        #else
        try await intercept("title") { @concurrent in try await base.title() }
        #endif
    }

    func handleThatIsNotReturned(
        _ path: String,
        completion: @escaping (Data?, (any Error)?) -> Void
    ) -> NetworkCall {
        intercept("x", .completion(completion), cancel: { $0.cancel() }) { completion in
            print(path)
            #if MISTAKE
            base.get(path, completion: completion)
            #else
            return base.get(path, completion: completion)
            #endif
        }
    }
}

extension NetworkTool {
    func title() async throws -> String { "" }
}
