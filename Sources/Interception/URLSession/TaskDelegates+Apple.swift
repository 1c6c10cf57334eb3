// On Apple's platforms, the wrapper sets a delegate on tasks, in order to receive the task's end and to run the user's
// delegate in the group.
#if !canImport(FoundationNetworking)
import Foundation
import GroupContext
import ObjectiveC

extension URLSessionTask {
    /// Does nothing, because only on Linux a session cancels a task in two steps.
    func awaitCancelling(in _: URLSession) {}
}

extension DelegateRouting {
    init(of session: URLSession) {
        // According to reports of developers, any session may create background tasks on watchOS. Setting a delegate on
        // a background task raises an exception.
        #if os(watchOS)
        let ofForeground = Tasks.handlers
        #else
        let ofForeground = Tasks.delegatesAndHandlers
        #endif
        let delegate = session.delegate
        self.init(
            sessionDelegate: delegate is DelegateProxy ? .ours : delegate == nil ? .none : .foreign,
            tasks: session.isInBackground ? .neither : ofForeground
        )
    }
}

// Safe: the memory is never read or written; only its unique address is used.
private nonisolated(unsafe) let isInBackgroundKey = UnsafeMutableRawPointer.allocate(
    byteCount: 1,
    alignment: 1
)

extension URLSession {
    fileprivate var isInBackground: Bool {
        if let known = objc_getAssociatedObject(self, isInBackgroundKey) as? Bool { return known }
        // Reading `configuration` copies the whole configuration, so the result is cached.
        let isInBackground = configuration.identifier != nil
        objc_setAssociatedObject(self, isInBackgroundKey, isInBackground, .OBJC_ASSOCIATION_RETAIN)
        return isInBackground
    }
}

// MARK: - Tasks

extension InterceptingClient<URLSession> {
    /// Returns a delegate of one request; its methods run in the group of the request, and do not end the request.
    func delegate(
        _ delegate: (any URLSessionTaskDelegate)?,
        of call: InterceptedCall
    ) -> (any URLSessionTaskDelegate)? {
        let request = RegisteredTask(call: call)
        let needsRegistry = delegate != nil && (call.wrapsCallbacks || !request.scope.isEmpty)
        guard needsRegistry || adaptsRedirects else { return delegate }
        let registry = TaskRegistry(pipeline: interceptionSettings.pipeline) { request }
        return DelegateProxy(delegate, at: .handledTaskDelegate, of: base, registry: registry)
    }
}

extension TaskRegistry {
    /// Sets a proxy on a task if necessary, to receive the task's end and to run its delegate in the group.
    ///
    /// Call this method after the task was created and registered. A task outside any group and without a
    /// pipeline does not change. `isBare` is `true` if the user resumes the bare session task.
    func follow(
        _ task: URLSessionTask,
        of call: InterceptedCall,
        in session: URLSession,
        usesPipeline: Bool,
        hasHandler: Bool = false,
        isBare: Bool = false
    ) {
        let follow = { @Sendable [self] (task: URLSessionTask, session: URLSession, isInGroup) in
            let routing = DelegateRouting(of: session)
            let state = DelegateRouting.TaskState(task, hasHandler: hasHandler, isBare: isBare)
            switch routing.step(for: state) {
            case .nothing: break
            case .setProxy:
                task.delegate = DelegateProxy(
                    task.delegate,
                    at: hasHandler ? .handledTaskDelegate : .taskDelegate,
                    of: session,
                    registry: self,
                    watch: isInGroup && !hasHandler ? DelegateWatch(task, session, self) : nil
                )
            case .giveUp: giveUp(task, UntrackedTaskError(reason: .otherDelegate))
            case .end: giveUp(task, task.error ?? URLError(.cancelled))
            }
        }
        // A task of a pipeline needs a proxy even outside a group, so that the task's delegate receives a rejection and
        // runs in the scope of the stubs.
        if !isBare, usesPipeline { follow(task, session, false) }
        // The references are weak, because the session retains the call, and the call retains this closure.
        call.whenEntered { [weak task, weak session] _ in
            if let task, let session { follow(task, session, true) }
        }
    }

    /// Ends the request of a task with an error, because the wrapper will not receive the end of the task.
    func giveUp(_ task: URLSessionTask, _ error: any Error) {
        take(task.taskIdentifier)?.call.settle(error)
    }
}

extension DelegateRouting.TaskState {
    fileprivate init(_ task: URLSessionTask, hasHandler: Bool, isBare: Bool) {
        let progress: Progress =
            switch task.state {
            case .suspended: .idle
            case .running: .running
            default: .over
            }
        let delegate = task.delegate
        self.init(
            progress: progress,
            delegate: delegate is DelegateProxy
                ? .ours
                : delegate.map { $0.implementsEnd ? .receivingEnd : .leavingEnd } ?? .none,
            hasHandler: hasHandler,
            isBare: isBare
        )
    }
}

extension URLSessionDelegate {
    fileprivate var implementsEnd: Bool {
        responds(to: NSSelectorFromString(DelegateMethod.ended.rawValue))
    }
}

// MARK: - Detecting another delegate

/// Detects by its `deinit` that a task has released its delegate.
///
/// The delegate is a proxy, and only the proxy retains this object. A task retains its delegate until the task has
/// ended. An earlier release means that the user has set another delegate, or has released the task without
/// resuming the task.
final class DelegateWatch: Sendable {
    private struct Watched {
        weak var task: URLSessionTask?
        let identifier: Int
    }

    private let watched: Locked<Watched?>
    private let queue: OperationQueue
    private let registry: TaskRegistry
    private let routing: DelegateRouting

    init(_ task: URLSessionTask, _ session: URLSession, _ registry: TaskRegistry) {
        watched = Locked(Watched(task: task, identifier: task.taskIdentifier))
        (queue, self.registry) = (session.delegateQueue, registry)
        routing = DelegateRouting(of: session)
    }

    /// Takes over the task that another watch observes; the other watch then observes no task.
    init(replacing other: DelegateWatch) {
        watched = Locked(other.watched.withLock { $0.take() })
        (queue, registry, routing) = (other.queue, other.registry, other.routing)
    }

    deinit {
        // If the task is still registered, the session has not reported the end of the task.
        guard let watched = watched.withLock({ $0 }), registry.registered(watched.identifier) != nil
        else { return }
        // The user has released the task, so no callback can come.
        guard let task = watched.task else { return registry.remove(watched.identifier) }
        // The user's code is setting the other delegate now, so read the delegate later, on the session's queue. If the
        // queue is serial, this operation runs before the methods of the new delegate, because the task has not been
        // resumed.
        queue.addOperation { [registry, routing] in
            let delegate = task.delegate
            if delegate is DelegateProxy { return }
            if !routing.receivesEnd(newDelegateImplementsEnd: delegate?.implementsEnd == true) {
                registry.giveUp(task, UntrackedTaskError(reason: .otherDelegate))
            }
        }
    }

    /// Watches the download that has replaced the watched task; the download has the same delegate.
    func follow(_ task: URLSessionTask) {
        watched.withLock { $0 = Watched(task: task, identifier: task.taskIdentifier) }
    }
}
#endif
