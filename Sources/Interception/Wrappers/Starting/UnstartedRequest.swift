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
// except the variables under `lock`.
@usableFromInline
class UnstartedRequest: @unchecked Sendable {
    /// The state of the start.
    ///
    /// The membership is `nil` outside any group, and for a request that was lost or abandoned. `further` counts the
    /// repeated calls of `start()`, which the client gets later.
    private enum State {
        /// The request has not entered.
        case created(further: Int)
        /// The request waits for a permit, or was rejected.
        case waiting(Membership?, further: Int)
        /// The client has started the request, or the owner has abandoned it.
        case started(Membership?)

        var membership: Membership? {
            switch self {
            case .created: nil
            case .waiting(let membership, _), .started(let membership): membership
            }
        }
    }

    private typealias Action = @Sendable (Membership) -> Void

    /// The lock of all unstarted requests, because a lock for each request would be another object.
    ///
    /// The value indicates whether any session task may have been cancelled.
    private static let lock = Locked(false)

    // Safe: accessed under the lock; `abandon()` explains its exception.
    /// The group or placeholder in which the request was created; `nil` after the first `start()`.
    private final nonisolated(unsafe) var groupAtCreation: RequestGroup?
    private final nonisolated(unsafe) var state: State
    /// The actions to perform when the request gets its membership.
    private final nonisolated(unsafe) var actions: [Action] = []
    /// A Boolean value that indicates whether all callbacks were released before the request entered.
    private final nonisolated(unsafe) var isLost = false
    #if canImport(FoundationNetworking)
    // A strong reference is harmless, because on Linux a task retains neither its handler nor its request.
    private final nonisolated(unsafe) var task: URLSessionTask?
    #else
    // Weak, because the task may retain the callbacks of its request.
    private final nonisolated(unsafe) weak var task: URLSessionTask?
    #endif
    // Stored, because on Apple's platforms the task may be released before its identifier is needed.
    private final nonisolated(unsafe) var taskIdentifier: Int?
    private final nonisolated(unsafe) var taskMayBeCancelled = false
    #if DEBUG
    /// The name of the group in which an abandoned request was created.
    private final nonisolated(unsafe) var abandonedGroup: String?
    #endif
    /// The propagated task-locals, for callbacks that run while the request has no membership.
    private let propagated: PropagatedValues?

    /// Creates the state of a request that belongs to the current group, if there is one.
    init(propagating propagated: PropagatedValues?) {
        (groupAtCreation, state) = (.currentOrPlaceholder, .created(further: 0))
        self.propagated = propagated
    }

    /// Creates the state of a request that other code has already started.
    init() {
        (state, propagated) = (.started(nil), nil)
    }
}

// MARK: - Starting

extension UnstartedRequest {
    /// Records a call of the owner's `start()`.
    ///
    /// The first time, the request enters the returned group. After the client has started the request, `calls` is 1:
    /// the client gets this call at once. In between, `calls` is 0: `setMembership(_:starts:)` or `endWait()` counts this
    /// call in its result. No call is dropped, because a client such as `URLSession` counts the calls.
    func start() -> (group: RequestGroup?, calls: Int) {
        Self.lock.withLock { _ in
            if let group = groupAtCreation.take() { return (group, 0) }
            switch state {
            case .created(let further): state = .created(further: further + 1)
            case .waiting(let membership, let further):
                state = .waiting(membership, further: further + 1)
            case .started: return (nil, 1)
            }
            return (nil, 0)
        }
    }

    /// Takes the group for the first start, without recording a call; `nil` if the request was started before.
    func takeGroup() -> RequestGroup? {
        Self.lock.withLock { _ in groupAtCreation.take() }
    }

    /// Records the membership (`nil` outside any group), and performs the actions that wait for the membership.
    ///
    /// The result is the number of start calls to pass to the client now: 0 unless `starts` is true, and more than 1 if
    /// the owner has called `start()` again meanwhile.
    func setMembership(_ membership: Membership?, starts: Bool) -> Int {
        let (actions, calls) = Self.lock.withLock { _ -> ([Action], Int) in
            guard case .created(let further) = state else { return ([], 0) }
            let known = isLost ? nil : membership
            state = starts ? .started(known) : .waiting(known, further: further)
            return (exchange(&self.actions, with: []), starts ? 1 + further : 0)
        }
        if let membership {
            for action in actions { action(membership) }
        }
        return calls
    }

    /// Records that the client starts a request that has waited; returns the number of start calls for the client.
    func endWait() -> Int {
        Self.lock.withLock { _ in
            guard case .waiting(let membership, let further) = state else { return 0 }
            state = .started(membership)
            return 1 + further
        }
    }

