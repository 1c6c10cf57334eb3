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
    public let sessionTask: URLSessionTask

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
        self.sessionTask = sessionTask
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
            if let context, sessionTask.state == .suspended {
                context.remove(sessionTask.taskIdentifier)
            }
            AnsweringProtocol.abandon(sessionTask)
        }
    }

    /// Starts the task, the first time in its group; later, if the group is limited.
    public final func resume() {
        startOrPassOn()
    }

    func begin() {
        if prepare() { sessionTask.resume() }
    }

    /// Does what has to be done before the task is resumed; returns whether it may be.
    func prepare() -> Bool {
        prepareTask?(sessionTask) ?? true
    }

    /// Whether it is cancelled by cancelling it.
    var isCancelledAsUsual: Bool { cancelTask == nil }

    func register(_ call: InterceptedCall) {
        let cancel = cancelTask ?? { [context] in $0.cancel(in: context) }
        call.onCancel(HandleReference(sessionTask), settings: settings, cancel)
    }

    /// Suspends the task.
    public final func suspend() {
        sessionTask.suspend()
    }

    /// Cancels the task: its handler is called with `URLError.cancelled`, or its delegate told.
    public final func cancel() {
        sessionTask.cancel(in: context)
    }

    /// The delegate of this task alone; to be set before the task is resumed.
    public final var delegate: (any URLSessionTaskDelegate)? {
        get {
            let delegate = sessionTask.delegate
            return if let proxy = delegate as? DelegateProxy { proxy.taskDelegate } else {
                delegate
            }
        }
        set {
            #if canImport(FoundationNetworking)
            // It never hears of the end of the task, but is asked about redirects.
            sessionTask.delegate = newValue.map {
                DelegateProxy.standing(before: $0, context: context ?? .tasks(TaskTable()))
            }
            #else
            // One that has no proxy gets it when it enters a group.
            if let proxy = sessionTask.delegate as? DelegateProxy {
                sessionTask.delegate = proxy.standing(before: newValue)
            } else {
                sessionTask.delegate = newValue
            }
            #endif
        }
    }
}

extension AnyInterceptedTask: CustomStringConvertible {
    /// What the task of the session says of itself.
    public var description: String { sessionTask.description }
}

// MARK: - Comparing

extension AnyInterceptedTask: Hashable {
    /// Whether both are the same task of the session.
    public static func == (left: AnyInterceptedTask, right: AnyInterceptedTask) -> Bool {
        left.sessionTask === right.sessionTask
    }

    /// Hashes the task of the session.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(sessionTask))
    }
}

// Delegates are handed the tasks of the session. Code asks whether such a task is the one that it keeps, which
// the wrapper returned, and which may be `nil`.
extension Optional where Wrapped == AnyInterceptedTask {
    /// Whether this is the task that the session hands to its delegate, or both are `nil`.
    public static func == (left: Self, right: URLSessionTask?) -> Bool {
        left?.sessionTask === right
    }

    /// Whether this is the task that the session hands to its delegate, or both are `nil`.
    public static func == (left: URLSessionTask?, right: Self) -> Bool {
        left === right?.sessionTask
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
