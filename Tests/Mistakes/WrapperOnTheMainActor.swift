// swiftc: -swift-version 6 -default-isolation MainActor
// error: call to main actor-isolated instance method 'send(_:done:)' in a synchronous nonisolated context

import Interception

nonisolated final class OldTool: Sendable {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {}
}

#if MISTAKE
extension InterceptingClient<OldTool> {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        intercept("send \(path)", .completion(done)) { done in base.send(path, done: done) }
    }
}
#else
nonisolated extension InterceptingClient<OldTool> {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {
        intercept("send \(path)", .completion(done)) { done in base.send(path, done: done) }
    }
}
#endif

nonisolated func synchronize(_ tool: InterceptingClient<OldTool>) {
    tool.send("everything") { _ in }
}
