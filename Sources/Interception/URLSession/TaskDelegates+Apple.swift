// The delegates that the wrapper sets on tasks on Apple's platforms, to receive the end of each task and to run the
// user's delegate in the group. (On Linux a task reports to the delegate of its session.)
#if !canImport(FoundationNetworking)
import Foundation
import GroupContext
import ObjectiveC

// MARK: - Sessions

extension DelegateRouting {
    init(of session: URLSession) {
        let delegate = session.delegate
        self.init(
            sessionDelegate: delegate is DelegateProxy ? .ours : delegate == nil ? .none : .foreign,
            tasks: session.isInBackground ? .neither : .ofForeground
        )
    }
}

extension DelegateRouting.Tasks {
    /// The objects that the tasks of a foreground session accept.
    fileprivate static var ofForeground: Self {
        // On watchOS the tasks of any session may be of the kind for background sessions, and raise an exception.
        // Apple does not document this; apps that set delegates on every task have seen it.
        #if os(watchOS)
        .handlers
        #else
        .delegatesAndHandlers
        #endif
    }
}

// Safe: the memory is never read or written; only its unique address is used.
private nonisolated(unsafe) let isInBackgroundKey = UnsafeMutableRawPointer.allocate(
    byteCount: 1,
    alignment: 1
)

extension URLSession {
    /// The delegate that the user has given the session.
    var unwrappedDelegate: (any URLSessionDelegate)? {
        let delegate = delegate
        return if let proxy = delegate as? DelegateProxy { proxy.delegate } else { delegate }
    }

    /// A Boolean value that indicates whether this is a background session; cached, because it never changes.
    fileprivate var isInBackground: Bool {
        if let known = objc_getAssociatedObject(self, isInBackgroundKey) as? Bool { return known }
        // Reading `configuration` copies the whole configuration.
        let isInBackground = configuration.identifier != nil
        objc_setAssociatedObject(
            self,
            isInBackgroundKey,
            isInBackground,
            .OBJC_ASSOCIATION_RETAIN
        )
        return isInBackground
    }
}

// MARK: - Tasks

extension TaskContext {
    /// Lets the group of a task receive the task's end, and runs the task's delegate in the group.
    ///
    /// Call this after creating the task and adding its call to the registry. A task outside any group and
    /// without a pipeline does not change.
    func follow(
        _ task: URLSessionTask,
        of call: InterceptedCall,
        in session: URLSession,
        isPiped: Bool,
        hasHandler: Bool = false
    ) {
        // A bare session task enters its group when it is created, an `InterceptedTask` when it is resumed.
        let isOwn = call.hasEntered
        // Even outside a group, the delegate receives the reason for a rejection, and its requests use the stubs.
        if !isOwn, isPiped {
            follow(task, session, hasHandler: hasHandler, isOwn: false, isInGroup: false)
        }
        // Weak references, because the session retains the call.
        call.whenEntered { [weak task, weak session] in
            guard let task, let session else { return }
            follow(task, session, hasHandler: hasHandler, isOwn: isOwn, isInGroup: true)
        }
    }

    private func follow(
        _ task: URLSessionTask,
        _ session: URLSession,
        hasHandler: Bool,
        isOwn: Bool,
        isInGroup: Bool
    ) {
        let routing = DelegateRouting(of: session)
        let state = DelegateRouting.TaskState(task, hasHandler: hasHandler, isOwn: isOwn)
        switch routing.step(for: state) {
        case .nothing: break
        case .standBefore:
            task.delegate = DelegateProxy(
                task.delegate,
                at: hasHandler ? .handledTaskDelegate : .taskDelegate,
                of: session,
                context: self,
                watch: isInGroup && !hasHandler ? DelegateWatch(task, session, self) : nil
            )
        case .watch: task.delegate = WatchedTaskDelegate(DelegateWatch(task, session, self))
        case .giveUp: giveUp(task, UntrackedTaskError(.otherDelegate))
        case .end: giveUp(task, task.error ?? URLError(.cancelled))
        }
    }

