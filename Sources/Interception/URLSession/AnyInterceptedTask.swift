#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

// Unchecked, because the class has a superclass and a subclass. Its stored properties are Sendable constants.
/// The unstarted request of a session task; a group retains this object, not the ``InterceptedTask``.
class SessionRequest: UnstartedRequest, @unchecked Sendable {
    final let session: InterceptingClient<URLSession>
    private let source: TaskSource?
    private let kind: TaskKind
    final let pipelineRequest: PipelineRequest?
    /// The registry in which the delegate's methods find the group of the task.
    final let registry: TaskRegistry?
    private let hasHandler: Bool

    /// Creates the request of a task that has not started; `form` describes the task to create.
    init(
        _ session: InterceptingClient<URLSession>,
        _ form: some TaskForm,
        _ pipelineRequest: PipelineRequest?,
        in registry: TaskRegistry?,
        hasHandler: Bool
    ) {
        (self.session, self.pipelineRequest) = (session.issuing(pipelineRequest), pipelineRequest)
        (self.registry, self.hasHandler) = (registry, hasHandler)
        (source, kind) = (form.source(pipelineRequest), form.kind)
        super.init(propagating: self.session.interceptionSettings.metadata?.propagated)
    }

    /// Creates the request of a task that another wrapper or the bare session starts.
    init(ofStartedTaskIn session: InterceptingClient<URLSession>) {
        (self.session, pipelineRequest) = (session, nil)
        (registry, hasHandler) = (session.proxiedRegistry, true)
        (source, kind) = (nil, .data)
        super.init()
    }

    /// Starts the request in the pipeline; returns the error with which the caller has to cancel the task, or `nil`.
    func prepare(_ task: URLSessionTask) -> (any Error)? {
        pipelineRequest?.start(hasHandler: hasHandler)
    }

    /// Enters the group; returns `nil` if the request has no group, no limiter and no propagated task-locals.
    func admit(_ task: URLSessionTask, to group: RequestGroup?) -> Admission? {
        let settings = session.interceptionSettings
        guard group != nil || settings.needsAdmission else { return nil }
        return Admission(
            label,
            isOptional: settings.isOptional,
            priority: settings.priority,
            client: session.interceptedClient,
            settings: settings,
            group: group
        )
    }

    /// The request for the delegate of its task.
    final var registered: RegisteredTask {
        RegisteredTask(
            call: InterceptedCall(.request(self)),
            scope: pipelineRequest?.scope ?? []
        )
    }

    final var label: RequestLabel { .onDemand { self.kind.label(self.source) } }

    /// Cancels the task for the group, on the queue of the settings.
    fileprivate final func cancelOnQueue() {
        guard let queue = session.interceptionSettings.queue else { return cancelByGroup() }
        // Retain the task until the closure runs: on Apple's platforms no session retains an unstarted task.
        let task = sessionTask
        queue.async { withExtendedLifetime(task) { self.cancelByGroup() } }
    }

    /// A Boolean value that indicates whether `cancel()` ends the task; `false` on Linux if the task has resume data.
    final var isCancelledAsUsual: Bool {
        #if canImport(FoundationNetworking)
        kind != .download || source != nil
        #else
        true
        #endif
    }

    func cancelByGroup() {
        recordCancelling()
        guard let task = sessionTask else { return }
        if isCancelledAsUsual { return task.cancel(in: registry) }
        // On Linux a session cannot load a download with resume data, and reports an error when the task starts. If the
        // task is cancelled before its start, the session reports nothing, so start the task instead. Wait for
        // `getAllTasks`, because the session traps if the task is not registered yet. Use another queue, because
        // `resume()` waits for an internal queue of the session.
        session.base.getAllTasks { _ in DispatchQueue.global().async { task.resume() } }
    }
}

// Safe: the class has no subclass outside this module, and its stored properties are Sendable constants, or are set
// only by the initializer.
/// A task of a wrapped `URLSession`, of any kind.
///
/// An array of several kinds of tasks has this element type.
///
/// ```swift
/// let tasks = [session.dataTask(with: url), session.downloadTask(with: url)]
/// for task in tasks { task.resume() }
/// ```
///
/// The session's delegate receives the bare session task, not this object. To recognize your task in a delegate
/// method, compare the bare session task with ``sessionTask``.
public class AnyInterceptedTask: UnstartedRequestOwner, @unchecked Sendable {
    /// The bare session task, which this object wraps; to resume it instead of this object, call `enter()` first.
    public final var sessionTask: URLSessionTask {
        request.recordCancelling()
        return task
    }

