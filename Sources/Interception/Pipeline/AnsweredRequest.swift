import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An answer that is ready, on its way to the handler of one request.
///
/// The handler is called here and not by a session: on Linux a session whose protocol answers while
/// the task is being cancelled traps.
final class AnsweredRequest<Value>: AnswerStarting {
    private enum Phase {
        case idle
        case loading(Task<Void, Never>)
        case over
    }

    private let piped: PipedRequest
    /// Where the session of the request calls its handlers.
    let queue: OperationQueue
    private let handler: @Sendable (PipedRequest.Reception<Value>) -> Void
    private let phase = Locked(Phase.idle)

    init(
        _ piped: PipedRequest,
        on queue: OperationQueue,
        _ handler: @escaping @Sendable (PipedRequest.Reception<Value>) -> Void
    ) {
        self.piped = piped
        self.queue = queue
        self.handler = handler
    }

    /// Calls the handler when the answer has come; what is given runs after it.
    func start(then completion: @escaping @Sendable () -> Void = {}) {
        phase.withLock { phase in
            guard case .idle = phase else { return }
            phase = .loading(
                Task { [self] in
                    let (loaded, response, error) = await piped.currentAnswer.load(Value.self)
                    // Safe: it has just been made, and is handed over once.
                    nonisolated(unsafe) let value = loaded
                    queue.addOperation { [self] in
                        end(value, response, error)
                        completion()
                    }
                }
            )
        }
    }

    /// Ends the request as a session ends a task that is cancelled.
    func cancel() {
        switch phase.withLock({ $0 }) {
        case .idle: queue.addOperation { [self] in end(nil, nil, URLError(.cancelled)) }
        case .loading(let task): task.cancel()
        case .over: break
        }
    }

    /// Ends the request without a word: it will never be started.
    func abandon() {
        phase.withLock { $0 = .over }
    }

    /// The request has ended; only its first end counts.
    func end(_ value: Value?, _ response: URLResponse?, _ error: (any Error)?) {
        let before = phase.withLock { phase in
            defer { phase = .over }
            return phase
        }
        switch before {
        case .idle: break
        case .loading(let task): task.cancel()
        case .over: return DownloadedFile.removeIfAny(value)
        }
        RequestStubs.bind(piped.scope) { handler(piped.receive(value, response, error)) }
    }
}

/// What a task starts that has its answer ready.
protocol AnswerStarting: AnyObject, Sendable {
    func start(then completion: @escaping @Sendable () -> Void)
    func abandon()
}
