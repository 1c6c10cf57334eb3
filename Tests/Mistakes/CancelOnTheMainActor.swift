// swiftc: -swift-version 6 -default-isolation MainActor
// error: call to main actor-isolated instance method 'stop()' in a synchronous nonisolated context

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception

final class Tool {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Sending {
        Sending()
    }
}

final class Sending {
    func stop() {}
}

#if MISTAKE
extension InterceptingClient<Tool> {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Sending {
        intercept("send \(path)", .completion(done), cancel: { $0.stop() }) { done in
            base.send(path, done: done)
        }
    }
}
#else
extension InterceptingClient<Tool> {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Sending {
        intercept(
            "send \(path)",
            .completion(done),
            cancel: { sending in Task { await sending.stop() } }
        ) { done in
            base.send(path, done: done)
        }
    }
}
#endif
