import GroupContext

/// The state that the owner and the callbacks of an unstarted request share.
///
/// The owner or the callbacks may be released first. If the owner (``UnstartedRequestOwner``) is released before
/// the owner starts the request, the request never enters. If the callbacks (``UnstartedRequestCallbacks``) are
/// released without an answer, the request is lost.
@usableFromInline
struct UnstartedRequest: Sendable {
    private struct Shared {
        var state: State
        /// The propagated task-locals, for callbacks that run while the request has no membership.
        let propagated: PropagatedValues?
        var task: HandlerTask?
    }

    private enum State {
        /// The owner has not started the request; the group may be a placeholder.
        case created(in: RequestGroup, Expected)
        /// The owner has started the request, which is entering its group. `further` counts the repeated calls of
        /// `start()`, which the client gets later.
        case entering(Expected, further: Int)
        /// The request has entered, and waits for a permit or was rejected. A lost request has no membership.
        case waiting(Membership?, further: Int)
        /// The client has started the request. The membership is `nil` outside any group, and for a request that was
        /// lost or abandoned.
        case started(Membership?)

        var membership: Membership? {
            get {
                switch self {
                case .created, .entering: nil
                case .waiting(let membership, _), .started(let membership): membership
                }
            }
            set {
                switch self {
                case .created, .entering: break
                case .waiting(_, let further): self = .waiting(newValue, further: further)
                case .started: self = .started(newValue)
                }
            }
        }

        var mayEnter: Bool {
            switch self {
            case .created, .entering: true
            case .waiting, .started: false
            }
        }

        /// Changes the `Expected` value; returns `false` if the request has entered or was abandoned.
        mutating func changeExpected(_ change: (inout Expected) -> Void) -> Bool {
            switch self {
            case .created(let group, var expected):
                change(&expected)
                self = .created(in: group, expected)
            case .entering(var expected, let further):
                change(&expected)
                self = .entering(expected, further: further)
            case .waiting, .started: return false
            }
            return true
        }
    }

    private typealias Action = @Sendable (Membership) -> Void

    /// The actions to perform when the request gets its membership.
    private struct Expected {
        var actions: [Action] = []
        /// A Boolean value that indicates whether all callbacks have been released.
        var isLost = false
    }

    private let shared: Locked<Shared>

    /// Creates the state of a request that belongs to the current group, if there is one.
    init(propagating propagated: PropagatedValues?) {
        let state = State.created(in: .currentOrPlaceholder, Expected())
        shared = Locked(Shared(state: state, propagated: propagated))
    }

    /// Creates the state of a request that other code has already started.
    init() {
        shared = Locked(Shared(state: .started(nil), propagated: nil))
    }
}

// MARK: - Starting

extension UnstartedRequest {
    /// Records a call of the owner's `start()`.
    ///
    /// The first time, the request enters the returned group. After the client has started the request, `calls` is 1:
    /// the client gets this call at once. In between, `calls` is 0: `enter(_:begins:)` or `begin()` counts this call in
    /// its result. No call is dropped, because a client such as `URLSession` counts the calls.
    func start() -> (group: RequestGroup?, calls: Int) {
        shared.withLock { shared in
            switch shared.state {
            case .created(let group, let expected):
                shared.state = .entering(expected, further: 0)
                return (group, 0)
            case .entering(let expected, let further):
                shared.state = .entering(expected, further: further + 1)
                return (nil, 0)
            case .waiting(let membership, let further):
                shared.state = .waiting(membership, further: further + 1)
                return (nil, 0)
            case .started: return (nil, 1)
            }
        }
    }

    /// Records the membership (`nil` outside any group), and performs the actions that wait for the membership.
    ///
    /// The result is the number of start calls to pass to the client now: 0 unless `begins` is true, and more than 1 if
    /// the owner has called `start()` again meanwhile.
    func enter(_ membership: Membership?, begins: Bool) -> Int {
        let (actions, calls) = shared.withLock { shared -> ([Action], Int) in
            guard case .entering(let expected, let further) = shared.state else { return ([], 0) }
            let kept = expected.isLost ? nil : membership
            shared.state = begins ? .started(kept) : .waiting(kept, further: further)
            return (expected.actions, begins ? 1 + further : 0)
        }
        if let membership {
            for action in actions { action(membership) }
        }
        return calls
    }

    /// Records that the client starts a request that has waited; returns the number of start calls for the client.
    func begin() -> Int {
        shared.withLock { shared in
            guard case .waiting(let membership, let further) = shared.state else { return 0 }
            shared.state = .started(membership)
            return 1 + further
        }
    }

    /// Abandons the request unless the request was started; returns `true` if the request is abandoned.
    func abandon() -> Bool {
        // Release the old state after unlocking, because the state may have the last reference to the group.
        let before = shared.withLock { shared -> State? in
            guard case .created = shared.state else { return nil }
            defer { shared.state = .started(nil) }
            return shared.state
        }
        return before != nil
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
    var membership: Membership? { shared.withLock(\.state.membership) }

    var propagated: PropagatedValues? { shared.withLock(\.propagated) }

    fileprivate func loseAnswer() {
        // Release the old state after unlocking, because releasing the membership loses the request.
        let before = shared.withLock { shared in
            defer {
                // Keep the actions of `Expected`: an action may record an answer that came before the callbacks were
                // released. The action then ends the request when the request enters, so the request does not count as
                // lost.
                let hasEntered = !shared.state.changeExpected { $0.isLost = true }
                if hasEntered { shared.state.membership = nil }
            }
            return shared.state
        }
        withExtendedLifetime(before) {}
    }

    /// Performs the action with the membership, at once or when the request enters.
    func whenEntered(_ action: @escaping @Sendable (Membership) -> Void) {
        let membership = shared.withLock { shared in
            let isExpected = shared.state.changeExpected { $0.actions.append(action) }
            return isExpected ? nil : shared.state.membership
        }
        if let membership { action(membership) }
    }

    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        let (membership, mayEnter) = membership(orRunning: callback)
        if let membership { return membership.answer(error, callback) }
        // Record the answer, so that a request that was cancelled before its start also fails in its group.
        if mayEnter { settle(error) }
    }

    func runFinally(_ callback: () -> Void) {
        let (membership, mayEnter) = membership(orRunning: callback)
        if let membership { return membership.runFinally(callback) }
        if mayEnter { whenEntered { $0.runFinally {} } }
    }

    /// Returns the membership, and whether the request may enter later; without a membership, runs the callback.
    func membership(
        orRunning callback: () -> Void
    ) -> (membership: Membership?, mayEnter: Bool) {
        let (membership, mayEnter, propagated) = shared.withLock {
            ($0.state.membership, $0.state.mayEnter, $0.propagated)
        }
        if membership == nil { propagated.run(callback) }
        return (membership, mayEnter)
    }

    func settle(_ error: (any Error)?) {
        whenEntered { $0.settle(error) }
    }
}

extension UnstartedRequest {
    /// Stores the session task, which the handler of the request takes when the task ends.
    func setTask(_ task: HandlerTask) {
        shared.withLock { $0.task = task }
    }

    /// Removes and returns the task, because the handler needs the task only once.
    func takeTask() -> HandlerTask? {
        shared.withLock { $0.task.take() }
    }

    /// Records that the task is about to be cancelled, or is passed to code that may cancel the task.
    func recordCancelling() {
        shared.withLock { $0.task?.mayBeCancelled = true }
    }
}
