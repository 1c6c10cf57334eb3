#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

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
/// This object is not the task that the session passes to its delegate: compare that with ``sessionTask``.
public class AnyInterceptedTask: StartingEnd, @unchecked Sendable {
    /// The session's own task.
    public final var sessionTask: URLSessionTask {
        request.noteCancelling()
        return task
    }

    /// The session's own task, for internal use: code that reads ``sessionTask`` may cancel it.
    final let task: URLSessionTask

    let request: PreparedRequest
    let settings: InterceptionSettings
    /// The task registry in which a delegate finds the group of this task.
    let context: TaskContext?
    /// Prepares the task before it is resumed; returns `false` if it must not be resumed.
    private let prepareTask: (@Sendable (URLSessionTask) -> Bool)?
    /// Cancels a task for which `cancel()` is not enough.
    private let cancelTask: (@Sendable (URLSessionTask) -> Void)?

    init(
        _ sessionTask: URLSessionTask,
        of request: PreparedRequest,
        settings: InterceptionSettings,
        context: TaskContext?,
        prepare: (@Sendable (URLSessionTask) -> Bool)?,
        cancel: (@Sendable (URLSessionTask) -> Void)?
    ) {
        task = sessionTask
        self.request = request
        self.settings = settings
        self.context = context
        prepareTask = prepare
        cancelTask = cancel
    }

    deinit {
        // The task never enters a group, although the session may retain it for ever.
        if !request.wasStarted {
            request.abandon()
            // A cancelled task stays registered until its delegate has been notified of its end.
            if let context, task.state == .suspended {
                context.remove(task.taskIdentifier)
            }
            AnsweringProtocol.abandon(task)
        }
    }

    /// Resumes the task; the first call enters its group, and waits for a permit if the group is limited.
    public final func resume() {
        startOrPassOn()
    }

    func begin() {
        if prepare() { task.resume() }
    }

    /// Prepares the task before it is resumed; returns `false` if it must not be resumed.
    func prepare() -> Bool {
        prepareTask?(task) ?? true
    }

    /// A Boolean value that indicates whether `cancel()` of the session's task is enough to cancel it.
    var isCancelledAsUsual: Bool { cancelTask == nil }

    var handleToCancel: RequestHandle? {
        RequestHandle(task) { [settings, cancel = cancelAction] task, label, group in
            guard let task = task as? URLSessionTask else {
                #if DEBUG
                settings.reportLostHandle(of: group, label)
                #endif
                return
            }
            if let queue = settings.queue {
                queue.async { cancel(task) }
            } else {
                cancel(task)
            }
        }
    }

    func register(_ call: InterceptedCall) {
        call.onCancel(HandleReference(task), settings: settings, cancelAction)
    }

    private var cancelAction: @Sendable (URLSessionTask) -> Void {
        { [request, context, cancelTask] task in
            request.noteCancelling()
            if let cancelTask { cancelTask(task) } else { task.cancel(in: context) }
        }
    }

    /// Suspends the task.
    public final func suspend() {
        task.suspend()
    }

    /// Cancels the task; its handler or its delegate receives `URLError.cancelled`.
    public final func cancel() {
        request.noteCancelling()
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
            // The delegate receives the session's task, and may cancel it.
            request.noteCancelling()
            #if canImport(FoundationNetworking)
            // On Linux, a task's delegate is not notified of its end, but is asked about redirects.
            let table = TaskTable(adaptRedirect: settings.pipeline?.adaptRedirect)
            let delegate = newValue ?? (table.adaptRedirect == nil ? nil : EmptyTaskDelegate())
            task.delegate = delegate.map {
                DelegateProxy.standing(before: $0, context: context ?? .tasks(table))
            }
            #else
            // A task without a proxy gets one when it enters a group.
            if let proxy = task.delegate as? DelegateProxy {
                task.delegate = proxy.standing(before: newValue)
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

// MARK: - Comparing

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