    /// The bare session task; reading ``sessionTask`` instead would record that user code may cancel the task.
    final let task: URLSessionTask

    final let sessionRequest: SessionRequest

    // Weak, because the handler of the session task retains the delivery until the request ends.
    /// The delivery of the local response, which waits while the task is suspended.
    private final weak var delivery: LocalResponseDelivery?

    init(
        _ sessionTask: URLSessionTask,
        _ sessionRequest: SessionRequest,
        _ delivery: LocalResponseDelivery?
    ) {
        task = sessionTask
        self.sessionRequest = sessionRequest
        self.delivery = delivery
    }

    deinit {
        // A task that is released without being resumed never starts, so abandon its request.
        if request.abandon() {
            // A cancelled task stays in the registry, because the session still notifies the delegate of its end.
            if let registry, task.state == .suspended { registry.remove(task.taskIdentifier) }
            // Code that has the bare task may resume it later, as it may resume any other bare task.
            if !request.hasPassedTask { LocalResponseProtocol.abandon(task) }
        }
    }

    var request: UnstartedRequest { sessionRequest }
    var registry: TaskRegistry? { sessionRequest.registry }
    var settings: InterceptionSettings { sessionRequest.session.interceptionSettings }
    var label: RequestLabel { sessionRequest.label }

    /// Resumes the task; the first call also enters the group, and under a limit the task waits for a permit.
    public final func resume() { startOrForward() }

    func startClient() {
        guard prepare() else { return }
        task.resume()
        delivery?.resume()
    }

    /// Prepares the start; cancels the task and returns `false` if an error prevents the start.
    func prepare() -> Bool {
        guard let error = sessionRequest.prepare(task) else { return true }
        if let registry { task.reject(in: registry, error) } else { task.cancel() }
        return false
    }

    func admit(to group: RequestGroup?) -> Admission? { sessionRequest.admit(task, to: group) }

    func addCancelHandler(to membership: Membership) {
        membership.add(.cancelling { [sessionRequest] _ in sessionRequest.cancelOnQueue() })
    }

    /// Suspends the task; to resume it, call ``resume()`` of this object, not of the bare session task.
    public final func suspend() {
        task.suspend()
        delivery?.suspend()
    }

    /// Cancels the task; its handler or its delegate receives `URLError.cancelled`.
    public final func cancel() {
        request.recordCancelling()
        task.cancel(in: registry)
    }

    /// The delegate of this task alone; set it before resuming the task.
    public final var delegate: (any URLSessionTaskDelegate)? {
        get {
            let delegate = task.delegate
            guard let proxy = delegate as? DelegateProxy else { return delegate }
            #if canImport(FoundationNetworking)
            // The proxy of a task without a delegate of its own asks the session's delegate about redirects.
            if proxy.taskDelegate === sessionRequest.session.base.unwrappedDelegate { return nil }
            #endif
            return proxy.taskDelegate
        }
        set {
            // The delegate receives the bare session task, and may cancel that task without this wrapper.
            request.recordCancelling()
            #if canImport(FoundationNetworking)
            // On Linux, the session asks a task's delegate only about redirects, and notifies the session's delegate of
            // the task's end. So if an adapter changes redirects, the task needs a delegate even if the user sets none;
            // this delegate then asks the session's delegate.
            let (session, pipeline) = (sessionRequest.session, settings.pipeline)
            let shared = registry?.pipeline === pipeline ? registry : nil
            // The reference is weak, because the request retains its task, and the task retains its delegate.
            let known = { @Sendable [weak sessionRequest] in sessionRequest?.registered }
            let registry = shared ?? TaskRegistry(pipeline: pipeline, beside: registry, of: known)
            let delegate = newValue ?? session.base.unwrappedDelegate as? any URLSessionTaskDelegate
            task.delegate =
                newValue == nil && !session.adaptsRedirects
                ? nil : DelegateProxy.proxy(for: delegate, registry: registry)
            #else
            // If the task has no proxy yet, `TaskRegistry.follow` sets the proxy when the task enters a group.
            if let proxy = task.delegate as? DelegateProxy {
                task.delegate = DelegateProxy(newValue, replacing: proxy)
            } else {
                task.delegate = newValue
            }
            #endif
        }
    }
}

extension AnyInterceptedTask: CustomStringConvertible {
    /// The description of the bare session task.
    public var description: String { task.description }
}

extension AnyInterceptedTask: Hashable {
    /// Returns whether both objects wrap the same session task.
    public static func == (left: AnyInterceptedTask, right: AnyInterceptedTask) -> Bool {
        left.task === right.task
    }

    /// Hashes the identity of the bare session task.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(task)) }
}
