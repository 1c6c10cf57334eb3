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
        case loading(Task<Void, Never>?)
        case sent(URLSessionTask)
        case over
    }

    private let piped: PipedRequest
    /// Where the session of the request calls its handlers.
    let queue: OperationQueue
    /// Where the delegate of that session finds the request, if it is sent.
    private let context: TaskContext?
    private let send: @Sendable (@escaping TaskHandler<Value>) -> URLSessionTask
    private let handler: @Sendable (PipedRequest.Reception<Value>) -> Void
    private let phase = Locked(Phase.idle)

    init(
        _ piped: PipedRequest,
        on queue: OperationQueue,
        in context: TaskContext?,
        send: @escaping @Sendable (@escaping TaskHandler<Value>) -> URLSessionTask,
        _ handler: @escaping @Sendable (PipedRequest.Reception<Value>) -> Void
    ) {
        self.piped = piped
        self.queue = queue
        self.context = context
        self.send = send
        self.handler = handler
    }

    /// Calls the handler when the answer has come; what is given runs after it.
    func start(then completion: @escaping @Sendable () -> Void = {}) {
        phase.withLock { phase in
            guard case .idle = phase else { return }
            phase = .loading(
                Task { [self] in
                    guard let answer = await piped.answerFound() else { return sendNow(completion) }
                    let (value, response, error) = await answer.load(Value.self)
                    report(value, response, error, from: answer.origin, completion)
                }
            )
        }
    }

    // A method that is not asynchronous: there an operation queue has another `addOperation` on Apple's
    // platforms.
    private func report(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin,
        _ completion: @escaping @Sendable () -> Void
    ) {
        // Safe: it has just been made, and is handed over once.
        nonisolated(unsafe) let value = value
        queue.addOperation { [self] in
            end(value, response, error, from: origin)
            completion()
        }
    }

    private func sendNow(_ completion: @escaping @Sendable () -> Void) {
        let task = RequestStubs.bind(piped.scope) {
            send { [self] value, response, error in
                end(value, response, error, from: .network)
                completion()
            }
        }
        let isWanted = phase.withLock { phase in
            guard case .loading = phase else { return false }
            phase = .sent(task)
            return true
        }
        isWanted ? task.resume() : task.cancel(in: context)
    }

    /// Ends the request as a session ends a task that is cancelled.
    func cancel() {
        queue.addOperation { [self] in giveUp(URLError(.cancelled)) }
    }

    /// The request has ended before its answer came; only its first end counts.
    func giveUp(_ error: any Error) {
        switch takePhase() {
        case .idle: break
        case .loading(let task): task?.cancel()
        case .sent(let task): task.cancel(in: context)
        case .over: return
        }
        handOver(nil, nil, error, from: .network)
    }

    /// Ends the request without a word: it will never be started.
    func abandon() {
        phase.withLock { $0 = .over }
    }

    /// The answer has come; only its first end counts.
    private func end(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin
    ) {
        if case .over = takePhase() {
            // A session removes its files itself.
            if origin != .network { DownloadedFile.removeIfAny(value) }
        } else {
            handOver(value, response, error, from: origin)
        }
    }

    private func takePhase() -> Phase {
        phase.withLock { phase in
            defer { phase = .over }
            return phase
        }
    }

    private func handOver(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin
    ) {
        RequestStubs.bind(piped.scope) {
            handler(piped.receive(value, response, error, from: origin))
        }
    }
}

/// What a task starts that has its answer ready.
protocol AnswerStarting: AnyObject, Sendable {
    func start(then completion: @escaping @Sendable () -> Void)
    func abandon()
}
