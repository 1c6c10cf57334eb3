/// Who hears of the tasks of one session on Apple's platforms, and what has to be set for that.
///
/// A session there looks for each method by itself: it calls the delegate of the task, and its own
/// delegate what that one does not implement. The delegate of a task can be set until the task is
/// resumed for the first time. Setting it later raises an exception, and so it always does in a
/// session in the background. The task keeps its delegate until it has ended.
///
/// These are the decisions alone, without a session, so that they can be tested on every platform.
/// DelegateProxy+Apple.swift and TaskDelegates+Apple.swift carry them out.
struct DelegateRouting: Equatable, Sendable {
    enum SessionDelegate: CaseIterable {
        /// A proxy of ours.
        case ours
        case none
        /// One that knows nothing of groups.
        case foreign
    }

    /// What a task of the session can be given.
    enum Tasks: CaseIterable {
        case delegatesAndHandlers
        case handlers
        case neither
    }

    let sessionDelegate: SessionDelegate
    let tasks: Tasks
}

// MARK: - The end of a task

extension DelegateRouting {
    /// Who hears that a task without a handler has ended.
    enum End {
        /// The delegate of the session, unless the delegate of the task does.
        case sessionDelegate
        /// A proxy that is set on the task.
        case taskDelegate
        /// A handler, which has nothing else to do.
        case handler
        case nobody
    }

    var endOfTasks: End {
        switch (sessionDelegate, tasks) {
        case (.ours, _): .sessionDelegate
        case (_, .delegatesAndHandlers): .taskDelegate
        case (.none, .handlers): .handler
        // A task with a handler would tell the delegate of its session nothing of data.
        case (.foreign, .handlers), (_, .neither): .nobody
        }
    }
}

// MARK: - Setting a delegate

extension DelegateRouting {
    /// A task, as it is when it enters its group, or is created in it.
    struct TaskState {
        enum Progress: CaseIterable {
            /// Created, and not resumed.
            case idle
            case running
            /// Its end has come, or is on its way, to whom is not known.
            case over
        }

        enum Delegate: CaseIterable {
            case none
            case ours
            /// One of the user's that implements the last method, or leaves it to the session's.
            case hearingEnd, leavingEnd
        }

        var progress: Progress
        var delegate: Delegate
        /// Its end is told to a handler, and to no delegate.
        var hasHandler: Bool
        /// Its user can set a delegate of it, and resume it, when nobody looks.
        var isOwn: Bool
    }

    enum Step {
        case nothing
        /// Set a proxy, before the delegate that the task has, if it has one.
        case standBefore
        /// Set an object that implements no method, and whose release tells that there is another delegate.
        case watch
        /// The end of the task will not be heard: its group cannot wait for it.
        case giveUp
        /// The end of the task may have been told already: end it in its group.
        case end
    }

    /// What to do about a task of a group; about one outside any group nothing ever is.
    func step(for task: TaskState) -> Step {
        switch task.delegate {
        case .ours: return .nothing
        // Whatever has a delegate can be given another one.
        case .hearingEnd, .leavingEnd:
            if task.progress == .idle { return .standBefore }
            if task.delegate == .leavingEnd, sessionDelegate == .ours { return .nothing }
        case .none:
            if sessionDelegate == .ours {
                let mayGetOne = tasks == .delegatesAndHandlers && task.progress == .idle
                return mayGetOne && task.isOwn && !task.hasHandler ? .watch : .nothing
            }
            guard endOfTasks == .taskDelegate else { return .nothing }
            if task.progress == .idle { return task.hasHandler ? .nothing : .standBefore }
        }
        if task.hasHandler { return .nothing }
        return task.progress == .over ? .end : .giveUp
    }

    /// Whether the end of a task is still heard whose user has set another delegate, which may implement the
    /// last method.
    func hearsEnd(afterReplacementThat takesEnd: Bool) -> Bool {
        sessionDelegate == .ours && !takesEnd
    }

    /// Whether the end of the download is heard that a task has become, which may have its proxy or not.
    ///
    /// Nothing can be set there: whether the download has been resumed is not documented.
    func hearsEnd(ofDownloadThat hasProxy: Bool) -> Bool {
        sessionDelegate == .ours || hasProxy
    }
}

// MARK: - A proxy

extension DelegateRouting {
    /// What a proxy stands before.
    enum Place: CaseIterable {
        case sessionDelegate
        /// The delegate of a task without a handler.
        case taskDelegate
        /// The delegate of a task with a handler.
        case handledTaskDelegate
    }

    /// Whether a proxy says that it implements a method.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - place: where the proxy stands.
    ///   - isImplemented: whether the delegate that it stands before implements the method.
    ///   - isLeft: whether the delegate of the session does, if it stands before that of a task.
    /// - Returns: whether it does.
    func implements(
        _ method: DelegateMethod,
        at place: Place,
        isImplemented: Bool,
        isLeft: Bool
    ) -> Bool {
        if isImplemented { return true }
        switch place {
        case .sessionDelegate:
            // When a session is invalidated, the rest of its tasks has lost the callback.
            return method.endsOrMoves || method == .invalidated
        case .taskDelegate:
            guard sessionDelegate != .ours else { return false }
            return method.endsOrMoves || isLeft && method.meaning != .aside
        case .handledTaskDelegate:
            return sessionDelegate == .foreign && isLeft && method.meaning != .aside
        }
    }

    enum Receiver {
        /// The delegate that the proxy stands before.
        case delegate
        /// The delegate of the session, who would have been told without the proxy.
        case sessionDelegate
        /// Nobody: a session that waits for an answer gets the one that it takes where there is no delegate.
        case nobody
    }

    /// Whom a proxy hands a method to.
    func receiver(
        of method: DelegateMethod,
        at place: Place,
        isImplemented: Bool,
        isLeft: Bool
    ) -> Receiver {
        if isImplemented { return .delegate }
        return place != .sessionDelegate && isLeft && method.meaning != .aside
            ? .sessionDelegate : .nobody
    }
}

extension DelegateMethod {
    /// Whether a task would stay in its group for ever if nobody heard of this.
    fileprivate var endsOrMoves: Bool {
        switch meaning {
        case .goesOn, .end: true
        case .aside, .part: false
        }
    }
}