    /// Abandons the request unless the request was started; returns `true` if the request is abandoned.
    func abandon() -> Bool {
        // Only the owner changes `groupAtCreation`, and the owner is being released, so reading it needs no lock.
        guard groupAtCreation != nil else { return false }
        // Release the old values after unlocking, because they may have the last reference to the group.
        _ = Self.lock.withLock { _ in
            #if DEBUG
            abandonedGroup = groupOfCreation
            #endif
            defer { (groupAtCreation, state, actions) = (nil, .started(nil), []) }
            return (groupAtCreation, actions)
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
    var membership: Membership? { Self.lock.withLock { _ in state.membership } }

    fileprivate func loseAnswer() {
        // Release the old value after unlocking, because releasing the membership loses the request.
        _ = Self.lock.withLock { _ in
            defer {
                switch state {
                // Keep the actions: an action may record an answer that came before the callbacks were released. The
                // action then ends the request when the request enters, so the request does not count as lost.
                case .created: isLost = true
                case .waiting(_, let further): state = .waiting(nil, further: further)
                case .started: state = .started(nil)
                }
            }
            return state.membership
        }
    }

    /// Performs the action with the membership, at once or when the request enters.
    func whenEntered(_ action: @escaping @Sendable (Membership) -> Void) {
        let membership = Self.lock.withLock { _ in
            if case .created = state { actions.append(action) }
            return state.membership
        }
        if let membership { action(membership) }
    }

    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        #if DEBUG
        // Another error may be that of a request that was cancelled before its start.
        if error == nil || error is HTTPStatusError { reportBareStart() }
        #endif
        let (membership, mayEnter) = membership(orRunning: callback)
        if let membership { return membership.answer(error, callback) }
        // Record the answer, so that a request that was cancelled before its start also fails in its group.
        if mayEnter { whenEntered { $0.settle(error) } }
    }

    #if DEBUG
    /// Reports the answer if the request has not entered, because the caller started its bare object.
    private func reportBareStart() {
        let name = Self.lock.withLock { _ in groupOfCreation ?? abandonedGroup }
        if let name { DebugConsole.report(.bareStart, groupName: name) }
    }

    /// The name of the group in which the request was created; `nil` for none, and after the request has entered.
    private var groupOfCreation: String? {
        groupAtCreation.flatMap { $0.isGrouping ? $0.name : nil }
    }
    #endif

    func runFinally(_ callback: () -> Void) {
        let (membership, mayEnter) = membership(orRunning: callback)
        if let membership { return membership.runFinally(callback) }
        if mayEnter { whenEntered { $0.runFinally {} } }
    }

    func runInContext(_ callback: () -> Void) {
        membership(orRunning: callback).membership?.runInContext(callback)
    }

    /// Returns the membership; if there is none, runs the callback, and returns whether the request may enter later.
    private func membership(
        orRunning callback: () -> Void
    ) -> (membership: Membership?, mayEnter: Bool) {
        let state = Self.lock.withLock { _ in self.state }
        if let membership = state.membership { return (membership, false) }
        propagated.run(callback)
        if case .created = state { return (nil, true) }
        return (nil, false)
    }
}

extension UnstartedRequest {
    /// Stores the session task of the request.
    func setTask(_ task: URLSessionTask, mayBeCancelled: Bool = true) {
        let identifier = task.taskIdentifier
        Self.lock.withLock { _ in
            (self.task, taskIdentifier, taskMayBeCancelled) = (task, identifier, mayBeCancelled)
        }
    }

    /// Removes and returns the task, because the handler needs the task only once.
    func takeTask() -> (task: URLSessionTask?, identifier: Int?, mayBeCancelled: Bool) {
        Self.lock.withLock { anyMayBeCancelled in
            defer { (task, taskIdentifier) = (nil, nil) }
            return (task, taskIdentifier, anyMayBeCancelled || taskMayBeCancelled)
        }
    }

    /// The task; `nil` after its handler has been called, and after the task has been released.
    var sessionTask: URLSessionTask? { Self.lock.withLock { _ in task } }

    /// Records that the task is about to be cancelled, or is passed to code that may start or cancel the task.
    func recordCancelling() {
        Self.lock.withLock { _ in taskMayBeCancelled = true }
    }

    /// A Boolean value that indicates whether other code may start or cancel the task.
    var hasPassedTask: Bool { Self.lock.withLock { _ in taskMayBeCancelled } }

    /// Records that any task may have been cancelled; every handler then checks the state of its task.
    static func recordCancellingOfAll() {
        lock.withLock { $0 = true }
    }
}
