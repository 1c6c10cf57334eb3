// swiftc: -swift-version 6 -default-isolation MainActor
// error: main actor-isolated instance method 'addOperation' has different actor isolation from nonisolated overridden declaration
// further error: main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration
// error: call to main actor-isolated instance method 'stop()' in a synchronous nonisolated context
// error: call to main actor-isolated instance method 'send(_:done:)' in a synchronous nonisolated context

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// The handle is on the main actor.

final class Tool {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Sending {
        Sending()
    }
}

final class Sending {
    func stop() {}
}

extension InterceptingClient<Tool> {
    func send(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) -> Sending {
        #if MISTAKE
        intercept("send \(path)", .completion(done), cancel: { $0.stop() }) { done in
            base.send(path, done: done)
        }
        #else
        intercept(
            "send \(path)",
            .completion(done),
            cancel: { sending in Task { await sending.stop() } }
        ) { done in
            base.send(path, done: done)
        }
        #endif
    }
}

// The wrapper is on the main actor, and its superclass is on no actor.

#if MISTAKE
class GroupedQueue: OperationQueue, RequestIntercepting, @unchecked Sendable {
    override func addOperation(_ operation: Operation) {
        intercept("operation") { call in
            operation.completionBlock = call.wrap(.success(operation.completionBlock))
            super.addOperation(operation)
        }
    }
}
#else
nonisolated class GroupedQueue: OperationQueue, RequestIntercepting, @unchecked Sendable {
    override func addOperation(_ operation: Operation) {
        intercept("operation") { call in
            operation.completionBlock = call.wrap(.success(operation.completionBlock))
            super.addOperation(operation)
        }
    }
}
#endif

// The wrapper is on the main actor, and its caller is on no actor.

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
