import Dispatch
import GroupContext
import Interception
import TestSupport

@testable import InterceptionTestSupport

/// A client that answers when a test says so.
final class AnsweringClient: Sendable {
    private struct State: @unchecked Sendable {
        // Safe: callbacks go from the caller to the thread that answers, as clients do.
        var pending: [((any Error)?) -> Void] = []
        var throwsErrors = false
    }

    final class Handle: Sendable {
        let isCancelled: Journal<Bool>
        init(_ isCancelled: Journal<Bool>) { self.isCancelled = isCancelled }
    }

    private let state = Locked(State())
    private let mainQueue = QueueMark(.main)
    let wereOnMain = Journal<Bool>()

    var count: Int { state.withLock { $0.pending.count } }

    func throwsErrors() { state.withLock { $0.throwsErrors = true } }

    /// Answers each request once for each error, `nil` for a success, and releases its callbacks.
    func answerAll(_ errors: (any Error)?...) {
        nonisolated(unsafe) let pending = state.withLock { state in
            defer { state.pending = [] }
            nonisolated(unsafe) let pending = state.pending
            return pending
        }
        for answer in pending { for error in errors { answer(error) } }
    }

    func handle(_ isCancelled: Journal<Bool>) throws -> Handle {
        if state.withLock({ $0.throwsErrors }) { throw ClientError("thrown") }
        return Handle(isCancelled)
    }

    func send(_ completion: @escaping (Result<Int, any Error>) -> Void) {
        store { completion($0.map(Result.failure) ?? .success(1)) }
    }

    func send(
        progress: @escaping (Int) -> Void = { _ in },
        success: @escaping () -> Void,
        failure: @escaping (any Error) -> Void,
        finally: @escaping () -> Void = {}
    ) {
        store { error in
            progress(1)
            if let error { failure(error) } else { success() }
            finally()
        }
    }

    private func store(_ answer: @escaping ((any Error)?) -> Void) {
        nonisolated(unsafe) let answer = answer
        state.withLock { $0.pending.append(answer) }
        wereOnMain.append(mainQueue.isCurrent)
    }
}

/// The client, wrapped with each number of roles.
struct NumberedNetwork: RequestIntercepting {
    let client: AnsweringClient
    let interceptionSettings: InterceptionSettings
    var isOptional = false
    var priority: RequestPriority?
    var isolation: (any Actor)?
    /// Every label that was built.
    let labels = Journal<String>()

    func get(_ count: Int, _ done: @escaping ((any Error)?) -> Void) {
        let completion: (Result<Int, any Error>) -> Void = { done($0.reportedFailure) }
        let progress: (Int) -> Void = { _ in }
        let (success, finally) = ({ done(nil) }, {})
        let failure: (any Error) -> Void = { done($0) }
        switch count {
        case 1:
            intercept(
                label("get"),
                .completion(completion),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) {
                client.send($0)
            }
        case 2:
            intercept(
                label("get"),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) {
                client.send(success: $0, failure: $1)
            }
        case 3:
            intercept(
                label("get"),
                .progress(progress),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) {
                client.send(progress: $0, success: $1, failure: $2)
            }
        default:
            intercept(
                label("get"),
                .progress(progress),
                .success(success),
                .failure(failure),
                .finally(finally),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) {
                client.send(progress: $0, success: $1, failure: $2, finally: $3)
            }
        }
    }

    @discardableResult
    func load(
        _ count: Int,
        holdsHandle: Bool = false,
        isCancelled: Journal<Bool> = Journal(),
        _ done: @escaping ((any Error)?) -> Void
    ) throws -> AnsweringClient.Handle {
        let completion: (Result<Int, any Error>) -> Void = { done($0.reportedFailure) }
        let progress: (Int) -> Void = { _ in }
        let (success, finally) = ({ done(nil) }, {})
        let failure: (any Error) -> Void = { done($0) }
        let cancel = { @Sendable (handle: AnsweringClient.Handle) in handle.isCancelled.append(true)
        }
        switch count {
        case 1:
            return try intercept(
                label("load"),
                .completion(completion),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandle
            ) {
                let handle = try client.handle(isCancelled)
                client.send($0)
                return handle
            }
        case 2:
            return try intercept(
                label("load"),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandle
            ) {
                let handle = try client.handle(isCancelled)
                client.send(success: $0, failure: $1)
                return handle
            }
        case 3:
            return try intercept(
                label("load"),
                .progress(progress),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandle
            ) {
                let handle = try client.handle(isCancelled)
                client.send(progress: $0, success: $1, failure: $2)
                return handle
            }
        default:
            return try intercept(
                label("load"),
                .progress(progress),
                .success(success),
                .failure(failure),
                .finally(finally),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandle
            ) {
                let handle = try client.handle(isCancelled)
                client.send(progress: $0, success: $1, failure: $2, finally: $3)
                return handle
            }
        }
    }

    private func label(_ name: String) -> String {
        labels.append(name)
        return name
    }
}
