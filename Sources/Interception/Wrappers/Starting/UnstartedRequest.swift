import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// The state that the owner and the callbacks of an unstarted request share.
///
/// The owner or the callbacks may be released first. If the owner (``UnstartedRequestOwner``) is released before
/// the owner starts the request, the request never enters. If the callbacks (``UnstartedRequestCallbacks``) are
/// released without an answer, the request is lost.
// Unchecked, because the class has subclasses. The stored properties of all these classes are Sendable constants,
// except `startState`, `entry`, `task` and `taskMayBeCancelled`.
@usableFromInline
class UnstartedRequest: @unchecked Sendable {
    private enum Start {
        /// The owner has not started the request; the group may be a placeholder.
        case created(in: RequestGroup)
        /// The owner has started the request, which enters its group, waits for a permit or was rejected. `further`
        /// counts the repeated calls of `start()`, which the client gets later.
        case waiting(further: Int)
        /// The client has started the request, or the owner has abandoned it.
        case started
    }

    private typealias Action = @Sendable (Membership) -> Void

    private enum Entry {
        /// The request has not entered. The actions are performed when the request gets its membership. `isLost`
        /// indicates whether all callbacks have been released.
        case expected([Action], isLost: Bool)
        /// The membership is `nil` outside any group, and for a request that was lost or abandoned.
        case known(Membership?)

        var membership: Membership? {
            if case .known(let membership) = self { membership } else { nil }
        }
    }

    /// The lock of all unstarted requests, because a lock for each request would be another object.
    ///
    /// The value indicates whether any session task may have been cancelled.
    private static let lock = Locked(false)

    // Safe: accessed under the lock; `abandon()` explains its exception.
    private final nonisolated(unsafe) var startState: Start
    private final nonisolated(unsafe) var entry: Entry
    private final nonisolated(unsafe) var task: SessionTask?
    private final nonisolated(unsafe) var taskMayBeCancelled = false
    /// The propagated task-locals, for callbacks that run while the request has no membership.
    private let propagated: PropagatedValues?

    /// Creates the state of a request that belongs to the current group, if there is one.
    init(propagating propagated: PropagatedValues?) {
        startState = .created(in: .currentOrPlaceholder)
        entry = .expected([], isLost: false)
        self.propagated = propagated
    }

    /// Creates the state of a request that other code has already started.
    init() {
        (startState, entry, propagated) = (.started, .known(nil), nil)
    }
}

// MARK: - Starting

extension UnstartedRequest {
    /// Records a call of the owner's `start()`.
    ///
    /// The first time, the request enters the returned group. After the client has started the request, `calls` is 1:
    /// the client gets this call at once. In between, `calls` is 0: `setMembership(_:begins:)` or `begin()` counts this call in
    /// its result. No call is dropped, because a client such as `URLSession` counts the calls.
    func start() -> (group: RequestGroup?, calls: Int) {
        Self.lock.withLock { _ in
            switch startState {
            case .created(let group):
                startState = .waiting(further: 0)
                return (group, 0)
            case .waiting(let further):
                startState = .waiting(further: further + 1)
                return (nil, 0)
            case .started: return (nil, 1)
            }
        }
    }

    /// Records the membership (`nil` outside any group), and performs the actions that wait for the membership.
    ///
    /// The result is the number of start calls to pass to the client now: 0 unless `begins` is true, and more than 1 if
    /// the owner has called `start()` again meanwhile.
    func setMembership(_ membership: Membership?, begins: Bool) -> Int {
        let (actions, calls) = Self.lock.withLock { _ -> ([Action], Int) in
            guard case .expected(let actions, let isLost) = entry else { return ([], 0) }
            entry = .known(isLost ? nil : membership)
            return (actions, begins ? beginLocked() : 0)
        }
        if let membership {
            for action in actions { action(membership) }
        }
        return calls
    }

    /// Records that the client starts a request that has waited; returns the number of start calls for the client.
    func begin() -> Int {
        Self.lock.withLock { _ in beginLocked() }
    }

    private func beginLocked() -> Int {
        guard case .waiting(let further) = startState else { return 0 }
        startState = .started
        return 1 + further
    }

