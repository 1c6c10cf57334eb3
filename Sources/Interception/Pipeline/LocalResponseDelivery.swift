import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delivery of a local response: an object that starts the request, and calls the handler.
///
/// The library calls the handler itself, because on Linux a session traps if a `URLProtocol` answers a task
/// that is being cancelled. If the local response no longer exists at the start, for example because the
/// cache was emptied, the session sends the request.
final class LocalResponseDelivery: Sendable {
    private enum Phase {
        case idle
        case loading(Task<Void, Never>)
        case sent(URLSessionTask)
        case over
    }

    private struct Shared {
        var phase = Phase.idle
        /// The task that the user resumes; `nil` if the user has no task, or if that task has already ended.
        var userTask: URLSessionTask?
        /// The calls of `suspend()` minus those of `resume()` after the start.
        var suspensions = 0
        /// The answer that was loaded while the task was suspended.
        var held: TaskAnswer?
        /// A closure that creates the task for sending the request, if the local response no longer exists.
        var makeTask: TaskMaker<URLSessionTask>?
    }

    private let pipelineRequest: PipelineRequest
    private let call: InterceptedCall
    private let isDownload: Bool
    private let session: InterceptingClient<URLSession>
    // Stored here, because an invalidated session releases its delegate, and so the delegate's registry.
    private let registry: TaskRegistry?
    private let handler: TaskHandler
    private let shared = Locked(Shared())
    // Safe: set once, before the user receives the task.
    /// The identifier of the user's task, if `LocalResponseProtocol` starts the delivery.
    nonisolated(unsafe) var identifier: Int?

    init(
        _ form: some TaskForm,
        _ pipelineRequest: PipelineRequest,
        of call: InterceptedCall,
        in session: InterceptingClient<URLSession>,
        _ handler: TaskHandler
    ) {
        (self.pipelineRequest, self.call, self.session) = (pipelineRequest, call, session)
        isDownload = form.kind == .download
        (registry, self.handler) = (session.proxiedRegistry, handler)
        guard pipelineRequest.mayBeSent else { return }
        let maker = session.taskMaker(form, pipelineRequest, isMadeNow: true) {
            [weak self] in self?.end(.cancelled, cancelsRequest: true)
        }
        shared.withLock { $0.makeTask = maker }
    }

    deinit {
        if let identifier { LocalResponseProtocol.take(identifier) }
    }

    /// Loads the local response for the handler, and cancels the user's task; without a response, sends the request.
    func start(as userTask: URLSessionTask?) {
        let isFirst = shared.withLock { shared in
            guard case .idle = shared.phase else { return false }
            shared.userTask = userTask
            shared.phase = .loading(Task { [self] in await load() })
            return true
        }
        // On Linux a `URLProtocol` must not cancel its task in `startLoading()`, so cancel the task on the queue.
        if !isFirst { queue.addOperation { userTask?.cancel() } }
    }

    private func load() async {
        let answer = await pipelineRequest.localAnswer(in: call, asFile: isDownload)
        guard let answer else { return send() }
        let isHeld = shared.withLock { shared in
            guard shared.suspensions > 0, case .loading = shared.phase else { return false }
            shared.held = answer
            return true
        }
        if !isHeld { endOnQueue(answer) }
    }

    /// Suspends the request; a local answer, too, waits until the request is resumed.
    func suspend() {
        let sent = shared.withLock { shared -> URLSessionTask? in
            shared.suspensions += 1
            guard shared.suspensions == 1, case .sent(let task) = shared.phase else { return nil }
            return task
        }
        sent?.suspend()
    }

    /// Resumes a suspended request; otherwise does nothing.
    func resume() {
        let (phase, held) = shared.withLock { shared -> (Phase?, TaskAnswer?) in
            guard shared.suspensions > 0 else { return (nil, nil) }
            shared.suspensions -= 1
            return shared.suspensions == 0 ? (shared.phase, shared.held.take()) : (nil, nil)
        }
        if let held { endOnQueue(held) }
        if case .sent(let task)? = phase { task.resume() }
    }

    // Not `async`, because Apple's `OperationQueue` has a different `addOperation` in asynchronous code.
    private func endOnQueue(_ answer: TaskAnswer) {
        queue.addOperation { [self] in end(answer) }
    }

    private func send() {
        guard let makeTask = shared.withLock({ $0.makeTask.take() }) else { return }
        let made = pipelineRequest.bind { makeTask(call, .answer { [self] in end($0) }) }
        guard let made else { return endOnQueue(.cancelled) }
        let before = shared.withLock { shared in
            defer { if case .loading = shared.phase { shared.phase = .sent(made) } }
            return shared
        }
        guard case .loading = before.phase else { return made.cancel(in: registry) }
        if let userTask = before.userTask {
            made.priority = userTask.priority
            made.taskDescription = userTask.taskDescription
            #if canImport(FoundationNetworking)
            if let delegate = userTask.delegate { made.delegate = delegate }
            #else
            if let delegate = userTask.delegate {
                made.delegate = pipelineRequest.bind { session.delegate(delegate, of: call) }
            }
            #endif
        }
        if before.suspensions == 0 { made.resume() }
    }

    /// Cancels the request on the delegate queue; its handler receives the error, unless the request has ended.
    func cancel(_ error: any Error = URLError(.cancelled)) {
        queue.addOperation { [self] in end(TaskAnswer(error: error), cancelsRequest: true) }
    }

    private var queue: OperationQueue { session.base.delegateQueue }

    /// Calls the handler, unless the request has ended; if `cancelsRequest` is true, cancels the request first.
    func end(_ answer: TaskAnswer, cancelsRequest: Bool = false) {
        let before = shared.replace(with: Shared(phase: .over))
        before.held?.removeLocalFile()
        switch before.phase {
        case .over: return answer.removeLocalFile()
        case .loading(let task) where cancelsRequest:
            pipelineRequest.preventStart()
            // An adapter's cancellation handler may block, and must not delay the end of the request.
            WorkerThreads.limited.run(task.cancel)
        case .sent(let task) where cancelsRequest: task.cancel(in: registry)
        case .idle, .loading, .sent: break
        }
        pipelineRequest.end(call, answer, handler)
        before.userTask?.cancel()
    }

    /// Ends a request that is never started, without calling the handler.
    func abandon() { shared.replace(with: Shared(phase: .over)) }
}