    /// Ends a task in its group with an error, because the real end goes unnoticed.
    func giveUp(_ task: URLSessionTask, _ error: any Error) {
        guard case .tasks(let table) = self else { return }
        table.remove(task.taskIdentifier)?.call.settle(error)
    }
}

extension DelegateRouting.TaskState {
    fileprivate init(_ task: URLSessionTask, hasHandler: Bool, isOwn: Bool) {
        let progress: Progress =
            switch task.state {
            case .suspended: .idle
            case .running: .running
            default: .over
            }
        let delegate = task.delegate
        self.init(
            progress: progress,
            delegate: delegate is any WatchingDelegate
                ? .ours
                : delegate.map { $0.takesEnd ? .hearingEnd : .leavingEnd } ?? .none,
            hasHandler: hasHandler,
            isOwn: isOwn
        )
    }
}

extension URLSessionDelegate {
    /// A Boolean value that indicates whether the delegate implements the method for the end of a task.
    fileprivate var takesEnd: Bool {
        responds(to: NSSelectorFromString(DelegateMethod.ended.rawValue))
    }
}

// MARK: - Detecting another delegate

/// A delegate of this library that is set on a task.
protocol WatchingDelegate: AnyObject {
    var watch: DelegateWatch? { get }
}

extension DelegateProxy: WatchingDelegate {}

/// A delegate without methods, so that the session calls its own delegate.
private final class WatchedTaskDelegate: NSObject, URLSessionTaskDelegate, WatchingDelegate {
    let watch: DelegateWatch?

    init(_ watch: DelegateWatch) {
        self.watch = watch
    }
}

/// Detects that a task has released the delegate that retains this object.
///
/// A task retains its delegate until it has ended. An earlier release means that the user has set another
/// delegate.
final class DelegateWatch: Sendable {
    private struct Watched {
        weak var task: URLSessionTask?
        let identifier: Int
    }

    private let watched: Locked<Watched?>
    private let queue: OperationQueue
    private let context: TaskContext
    private let routing: DelegateRouting

    convenience init(_ task: URLSessionTask, _ session: URLSession, _ context: TaskContext) {
        let watched = Watched(task: task, identifier: task.taskIdentifier)
        self.init(watched, session.delegateQueue, context, DelegateRouting(of: session))
    }

    private init(
        _ watched: Watched?,
        _ queue: OperationQueue,
        _ context: TaskContext,
        _ routing: DelegateRouting
    ) {
        self.watched = Locked(watched)
        self.queue = queue
        self.context = context
        self.routing = routing
    }

    deinit {
        guard let watched = watched.withLock({ $0 }), context.isWaiting(for: watched.identifier)
        else { return }
        // The task was released without being resumed, so its callback is lost.
        guard let task = watched.task else { return context.remove(watched.identifier) }
        // The user's code is still setting the other delegate. On a serial queue this operation runs first, because
        // the task cannot have been resumed with the other delegate yet.
        queue.addOperation { [context, routing] in
            let delegate = task.delegate
            if delegate is any WatchingDelegate { return }
            if !routing.hearsEnd(afterReplacementThat: delegate?.takesEnd == true) {
                context.giveUp(task, UntrackedTaskError(.otherDelegate))
            }
        }
    }

    /// Watches the task that the current one has become; it has the same delegate.
    func follow(_ task: URLSessionTask) {
        watched.withLock { $0 = Watched(task: task, identifier: task.taskIdentifier) }
    }

    /// Stops watching, and returns another watch of the same task.
    func handedOver() -> DelegateWatch {
        DelegateWatch(watched.withLock { $0.take() }, queue, context, routing)
    }
}

extension TaskContext {
    /// Returns whether the end of a task is yet to come.
    fileprivate func isWaiting(for taskIdentifier: Int) -> Bool {
        guard case .tasks(let table) = self else { return false }
        return table.task(taskIdentifier) != nil
    }
}
#endif
