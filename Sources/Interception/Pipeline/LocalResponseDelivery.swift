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

    /// The next step of a suspended request.
    private enum Step {
        case answer(TaskAnswer)
        case send
    }

    private struct Shared {
        var phase = Phase.idle
        /// The task that the user resumes; `nil` if the user has no task, or if that task has already ended.
        var userTask: URLSessionTask?
        // Nothing notifies the delivery if the user resumes the bare task, so no step waits for a bare task.
        /// A Boolean value that indicates whether the user has suspended the wrapper of the task.
        var isSuspended = false
        /// The step that waits until the user's task is resumed.
        var held: Step?
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
            [weak self] in self?.cancel()
        }
        shared.withLock { $0.makeTask = maker }
    }

    deinit {
        if let identifier { LocalResponseProtocol.take(identifier) }
    }

    /// Loads the local response for the handler, and cancels the user's task; without a response, sends the request.
    func start(as userTask: URLSessionTask?) {
        // If the user has resumed the bare task, no wrapper has started the pipeline request.
        if userTask?.state ?? .running == .running { pipelineRequest.start() }
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
        let step = answer.map(Step.answer) ?? .send
        if !keepWhileSuspended(step) { perform(step) }
    }

    private func perform(_ step: Step) {
        switch step {
        case .answer(let answer): queue.addOperation { [self] in end(answer) }
        case .send: send()
        }
    }

    /// Keeps the step if the user's task is suspended; returns whether the step is kept.
    private func keepWhileSuspended(_ step: Step) -> Bool {
        shared.withLock { shared in
            guard shared.isSuspended, shared.userTask?.state == .suspended else { return false }
            shared.held = step
            return true
        }
    }

    /// Lets the next step wait, after the user's task was suspended.
    func suspend() { shared.withLock { $0.isSuspended = true } }

    /// Performs the step that waits, after the user's task was resumed.
    func resume() {
        let step = shared.withLock { shared -> Step? in
            // A session may count the calls of `suspend()`.
            if shared.userTask?.state == .suspended { return nil }
            shared.isSuspended = false
            return shared.held.take()
        }
        if let step { perform(step) }
    }

    private func send() {
        guard let makeTask = shared.withLock({ $0.makeTask.take() }) else { return }
        let made = pipelineRequest.bind {
            // An error does not wait, because the session may have been invalidated. A download does not wait, because
            // the session removes its file when this handler has returned.
            makeTask(
                call,
                .answer { [self] in
                    let waits = $0.error == nil && !isDownload && keepWhileSuspended(.answer($0))
                    if !waits { end($0) }
                }
            )
        }
        guard let made else { return perform(.answer(.cancelled)) }
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
        made.resume()
    }

    /// Cancels the request on the delegate queue; its handler receives the error, unless the request has ended.
    func cancel(_ error: any Error = URLError(.cancelled)) {
        queue.addOperation { [self] in end(TaskAnswer(error: error), cancelsRequest: true) }
    }

    private var queue: OperationQueue { session.base.delegateQueue }

    /// Calls the handler, unless the request has ended; if `cancelsRequest` is true, cancels the request first.
    func end(_ answer: TaskAnswer, cancelsRequest: Bool = false) {
        let before = shared.replace(with: Shared(phase: .over))
        if case .answer(let answer)? = before.held { answer.removeLocalFile() }
        var userTask = before.userTask
        switch before.phase {
        case .over: return answer.removeLocalFile()
        // On Linux the session would retain a task that is never resumed.
        case .idle: userTask = identifier.flatMap { LocalResponseProtocol.take($0)?.task }
        case .loading(let task) where cancelsRequest:
            pipelineRequest.preventStart()
            // An adapter's cancellation handler may block, and must not delay the end of the request.
            WorkerThreads.limited.run(task.cancel)
        case .sent(let task) where cancelsRequest: task.cancel(in: registry)
        case .loading, .sent: break
        }
        pipelineRequest.end(call, answer, handler)
        userTask?.cancel()
    }

    /// Ends a request that is never started, without calling the handler.
    func abandon() { shared.replace(with: Shared(phase: .over)) }
}
