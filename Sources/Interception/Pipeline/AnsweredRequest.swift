import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that a local response answers, from its start until its handler is called.
///
/// The handler is called here and not by a session: on Linux a session traps if its protocol answers while the
/// task is being cancelled. If the local response is gone at the start, for instance because the cache has been
/// emptied, the request is sent.
final class AnsweredRequest<Value>: AnswerStarting {
    private enum Phase {
        case idle
        case loading(Task<Void, Never>)
        case sent(URLSessionTask)
        case over
    }

    private struct Shared {
        var phase = Phase.idle
        /// The user's task, if there is one.
        var shown: URLSessionTask?
        /// The task to send if the local response is gone; `nil` if `makeLate` creates it.
        var fallback: URLSessionTask?
        /// The reference by which the handler of `fallback` retains the request.
        var keeper: Keeper?
    }

    /// A reference that only the task's handler holds, so that releasing the uncalled handler releases the
    /// request.
    private final class Keeper: Sendable {
        let request = Locked<AnsweredRequest?>(nil)
    }

    /// Creates a task for the request after the start adapters, or returns `nil` if its session is gone.
    typealias MakeLate =
        @Sendable (URLRequest, @escaping TaskHandler<Value>) -> URLSessionTask?

    private let piped: PipedRequest
    /// Finds the local response when the request starts.
    private let find: @Sendable (PipedRequest) async -> ReadyAnswer?
    private let makeLate: MakeLate?
    /// The queue on which the request's session calls its handlers.
    let queue: OperationQueue
    /// The task registry in which the session's delegate finds the request, if it is sent.
    private let context: TaskContext?
    private let handler: @Sendable (PipedRequest.Reception<Value>) -> Void
    private let shared = Locked(Shared())

    init(
        _ piped: PipedRequest,
        by find: @escaping @Sendable (PipedRequest) async -> ReadyAnswer?,
        on queue: OperationQueue,
        in context: TaskContext?,
        makeLate: MakeLate? = nil,
        _ handler: @escaping @Sendable (PipedRequest.Reception<Value>) -> Void
    ) {
        self.piped = piped
        self.find = find
        self.makeLate = makeLate
        self.queue = queue
        self.context = context
        self.handler = handler
    }

    deinit {
        shared.withLock(\.fallback)?.cancel(in: context)
    }

    /// Creates in advance the task to send if the local response is gone at the start, when the session may be
    /// invalidated.
    func prepareFallback(_ make: (@escaping TaskHandler<Value>) -> URLSessionTask) {
        let keeper = Keeper()
        let task = make { [weak self] value, response, error in
            let request = keeper.request.withLock { $0.take() } ?? self
            request?.end(value, response, error, from: .network)
        }
        shared.withLock { ($0.fallback, $0.keeper) = (task, keeper) }
    }

    /// Finds the local response, and calls the handler with it.
    ///
    /// - Parameter shown: the user's task, if there is one; it is cancelled afterwards.
    func start(as shown: URLSessionTask?) {
        let isFirst = shared.withLock { shared in
            guard case .idle = shared.phase else { return false }
            shared.shown = shown
            shared.phase = .loading(
                Task { [self] in
                    guard let answer = await find(piped) else { return sendNow() }
                    let (value, response, error) = await answer.load(Value.self)
                    report(value, response, error, from: answer.origin)
                }
            )
            return true
        }
        // Cancelled asynchronously: on Linux a protocol must not cancel its task in `startLoading()`.
        if !isFirst { queue.addOperation { shown?.cancel() } }
    }

    // Not `async`, because Apple's `OperationQueue` has a different `addOperation` in asynchronous code.
    private func report(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin
    ) {
        // Safe: the value has just been created, and is passed on once.
        nonisolated(unsafe) let value = value
        queue.addOperation { [self] in
            end(value, response, error, from: origin)
        }
    }

    private func sendNow() {
        if let makeLate { return sendLate(makeLate) }
        let sent = shared.withLock { shared -> Shared? in
            guard case .loading = shared.phase, let task = shared.fallback else { return nil }
            defer { (shared.phase, shared.fallback, shared.keeper) = (.sent(task), nil, nil) }
            return shared
        }
        guard let sent, let task = sent.fallback else { return }
        sent.keeper?.request.withLock { $0 = self }
        resume(task, for: sent.shown)
    }

    private func sendLate(_ make: MakeLate) {
        let made = make(piped.request) { [self] value, response, error in
            end(value, response, error, from: .network)
        }
        guard let made else { return report(nil, nil, URLError(.cancelled), from: .network) }
        let before = shared.withLock { shared in
            defer { if case .loading = shared.phase { shared.phase = .sent(made) } }
            return shared
        }
        guard case .loading = before.phase else { return made.cancel(in: context) }
        resume(made, for: before.shown)
    }

    private func resume(_ task: URLSessionTask, for shown: URLSessionTask?) {
        if let shown {
            task.priority = shown.priority
            task.taskDescription = shown.taskDescription
            if let delegate = shown.delegate { task.delegate = delegate }
        }
        task.resume()
    }

    /// Ends the request with the error of a cancelled session task.
    func cancel() {
        queue.addOperation { [self] in giveUp(URLError(.cancelled)) }
    }

    /// Ends the request with an error, unless it has ended.
    func giveUp(_ error: any Error) {
        let before = finish()
        switch before.phase {
        case .idle: break
        case .loading(let task): task.cancel()
        case .sent(let task):
            // The task may have the delegate of the user's task, which has a registry of its own.
            task.cancel(in: (task.delegate as? DelegateProxy)?.context ?? context)
        case .over: return
        }
        handOver(nil, nil, error, from: .network)
        before.shown?.cancel()
    }

    /// Ends a request that is never started, without calling the handler.
    func abandon() {
        _ = finish()
    }

    /// Ends the request with an answer, unless it has ended.
    private func end(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin
    ) {
        let before = finish()
        if case .over = before.phase {
            // A session removes its downloaded files itself.
            if origin != .network { DownloadedFile.removeIfAny(value) }
        } else {
            handOver(value, response, error, from: origin)
            before.shown?.cancel()
        }
    }

    /// Ends the request, cancels an unsent task, and returns the previous state.
    private func finish() -> Shared {
        let before = shared.withLock { shared in
            defer { shared = Shared(phase: .over) }
            return shared
        }
        before.fallback?.cancel(in: context)
        return before
    }

    private func handOver(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin
    ) {
        piped.bind {
            handler(piped.receive(value, response, error, from: origin))
        }
    }
}

/// A request that its task starts when the user resumes the task.
protocol AnswerStarting: AnyObject, Sendable {
    func start(as shown: URLSessionTask?)
    func abandon()
}
