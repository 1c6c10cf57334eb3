/// The rules by which tasks of a session get a proxy, and a proxy chooses the delegate to call, on Apple's platforms.
///
/// A session calls each method on the task's delegate, or on the session's delegate if the task's delegate
/// does not implement the method. The delegate of a task can be set until the first resume of the task.
/// Setting the delegate later, or at any time in a background session, raises an exception. A task retains
/// its delegate until the task has ended.
///
/// The rules use no session, so tests run on every platform. DelegateProxy+Apple.swift and
/// TaskDelegates+Apple.swift apply the rules.
struct DelegateRouting: Equatable, Sendable {
    enum SessionDelegate: CaseIterable {
        /// A proxy of this library.
        case ours
        case none
        /// A delegate without a proxy, because the wrapper did not create the session.
        case foreign
    }

    /// The receivers that can be set on the tasks of the session.
    enum Tasks: CaseIterable {
        case delegatesAndHandlers
        case handlers
        case neither
    }

    let sessionDelegate: SessionDelegate
    let tasks: Tasks
}

extension DelegateRouting {
    /// A Boolean value that indicates whether a proxy on each task receives the end of a task without a handler.
    var setsProxies: Bool { sessionDelegate != .ours && tasks == .delegatesAndHandlers }

    // With a handler, a task would not report its data to a foreign delegate.
    /// A Boolean value that indicates whether the wrapper adds a handler to a task that the caller gave none.
    var addsHandlers: Bool { sessionDelegate == .none && tasks == .handlers }
}

// MARK: - Setting a delegate

extension DelegateRouting {
    /// The state of a task when a step is chosen for the task.
    struct TaskState {
        enum Progress: CaseIterable {
            case idle
            case running
            /// The task has ended or is ending; the session may have reported the end already.
            case over
        }

        enum Delegate: CaseIterable {
            case none
            case ours
            /// A delegate of the user, with (`receivingEnd`) or without (`leavingEnd`) the method for the end of a task.
            case receivingEnd, leavingEnd
        }

        var progress: Progress
        var delegate: Delegate
        /// A Boolean value that indicates whether a handler, not a delegate, receives the end.
        var hasHandler: Bool
        /// A Boolean value that indicates whether the user resumes the bare session task, not the wrapper.
        var isBare: Bool
    }

    enum Step {
        case nothing
        /// Set a proxy that forwards to the task's delegate, if the task has a delegate. If the proxy implements no
        /// method, only its release matters: the release shows that the user has set another delegate.
        case setProxy
        /// Fail the request, because the wrapper will not receive the end of the task.
        case giveUp
        /// End the request, because the session may have reported the end of the task already.
        case end
    }

    /// Returns the step to take, so that the wrapper receives the end of a task in a group.
    func step(for task: TaskState) -> Step {
        switch task.delegate {
        case .ours: return .nothing
        // The task has accepted a delegate of the user, so the task also accepts a proxy.
        case .receivingEnd, .leavingEnd:
            if task.progress == .idle { return .setProxy }
            if task.delegate == .leavingEnd, sessionDelegate == .ours { return .nothing }
        case .none:
            if sessionDelegate == .ours {
                let mayGetOne = tasks == .delegatesAndHandlers && task.progress == .idle
                return mayGetOne && task.isBare && !task.hasHandler ? .setProxy : .nothing
            }
            guard setsProxies else { return .nothing }
            if task.progress == .idle { return task.hasHandler ? .nothing : .setProxy }
        }
        if task.hasHandler { return .nothing }
        return task.progress == .over ? .end : .giveUp
    }

    /// Returns whether the wrapper receives the end of a task whose delegate the user has replaced.
    func receivesEnd(newDelegateImplementsEnd: Bool) -> Bool {
        sessionDelegate == .ours && !newDelegateImplementsEnd
    }

    /// Returns whether the wrapper receives the end of a download that has replaced a data task.
    ///
    /// The wrapper sets no delegate on the download. Apple does not document whether the download has been
    /// resumed already, and setting a delegate would then raise an exception.
    func receivesEnd(downloadHasProxy: Bool) -> Bool {
        sessionDelegate == .ours || downloadHasProxy
    }
}

// MARK: - Methods of a proxy

extension DelegateRouting {
    enum Place: CaseIterable {
        case sessionDelegate
        /// The delegate of a task without a handler.
        case taskDelegate
        /// The delegate of a task with a handler.
        case handledTaskDelegate
    }

    /// Returns whether a proxy claims to implement a method.
    ///
    /// `isImplemented` refers to the delegate that the proxy wraps. `sessionImplements` refers to the
    /// session's delegate, if the proxy belongs to a task.
    func implements(
        _ method: DelegateMethod,
        at place: Place,
        isImplemented: Bool,
        sessionImplements: Bool
    ) -> Bool {
        if isImplemented { return true }
        let usesSession = usesSessionDelegate(for: method, at: place, sessionImplements)
        return switch place {
        // After `invalidated` the session calls no callback of the remaining tasks, so the proxy removes their entries.
        case .sessionDelegate: method.endsOrMoves || method == .invalidated
        case .taskDelegate: sessionDelegate != .ours && (method.endsOrMoves || usesSession)
        case .handledTaskDelegate: sessionDelegate == .foreign && usesSession
        }
    }

    /// Returns whether a proxy of a task calls the session's delegate for a method that the task's delegate lacks.
    ///
    /// If the task had no proxy, the session itself would call the session's delegate.
    func usesSessionDelegate(
        for method: DelegateMethod,
        at place: Place,
        _ sessionImplements: Bool
    ) -> Bool {
        place != .sessionDelegate && sessionImplements && method.isInGroup
    }
}
