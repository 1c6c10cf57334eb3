import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that is to be answered without the network, on its way to its handler.
///
/// The handler is called here and not by a session: on Linux a session whose protocol answers while
/// the task is being cancelled traps. If nothing answers any more when it starts, as when the cache has
/// been emptied, it is sent after all.
final class AnsweredRequest<Value>: AnswerStarting {
    private enum Phase {
        case idle
        case loading(Task<Void, Never>)
        case sent(URLSessionTask)
        case over
    }

    private struct Shared {
        var phase = Phase.idle
        /// The task that the user holds, if there is one.
        var shown: URLSessionTask?
        /// The task that is sent if nothing answers, unless it is made then.
        var fallback: URLSessionTask?
        /// What the handler of that task holds.
        var keeper: Keeper?
    }

    /// Keeps the request alive once it is sent: so nothing but the handler does, and a lost one is noticed.
    private final class Keeper: Sendable {
        let request = Locked<AnsweredRequest?>(nil)
    }

    /// Makes a task of what the adapters of the start have made of a request, unless its session is gone.
    typealias MakeLate =
        @Sendable (URLRequest, @escaping TaskHandler<Value>) -> URLSessionTask?

    private let piped: PipedRequest
    /// Finds what answers the request, when it starts.
    private let find: @Sendable (PipedRequest) async -> ReadyAnswer?
    private let makeLate: MakeLate?
    /// Where the session of the request calls its handlers.
    let queue: OperationQueue
    /// Where the delegate of that session finds the request, if it is sent.
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

    /// Makes the task that is sent if nothing answers any more.
    ///
    /// Before the request starts: its session may have been invalidated by then.
    func prepareFallback(_ make: (@escaping TaskHandler<Value>) -> URLSessionTask) {
        let keeper = Keeper()
        let task = make { [weak self] value, response, error in
            let request = keeper.request.withLock { $0.take() } ?? self
            request?.end(value, response, error, from: .network)
        }
        shared.withLock { ($0.fallback, $0.keeper) = (task, keeper) }
    }

    /// Calls the handler when the answer has come.
    ///
    /// - Parameter shown: the task that the user holds, if there is one; it is cancelled after that.
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
        // Later: on Linux a protocol must not cancel its task while it is told to load.
        if !isFirst { queue.addOperation { shown?.cancel() } }
    }

    // A method that is not asynchronous: there an operation queue has another `addOperation` on Apple's
    // platforms.
    private func report(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin
    ) {
        // Safe: it has just been made, and is handed over once.
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

    /// Ends the request as a session ends a task that is cancelled.
    func cancel() {
        queue.addOperation { [self] in giveUp(URLError(.cancelled)) }
    }

    /// The request has ended before its answer came; only its first end counts.
    func giveUp(_ error: any Error) {
        let before = finish()
        switch before.phase {
        case .idle: break
        case .loading(let task): task.cancel()
        case .sent(let task):
            // It may have got a delegate of its own, of the task that the user holds.
            task.cancel(in: (task.delegate as? DelegateProxy)?.context ?? context)
        case .over: return
        }
        handOver(nil, nil, error, from: .network)
        before.shown?.cancel()
    }

    /// Ends the request without a word: it will never be started.
    func abandon() {
        _ = finish()
    }

    /// The answer has come; only its first end counts.
    private func end(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin
    ) {
        let before = finish()
        if case .over = before.phase {
            // A session removes its files itself.
            if origin != .network { DownloadedFile.removeIfAny(value) }
        } else {
            handOver(value, response, error, from: origin)
            before.shown?.cancel()
        }
    }

    /// Returns how far the request was; a task that was not sent is cancelled.
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

/// What a task starts that has its answer ready.
protocol AnswerStarting: AnyObject, Sendable {
    func start(as shown: URLSessionTask?)
    func abandon()
}
