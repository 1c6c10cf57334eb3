// error: capture of 'base' with non-Sendable type 'NetworkTool' in a '@Sendable' closure

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception

extension InterceptingClient<NetworkTool> {
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
}

extension NetworkTool {
    func dial(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Int { 1 }
    func hangUp(_ number: Int) {}
}
