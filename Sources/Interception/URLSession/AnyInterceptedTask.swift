#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A closure that runs before a task is resumed; a returned error cancels the task, and reaches its delegate.
typealias TaskPreparation = @Sendable (URLSessionTask) -> (any Error)?

/// The properties of an ``InterceptedTask`` that a group may retain after the user has released the task.
final class TaskSetup: Sendable {
    let request: UnstartedRequest
    let session: InterceptingClient<URLSession>
    let name: RequestName
    /// The context in which the delegate's methods find the group of the task.
    let context: DelegateContext?
    /// Enters the group in place of the usual admission, for a task whose end the library cannot receive.
    let admit: (@Sendable (RequestGroup?) -> Admission?)?
    let prepare: TaskPreparation?
    /// Cancels the task in place of `cancel()`, if `cancel()` would not end the task.
    let cancel: (@Sendable (URLSessionTask) -> Void)?

    /// Creates the setup of a task; a closure that is `nil` stands for the default behavior.
    init(
        _ request: UnstartedRequest,
        _ session: InterceptingClient<URLSession>,
        _ name: RequestName,
        _ context: DelegateContext?,
        admit: (@Sendable (RequestGroup?) -> Admission?)? = nil,
        prepare: TaskPreparation? = nil,
        cancel: (@Sendable (URLSessionTask) -> Void)? = nil
    ) {
        (self.request, self.session, self.name, self.context) = (request, session, name, context)
        (self.admit, self.prepare, self.cancel) = (admit, prepare, cancel)
    }

    /// Creates the setup of a task whose end a handler or a delegate receives.
    convenience init(
        _ request: UnstartedRequest,
        _ session: InterceptingClient<URLSession>,
        _ form: some TaskForm,
        _ piped: PipelineRequest?,
        in context: DelegateContext?,
        hasHandler: Bool
    ) {
        var prepare: TaskPreparation?
        if let piped { prepare = { _ in piped.start(hasHandler: hasHandler) } }
        let cancel = form.cancel(in: session.base)
        self.init(request, session, form.name(piped), context, prepare: prepare, cancel: cancel)
    }

    fileprivate func cancelByGroup(_ task: URLSessionTask) {
        request.recordCancelling()
        if let cancel { cancel(task) } else { task.cancel(in: context) }
    }
}

// Safe: the class has no subclass outside this module, and its stored properties are Sendable constants.
/// A task of a wrapped `URLSession`, of any kind.
///
/// An array of several kinds of tasks has this element type.
///
/// ```swift
/// let tasks = [session.dataTask(with: url), session.downloadTask(with: url)]
/// for task in tasks { task.resume() }
/// ```
///
/// The session passes its own task to its delegate, not this object: compare that task with ``sessionTask``.
public class AnyInterceptedTask: UnstartedRequestOwner, @unchecked Sendable {
    /// The session's own task.
    public final var sessionTask: URLSessionTask {
        request.recordCancelling()
        return task
    }

    /// The session's own task, for internal use; reading ``sessionTask`` also records a cancelling.
    final let task: URLSessionTask

    private let setup: TaskSetup

    init(_ sessionTask: URLSessionTask, _ setup: TaskSetup) {
        task = sessionTask
        self.setup = setup
    }

    deinit {
        // A task that is released without being resumed never starts, so abandon its request.
        if request.abandon() {
            // A cancelled task stays registered, because the session still notifies the delegate of the task's end.
            if let context, task.state == .suspended {
                context.remove(task.taskIdentifier)
            }
            LocalResponseProtocol.abandon(task)
        }
    }

    var request: UnstartedRequest { setup.request }
    var context: DelegateContext? { setup.context }
    var settings: InterceptionSettings { setup.session.interceptionSettings }
    var client: ObjectIdentifier { setup.session.interceptedClient }
    var label: RequestHandle.Label { { [setup] in setup.name.label } }