    /// Abandons the request unless the request was started; returns `true` if the request is abandoned.
    func abandon() -> Bool {
        // Only the owner changes `startState`, and the owner is being released, so reading it needs no lock.
        guard case .created = startState else { return false }
        // Release the old values after unlocking, because they may have the last reference to the group.
        _ = Self.lock.withLock { _ in
            defer { (startState, entry) = (.started, .known(nil)) }
            return (startState, entry)
        }
        return true
    }
}

// MARK: - The callbacks

/// An object that only the callbacks of a request retain; when the object is released, no answer can come.
// Unchecked, because the class has a subclass. The stored properties of both classes are constants.
@usableFromInline
class UnstartedRequestCallbacks: @unchecked Sendable {
    final let request: UnstartedRequest

    init(_ request: UnstartedRequest) {
        self.request = request
    }

    deinit {
        request.loseAnswer()
    }
}

extension UnstartedRequest {
    var membership: Membership? { Self.lock.withLock { _ in entry.membership } }

    fileprivate func loseAnswer() {
        // Release the old value after unlocking, because releasing the membership loses the request.
        _ = Self.lock.withLock { _ in
            defer {
                // Keep the actions: an action may record an answer that came before the callbacks were released. The
                // action then ends the request when the request enters, so the request does not count as lost.
                if case .expected(let actions, _) = entry {
                    entry = .expected(actions, isLost: true)
                } else {
                    entry = .known(nil)
                }
            }
            return entry
        }
    }

    /// Performs the action with the membership, at once or when the request enters.
    func whenEntered(_ action: @escaping @Sendable (Membership) -> Void) {
        let membership = Self.lock.withLock { _ in
            if case .expected(var actions, let isLost) = entry {
                actions.append(action)
                entry = .expected(actions, isLost: isLost)
            }
            return entry.membership
        }
        if let membership { action(membership) }
    }

    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        let (membership, mayEnter) = membership(orRunning: callback)
        if let membership { return membership.answer(error, callback) }
        // Record the answer, so that a request that was cancelled before its start also fails in its group.
        if mayEnter { whenEntered { $0.settle(error) } }
    }

    func runFinally(_ callback: () -> Void) {
        let (membership, mayEnter) = membership(orRunning: callback)
        if let membership { return membership.runFinally(callback) }
        if mayEnter { whenEntered { $0.runFinally {} } }
    }

    func runInContext(_ callback: () -> Void) {
        membership(orRunning: callback).membership?.runInContext(callback)
    }

    /// Returns the membership, and whether the request may enter later; without a membership, runs the callback.
    private func membership(
        orRunning callback: () -> Void
    ) -> (membership: Membership?, mayEnter: Bool) {
        let entry = Self.lock.withLock { _ in self.entry }
        if let membership = entry.membership { return (membership, false) }
        propagated.run(callback)
        if case .expected = entry { return (nil, true) }
        return (nil, false)
    }
}

extension UnstartedRequest {
    /// Stores the session task of the request.
    func setTask(_ task: URLSessionTask, in session: URLSession, mayBeCancelled: Bool = true) {
        let sessionTask = SessionTask(task, in: session)
        Self.lock.withLock { _ in (self.task, taskMayBeCancelled) = (sessionTask, mayBeCancelled) }
    }

    /// Removes and returns the task, because the handler needs the task only once.
    func takeTask() -> (task: SessionTask?, mayBeCancelled: Bool) {
        Self.lock.withLock { (task.take(), $0 || taskMayBeCancelled) }
    }

    /// The task; `nil` after its handler has been called, and after the task has been released.
    var sessionTask: URLSessionTask? { Self.lock.withLock { _ in task?.task } }

    /// Records that the task is about to be cancelled, or is passed to code that may cancel the task.
    func recordCancelling() {
        Self.lock.withLock { _ in taskMayBeCancelled = true }
    }

    /// Records that any task may have been cancelled; every handler then checks the state of its task.
    static func recordCancellingOfAll() {
        lock.withLock { $0 = true }
    }
}
