import GroupContext

/// The state of an unstarted request, which its owner and its callbacks share.
///
/// Either may be released first. If the owner (``StartingEnd``) is released before it starts the request, the request
/// never enters. If the callbacks (``AnsweringEnd``) are released without an answer, the request is lost.
final class PreparedRequest: Sendable {
    private struct State {
        var place: Place
        var start = Start.awaited
        var task: OwnTask?
    }

    private enum Place {
        /// Not entered: the way to enter, actions that wait for the membership, and whether all callbacks are
        /// released.
        case outside(Home, admit: Admit, [@Sendable (Membership) -> Void], isLost: Bool)
        /// Entering: the actions that wait for the membership, and whether all callbacks are released.
        case entering([@Sendable (Membership) -> Void], isLost: Bool)
        case inside(Membership)
        /// Ended, abandoned before its start, or started without a group.
        case none
    }

    private enum Start {
        case awaited
        /// Started by its owner, but not in the client yet: it may wait for a permit, or never start. `further`
        /// counts the repeated calls.
        case pending(further: Int)
        case done
    }

    enum Home {
        case group(RequestGroup)
        /// No group: it was created in `withoutRequestGroup`.
        case none
        case later

        static var here: Self {
            if let group = RequestGroup.current { return .group(group) }
            return RequestGroup.isExcluded ? .none : .later
        }

        fileprivate var group: RequestGroup? {
            switch self {
            case .group(let group): group
            case .none: nil
            case .later: RequestGroup.current
            }
        }
    }

    /// The closure that enters a group; it is released after use, because it may retain user objects.
    typealias Admit = @Sendable (RequestGroup?, () -> RequestHandle?) -> Admission?

    private let state: Locked<State>

    /// The propagated task-locals, for a request that never enters; its membership has its own copy.
    let carried: CapturedTaskLocals?

    init(home: Home, carrying carried: CapturedTaskLocals? = nil, admit: @escaping Admit) {
        state = Locked(State(place: .outside(home, admit: admit, [], isLost: false)))
        self.carried = carried
    }

    /// Creates the state of a request that was started elsewhere, where its group is known.
    init() {
        state = Locked(State(place: .none, start: .done))
        carried = nil
    }
}

// MARK: - Starting it

extension PreparedRequest {
    enum StartCall {
        case first
        /// The start is delayed; the call is passed to the client after it.
        case tooEarly
        case further
    }

    /// Records a call to start the request.
    func noteStart() -> StartCall {
        state.withLock { state in
            switch state.start {
            case .awaited:
                state.start = .pending(further: 0)
                return .first
            case .pending(let further):
                state.start = .pending(further: further + 1)
                return .tooEarly
            case .done: return .further
            }
        }
    }

    /// Records that the client starts the request; returns the number of calls to pass to it.
    func noteBeginning() -> Int {
        state.withLock { state in
            defer { state.start = .done }
            return if case .pending(let further) = state.start { 1 + further } else { 1 }
        }
    }

    /// Enters the group at the first call; returns `nil` at later calls and without a group.
    func enter(_ handle: () -> RequestHandle?) -> Admission? {
        let before = state.withLock { state in
            defer {
                if case .outside(_, _, let wishes, let isLost) = state.place {
                    state.place = .entering(wishes, isLost: isLost)
                }
            }
            return state.place
        }
        guard case .outside(let home, let admit, _, _) = before else { return nil }
        let admission = admit(home.group, handle)
        let wishes = state.withLock { state -> [@Sendable (Membership) -> Void] in
            guard case .entering(let wishes, let isLost) = state.place else { return [] }
            state.place = .none
            if let admission, !isLost { state.place = .inside(admission.membership) }
            return wishes
        }
        guard let admission else { return nil }
        for wish in wishes { wish(admission.membership) }
        return admission
    }

    var wasStarted: Bool {
        state.withLock { state in
            if case .awaited = state.start { false } else { true }
        }
    }

    /// Abandons the request, which then never enters.
    func abandon() {
        // Release the old state after unlocking: it may hold the last reference to the group.
        let before = state.withLock { state in
            defer { if case .outside = state.place { state.place = .none } }
            return state.place
        }
        withExtendedLifetime(before) {}
    }
}

// MARK: - The callbacks

/// An object that only the callbacks of a request retain; its release means that no answer can come.
@usableFromInline
final class AnsweringEnd: Sendable {
    let request: PreparedRequest

    init(_ request: PreparedRequest) {
        self.request = request
    }

    deinit {
        request.loseAnswer()
    }
}

extension PreparedRequest {
    var membership: Membership? {
        state.withLock { state in
            if case .inside(let membership) = state.place { membership } else { nil }
        }
    }

    fileprivate func loseAnswer() {
        let before = state.withLock { state in
            defer {
                // A recorded answer is among the waiting actions, and ends the request before the loss counts.
                switch state.place {
                case .outside(let home, let admit, let wishes, _):
                    state.place = .outside(home, admit: admit, wishes, isLost: true)
                case .entering(let wishes, _): state.place = .entering(wishes, isLost: true)
                case .inside, .none: state.place = .none
                }
            }
            return state.place
        }
        withExtendedLifetime(before) {}
    }

    /// Calls the action with the membership, at once or when the request enters.
    func whenEntered(_ wish: @escaping @Sendable (Membership) -> Void) {
        let membership = state.withLock { state -> Membership? in
            switch state.place {
            case .outside(let home, let admit, let earlier, let isLost):
                state.place = .outside(home, admit: admit, earlier + [wish], isLost: isLost)
            case .entering(let earlier, let isLost):
                state.place = .entering(earlier + [wish], isLost: isLost)
            case .inside(let membership): return membership
            case .none: break
            }
            return nil
        }
        if let membership { wish(membership) }
    }

    /// Runs a callback that answers the request.
    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        if let membership { return membership.answer(error, callback) }
        end(
            after: { if let carried { carried.run(callback) } else { callback() } },
            by: { $0.settle(error) }
        )
    }

    /// Runs the callback that the client calls last.
    func finish(_ callback: () -> Void) {
        if let membership { return membership.finish(callback) }
        end(after: { carried.run(callback) }, by: { $0.finish {} })
    }

    /// Records the answer of the request, without a callback.
    func settle(_ error: (any Error)?) {
        end(after: {}, by: { $0.settle(error) })
    }

    /// Runs the callback, and ends the request when it enters.
    ///
    /// A request that is cancelled first and then started thus fails in its group as in its callback.
    private func end(
        after callback: () -> Void,
        by ending: @escaping @Sendable (Membership) -> Void
    ) {
        callback()
        whenEntered(ending)
    }
}

// MARK: - The task

extension PreparedRequest: TaskOwner {
    var ownTask: OwnTask? {
        get { state.withLock { $0.task } }
        set { state.withLock { $0.task = newValue } }
    }

    var isCancelledUnseen: Bool { false }

    /// Records that the task is about to be cancelled, or passed to code that may cancel it.
    func noteCancelling() {
        state.withLock { $0.task?.mayBeCancelled = true }
    }
}
