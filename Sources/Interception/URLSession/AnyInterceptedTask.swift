#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

// Safe: nobody outside makes a subclass, and this class and `InterceptedTask` keep constants that are Sendable.
/// A task of a wrapped `URLSession`, whatever its kind.
///
/// An array of tasks of several kinds is one of these.
///
/// ```swift
/// let tasks = [session.dataTask(with: url), session.downloadTask(with: url)]
/// for task in tasks { task.resume() }
/// ```
///
/// The task is another object than the one that the session hands to its delegate, its ``sessionTask``. Compare the
/// two with `==`: `===` is always false there, and a table by `ObjectIdentifier` needs that of ``sessionTask``.
public class AnyInterceptedTask: StartingEnd, @unchecked Sendable {
    /// The task of the session itself.
    public final var sessionTask: URLSessionTask {
        request.noteCancelling()
        return task
    }

    /// The task of the session itself, which is not handed out.
    final let task: URLSessionTask

    let request: PreparedRequest
    let settings: InterceptionSettings
    /// Where a delegate finds the group of this task.
    let context: TaskContext?
    /// What has to be done before it is resumed; says whether it may be.
    private let prepareTask: (@Sendable (URLSessionTask) -> Bool)?
    /// How it is cancelled, if not by cancelling it.
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
        // It will never be in a group, though the session may keep it for ever.
        if !request.wasStarted {
            request.abandon()
            // Of one that was cancelled its delegate has yet to be told.
            if let context, task.state == .suspended {
                context.remove(task.taskIdentifier)
            }
            AnsweringProtocol.abandon(task)
        }
    }

    /// Starts the task, the first time in its group; later, if the group is limited.
    public final func resume() {
        startOrPassOn()
    }

    func begin() {
        if prepare() { task.resume() }
    }

    /// Does what has to be done before the task is resumed; returns whether it may be.
    func prepare() -> Bool {
        prepareTask?(task) ?? true
    }

    /// Whether it is cancelled by cancelling it.
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

    /// Cancels the task: its handler is called with `URLError.cancelled`, or its delegate told.
    public final func cancel() {
        request.noteCancelling()
        task.cancel(in: context)
    }

    /// The delegate of this task alone; to be set before the task is resumed.
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
            // Its delegate is handed the task.
            request.noteCancelling()
            #if canImport(FoundationNetworking)
            // It never hears of the end of the task, but is asked about redirects.
            let table = TaskTable(adaptRedirect: settings.pipeline?.adaptRedirect)
            let delegate = newValue ?? (table.adaptRedirect == nil ? nil : EmptyTaskDelegate())
            task.delegate = delegate.map {
                DelegateProxy.standing(before: $0, context: context ?? .tasks(table))
            }
            #else
            // One that has no proxy gets it when it enters a group.
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
    /// What the task of the session says of itself.
    public var description: String { task.description }
}

// MARK: - Comparing

extension AnyInterceptedTask: Hashable {
    /// Whether both are the same task of the session.
    public static func == (left: AnyInterceptedTask, right: AnyInterceptedTask) -> Bool {
        left.task === right.task
    }

    /// Hashes the task of the session.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(task))
    }
}

// Delegates are handed the tasks of the session. Code asks whether such a task is the one that it keeps, which
// the wrapper returned, and which may be `nil`.
extension Optional where Wrapped == AnyInterceptedTask {
    /// Whether this is the task that the session hands to its delegate, or both are `nil`.
    public static func == (left: Self, right: URLSessionTask?) -> Bool {
        left?.task === right
    }

    /// Whether this is the task that the session hands to its delegate, or both are `nil`.
    public static func == (left: URLSessionTask?, right: Self) -> Bool {
        left === right?.task
    }

    /// Whether this is another task than the one that the session hands to its delegate.
    public static func != (left: Self, right: URLSessionTask?) -> Bool {
        !(left == right)
    }

    /// Whether this is another task than the one that the session hands to its delegate.
    public static func != (left: URLSessionTask?, right: Self) -> Bool {
        !(left == right)
    }
}
