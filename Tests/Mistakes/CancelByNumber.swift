// error: capture of 'base' with non-Sendable type 'NetworkTool' in a '@Sendable' closure

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception

extension InterceptingClient<NetworkTool> {
    func dial(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Int {
        #if MISTAKE
        intercept("dial \(path)", cancel: { [base] number in base.hangUp(number) }) { call in
            base.dial(path, done: call.completion(done))
        }
        #else
        nonisolated(unsafe) let client = base  // it is called on any thread
        return intercept("dial \(path)", cancel: { client.hangUp($0) }) { call in
            client.dial(path, done: call.completion(done))
        }
        #endif
    }
}

extension NetworkTool {
    func dial(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Int { 1 }
    func hangUp(_ number: Int) {}
}
