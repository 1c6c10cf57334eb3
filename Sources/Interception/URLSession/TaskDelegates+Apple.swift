// What is set on the tasks of a group, for their ends to be heard and their delegates to run in it. (On Linux a
// task reports to the delegate of its session.)
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
    /// What the tasks of a session can be given that is not in the background.
    fileprivate static var ofForeground: Self {
        // The tasks of any session may be of the kind there that belongs to the background, and raise an
        // exception. Apple does not document it; those who set delegates on every task have seen it.
        #if os(watchOS)
        .handlers
        #else
        .delegatesAndHandlers
        #endif
    }
}

// Safe: nothing is ever read or written there, it is only an address that nobody else has.
private nonisolated(unsafe) let isInBackgroundKey = UnsafeMutableRawPointer.allocate(
    byteCount: 1,
    alignment: 1
)

extension URLSession {
    /// The delegate of the session that the user has given it.
    var unwrappedDelegate: (any URLSessionDelegate)? {
        let delegate = delegate
        return if let proxy = delegate as? DelegateProxy { proxy.delegate } else { delegate }
    }

    /// Whether it goes on when the app does not run.
    ///
    /// It never changes, and is asked for each task.
    fileprivate var isInBackground: Bool {
        if let known = objc_getAssociatedObject(self, isInBackgroundKey) as? Bool { return known }
        // A copy of everything that can be configured.
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
    /// Sees to it that the group of the task hears of its end, and that its delegate runs in the group.
    ///
    /// To be called when the task has been created and its call inserted here. Outside any group, and
    /// without a pipeline, it leaves the task as it is.
    func follow(
        _ task: URLSessionTask,
        of call: InterceptedCall,
        in session: URLSession,
        isPiped: Bool,
        hasHandler: Bool = false
    ) {
        // One that its user resumes enters when it is created, an `InterceptedTask` when it is resumed.
        let isOwn = call.hasEntered
        // A delegate hears why its task was not sent, and what it issues finds the stubs, in a group or not.
        if !isOwn, isPiped {
            follow(task, session, hasHandler: hasHandler, isOwn: false, isInGroup: false)
        }
        // Weakly: the call is kept by what the session keeps.
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

    /// Ends a task in its group, which will not hear of its end.
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
    /// Whether it implements the last method of a task.
    fileprivate var takesEnd: Bool {
        responds(to: NSSelectorFromString(DelegateMethod.ended.rawValue))
    }
}

// MARK: - Noticing another delegate

/// A delegate of ours that a task has.
protocol WatchingDelegate: AnyObject {
    var watch: DelegateWatch? { get }
}

extension DelegateProxy: WatchingDelegate {}

/// Implements nothing, so that everything is told to the delegate of the session.
private final class WatchedTaskDelegate: NSObject, URLSessionTaskDelegate, WatchingDelegate {
    let watch: DelegateWatch?

    init(_ watch: DelegateWatch) {
        self.watch = watch
    }
}

/// Notices that a task has lost the delegate that keeps this, which only the task does.
///
/// A task keeps its delegate until it has ended. If it loses it before, its user has set another one.
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
        // One that was dropped without a resume: its callback is lost.
        guard let task = watched.task else { return context.remove(watched.identifier) }
        // Whoever sets a delegate is in the middle of it. Nothing comes before this on a serial queue: the
        // task cannot have been resumed with the other delegate yet.
        queue.addOperation { [context, routing] in
            let delegate = task.delegate
            if delegate is any WatchingDelegate { return }
            if !routing.hearsEnd(afterReplacementThat: delegate?.takesEnd == true) {
                context.giveUp(task, UntrackedTaskError(.otherDelegate))
            }
        }
    }

    /// The task has become another, which has its delegate.
    func follow(_ task: URLSessionTask) {
        watched.withLock { $0 = Watched(task: task, identifier: task.taskIdentifier) }
    }

    /// Stops watching, and returns one that does in its place.
    func handedOver() -> DelegateWatch {
        DelegateWatch(watched.withLock { $0.take() }, queue, context, routing)
    }
}

extension TaskContext {
    /// Whether the end of a task is yet to come.
    fileprivate func isWaiting(for taskIdentifier: Int) -> Bool {
        guard case .tasks(let table) = self else { return false }
        return table.task(taskIdentifier) != nil
    }
}
#endif
