import GroupContext

/// The state that the owner and the callbacks of an unstarted request share.
///
/// The owner or the callbacks may be released first. If the owner (``UnstartedRequestOwner``) is released before
/// the owner starts the request, the request never enters. If the callbacks (``UnstartedRequestCallbacks``) are
/// released without an answer, the request is lost.
struct UnstartedRequest: Sendable {
    private struct State {
        var place: Place
        var start: Start
        /// The propagated task-locals, for callbacks that run while the request has no membership.
        let propagated: PropagatedValues?
        var task: HandlerTask?

        mutating func begin() -> Int {
            defer { start = .done }
            return if case .pending(let further) = start { 1 + further } else { 1 }
        }
    }

    private typealias Action = @Sendable (Membership) -> Void

    private enum Place {
        /// The request has not entered its group. The actions wait for the membership, and `isLost` says whether
        /// all callbacks have been released.
        case outside([Action], isLost: Bool)
        case inside(Membership)
        /// The request has ended, was abandoned before its start, or was started without a group.
        case none
    }

    private enum Start {
        /// The request is not started; the group may be a placeholder.
        case awaited(groupAtCreation: RequestGroup)
        /// The owner has started the request, but the client has not, perhaps because the request waits for a
        /// permit. The client gets the `further` repeated starts later.
        case pending(further: Int)
        case done
    }

    private let state: Locked<State>

    /// Creates the state of a request that belongs to the current group, if there is one.
    init(propagating propagated: PropagatedValues?) {
        let start = Start.awaited(groupAtCreation: .currentOrPlaceholder)
        state = Locked(
            State(place: .outside([], isLost: false), start: start, propagated: propagated)
        )
    }

    /// Creates the state of a request that other code has already started.
    init() {
        state = Locked(State(place: .none, start: .done, propagated: nil))
    }
}

// MARK: - Starting

extension UnstartedRequest {
    enum StartCall {
        case first(groupAtCreation: RequestGroup)
        /// The start is still delayed; the client gets this repeated start later.
        case tooEarly
        case further
    }

    func start() -> StartCall {
        state.withLock { state in
            switch state.start {
            case .awaited(let groupAtCreation):
                state.start = .pending(further: 0)
                return .first(groupAtCreation: groupAtCreation)
            case .pending(let further):
                state.start = .pending(further: further + 1)
                return .tooEarly
            case .done: return .further
            }
        }
    }

    /// Records that the client starts the request; returns the number of starts to pass to the client.
    func begin() -> Int {
        state.withLock { $0.begin() }
    }

    /// Records the membership (`nil` outside any group), and performs the actions that wait for the membership.
    ///
    /// If `begins` is true, the client starts the request now, as many times as the result says.
    func enter(_ membership: Membership?, begins: Bool) -> Int {
        let (actions, calls) = state.withLock { state -> ([Action], Int) in
            let calls = begins ? state.begin() : 0
            guard case .outside(let actions, let isLost) = state.place else { return ([], calls) }
            state.place = .none
            if let membership, !isLost { state.place = .inside(membership) }
            return (actions, calls)
        }
        if let membership {
            for action in actions { action(membership) }
        }
        return calls
    }

    /// Abandons the request unless the request was started; returns `true` if the request is abandoned.
    func abandon() -> Bool {
        // Release the old state after unlocking, because the state may have the last reference to the group.
        let before = state.withLock { state -> State? in
            guard case .awaited = state.start else { return nil }
            defer { (state.place, state.start) = (.none, .done) }
            return state
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
    var membership: Membership? {
        state.withLock { state in
            if case .inside(let membership) = state.place { membership } else { nil }
        }
    }

    var propagated: PropagatedValues? { state.withLock(\.propagated) }

    fileprivate func loseAnswer() {
        let before = state.withLock { state in
            defer {
                // An earlier answer is among the waiting actions. Keep the actions, because this answer ends the
                // request before the loss counts.
                if case .outside(let actions, _) = state.place {
                    state.place = .outside(actions, isLost: true)
                } else {
                    state.place = .none
                }
            }
            return state.place
        }
        withExtendedLifetime(before) {}
    }

    /// Performs the action with the membership, at once or when the request enters.
    func whenEntered(_ action: @escaping @Sendable (Membership) -> Void) {
        let membership = state.withLock { state -> Membership? in
            switch state.place {
            case .outside(let earlier, let isLost):
                state.place = .outside(earlier + [action], isLost: isLost)
            case .inside(let membership): return membership
            case .none: break
            }
            return nil
        }
        if let membership { action(membership) }
    }

    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        switch place(running: callback) {
        case .inside(let membership): membership.answer(error, callback)
        // The answer is recorded, so that a request that is cancelled before its start fails in its group, too.
        case .outside: whenEntered { $0.settle(error) }
        case .none: break
        }
    }

    func runFinally(_ callback: () -> Void) {
        switch place(running: callback) {
        case .inside(let membership): membership.runFinally(callback)
        case .outside: whenEntered { $0.runFinally {} }
        case .none: break
        }
    }

    func settle(_ error: (any Error)?) {
        whenEntered { $0.settle(error) }
    }

    /// Returns the place of the request, and runs the callback unless the request has a membership.
    private func place(running callback: () -> Void) -> Place {
        let (place, propagated) = state.withLock { ($0.place, $0.propagated) }
        if case .inside = place { return place }
        propagated.run(callback)
        return place
    }
}

extension UnstartedRequest {
    /// Records the task that the handler of the request takes.
    func setTask(_ task: HandlerTask) {
        state.withLock { $0.task = task }
    }

    /// Removes and returns the task; its handler is called once.
    func takeTask() -> HandlerTask? {
        state.withLock { $0.task.take() }
    }

    /// Records that the task is about to be cancelled, or is passed to code that may cancel the task.
    func recordCancelling() {
        state.withLock { $0.task?.mayBeCancelled = true }
    }
}