    /// Resumes the task; the first call also enters the group, and waits for a permit if the group has a limit.
    public final func resume() {
        startOrForward()
    }

    func begin() {
        if prepare() { task.resume() }
    }

    /// Calls the preparation closure; if the closure returns an error, cancels the task and returns `false`.
    func prepare() -> Bool {
        guard let error = setup.prepare?(task) else { return true }
        if let context { task.reject(in: context, error) } else { task.cancel() }
        return false
    }

    /// A Boolean value that indicates whether `cancel()` of the session's task is enough to cancel the task.
    var isCancelledAsUsual: Bool { setup.cancel == nil }

    func enterAtOnce(_ group: RequestGroup) -> GroupEntry? {
        let settings = settings
        guard setup.admit == nil, !settings.needsAdmission, settings.metadata == nil else {
            return nil
        }
        let isOptional = settings.attributes.isOptional
        return group.enterAtOnce(label, isOptional: isOptional, handle: handleToCancel)
    }

    func admit(to group: RequestGroup?) -> Admission? {
        if let admit = setup.admit { return admit(group) }
        guard group != nil || settings.needsAdmission else { return nil }
        return Admission(
            label,
            isOptional: settings.attributes.isOptional,
            priority: settings.attributes.priority,
            handle: { handleToCancel },
            client: client,
            settings: settings,
            group: group
        )
    }

    private var handleToCancel: RequestHandle {
        RequestHandle(task) { [setup] task, label, group in
            let settings = setup.session.interceptionSettings
            guard let task = task as? URLSessionTask else {
                #if DEBUG
                settings.reportLostHandle(of: group, label)
                #endif
                return
            }
            if let queue = settings.queue {
                queue.async { setup.cancelByGroup(task) }
            } else {
                setup.cancelByGroup(task)
            }
        }
    }

    func register(_ call: InterceptedCall) {
        call.onCancel(HandleReference(task, settings) { [setup] in setup.cancelByGroup($0) })
    }

    /// Suspends the task.
    public final func suspend() {
        task.suspend()
    }

    /// Cancels the task; its handler or its delegate receives `URLError.cancelled`.
    public final func cancel() {
        request.recordCancelling()
        task.cancel(in: context)
    }

    /// The delegate of this task alone; set it before resuming the task.
    public final var delegate: (any URLSessionTaskDelegate)? {
        get {
            let delegate = task.delegate
            guard let proxy = delegate as? DelegateProxy else { return delegate }
            #if canImport(FoundationNetworking)
            if proxy.taskDelegate is EmptyTaskDelegate { return nil }
            #endif
            return proxy.taskDelegate
        }
        set {
            // The delegate receives the session's own task, and may cancel that task without this wrapper.
            request.recordCancelling()
            #if canImport(FoundationNetworking)
            // On Linux, the session asks a task's delegate only about redirects. The session notifies its own delegate of
            // the task's end. So if an adapter changes redirects, the task needs a delegate even if the user sets none.
            let table = TaskRegistry(adaptRedirect: settings.pipeline?.adaptRedirect)
            let delegate = newValue ?? (table.adaptRedirect == nil ? nil : EmptyTaskDelegate())
            task.delegate = delegate.map {
                DelegateProxy.proxy(for: $0, context: context ?? .tasks(table))
            }
            #else
            // If the task has no proxy yet, `DelegateContext.follow` sets the proxy when the task enters a group.
            if let proxy = task.delegate as? DelegateProxy {
                task.delegate = proxy.proxy(for: newValue)
            } else {
                task.delegate = newValue
            }
            #endif
        }
    }
}

extension AnyInterceptedTask: CustomStringConvertible {
    /// The description of the session's own task.
    public var description: String { task.description }
}

extension AnyInterceptedTask: Hashable {
    /// Returns whether both objects wrap the same task of the session.
    public static func == (left: AnyInterceptedTask, right: AnyInterceptedTask) -> Bool {
        left.task === right.task
    }

    /// Hashes the session's own task.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(task))
    }
}
