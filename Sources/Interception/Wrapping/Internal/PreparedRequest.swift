import GroupContext

/// A request that was created to be started later: one state, which two ends hold.
///
/// Whoever may start it holds one, the callbacks that may answer it the other, and each may go first. What goes
/// unstarted with its ``StartingEnd`` never enters; what nobody can answer any more, as its ``AnsweringEnd``
/// has gone, has lost its callback.
final class PreparedRequest: Sendable {
    private struct State {
        var place: Place
        var start = Start.awaited
        /// The task, once it has been made, if it is one of a session.
        var task: OwnTask?
    }

    /// Where it is.
    private enum Place {
        /// In no group yet; how it enters, what its roles asked for meanwhile, and whether all callbacks are released.
        case outside(Home, admit: Admit, [@Sendable (Membership) -> Void], isLost: Bool)
        /// Being entered; what its roles asked for meanwhile, and whether all callbacks are released.
        case entering([@Sendable (Membership) -> Void], isLost: Bool)
        case inside(Membership)
        /// In none for good: abandoned before it was started, or started where there is none.
        case none
    }

    /// How far its start has come.
    private enum Start {
        case awaited
        /// On its way, waiting for a slot perhaps, or never to come; how often it was asked for again.
        case pending(further: Int)
        case done
    }

    /// Which group it belongs to.
    enum Home {
        /// The one in which it was created.
        case group(RequestGroup)
        /// None: it was created in `withoutRequestGroup`.
        case none
        /// The one that is current when it is started.
        case later

        /// That of a request that is created here and now.
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

    /// Enters the group, with what the request is cancelled by where that is known; released when it has done so, as it
    /// may hold anything of the user's.
    typealias Admit = @Sendable (RequestGroup?, () -> RequestHandle?) -> Admission?

    private let state: Locked<State>

    /// What goes along of the app with a request that never enters: its membership has it as well.
    let carried: CapturedTaskLocals?

    init(home: Home, carrying carried: CapturedTaskLocals? = nil, admit: @escaping Admit) {
        state = Locked(State(place: .outside(home, admit: admit, [], isLost: false)))
        self.carried = carried
    }

    /// A request that was started elsewhere, and whose group is known there.
    init() {
        state = Locked(State(place: .none, start: .done))
        carried = nil
    }
}

// MARK: - Starting it

extension PreparedRequest {
    /// What a call to start it is.
    enum StartCall {
        case first
        /// The client is told of it as soon as it has been told to start.
        case tooEarly
        case further
    }

    /// It was told to start.
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

    /// The client is told to start now; returns how often.
    func noteBeginning() -> Int {
        state.withLock { state in
            defer { state.start = .done }
            return if case .pending(let further) = state.start { 1 + further } else { 1 }
        }
    }

    /// Enters its group, the first time; `nil` afterwards and outside any group.
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

    /// Whether it was ever told to start.
    var wasStarted: Bool {
        state.withLock { state in
            if case .awaited = state.start { false } else { true }
        }
    }

    /// It can be started no more: it never enters, and keeps no group.
    func abandon() {
        // Released outside the lock, here and below: it may be the last that held the group.
        let before = state.withLock { state in
            defer { if case .outside = state.place { state.place = .none } }
            return state.place
        }
        withExtendedLifetime(before) {}
    }
}

// MARK: - The end of those who answer it

/// What the callbacks of a request hold, and nobody else: when it goes, nobody can answer any more.
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
    /// Its membership, once it has entered.
    var membership: Membership? {
        state.withLock { state in
            if case .inside(let membership) = state.place { membership } else { nil }
        }
    }

    fileprivate func loseAnswer() {
        let before = state.withLock { state in
            defer {
                // An answer that came before is among the wishes: the request ends with that, and not as lost.
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

    /// Asks something of the membership, now or when there is one.
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

    /// Runs a callback that brings an answer.
    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        if let membership { return membership.answer(error, callback) }
        end(
            after: { if let carried { carried.run(callback) } else { callback() } },
            by: { $0.settle(error) }
        )
    }

    /// Runs the callback that comes after all others.
    func finish(_ callback: () -> Void) {
        if let membership { return membership.finish(callback) }
        end(after: { carried.run(callback) }, by: { $0.finish {} })
    }

    /// The request was answered, outside any callback.
    func settle(_ error: (any Error)?) {
        end(after: {}, by: { $0.settle(error) })
    }

    /// Ends the request after the callback, or when it enters: a request that was cancelled first and started then
    /// fails in its group as in its callback.
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

    /// The task is about to be cancelled, or handed to somebody who may cancel it.
    func noteCancelling() {
        state.withLock { $0.task?.mayBeCancelled = true }
    }
}
