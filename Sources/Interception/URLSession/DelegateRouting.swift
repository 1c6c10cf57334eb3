/// The rules by which proxies are set and called in one session on Apple's platforms.
///
/// There a session calls each method on the task's delegate, or on its own delegate if the task's delegate does
/// not implement the method. A task's delegate can be set until the task is resumed for the first time. Setting
/// it later raises an exception, and in a background session setting it always does. A task retains its
/// delegate until it has ended.
///
/// The rules need no session, so every platform can test them. DelegateProxy+Apple.swift and
/// TaskDelegates+Apple.swift apply them.
struct DelegateRouting: Equatable, Sendable {
    enum SessionDelegate: CaseIterable {
        /// A proxy of this library.
        case ours
        case none
        /// A delegate of a session that the wrapper did not create, without a proxy.
        case foreign
    }

    /// The objects that the tasks of the session accept.
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
    /// The receiver of the end of a task without a handler.
    enum End {
        /// The session's delegate, unless the task's delegate receives the end.
        case sessionDelegate
        /// A proxy that is set on the task.
        case taskDelegate
        /// A handler that does nothing else.
        case handler
        case nobody
    }

    var endOfTasks: End {
        switch (sessionDelegate, tasks) {
        case (.ours, _): .sessionDelegate
        case (_, .delegatesAndHandlers): .taskDelegate
        case (.none, .handlers): .handler
        // A task with a handler would not report its data to the session's delegate.
        case (.foreign, .handlers), (_, .neither): .nobody
        }
    }
}

// MARK: - Setting a delegate

extension DelegateRouting {
    /// The state of a task when it enters its group, or is created in the group.
    struct TaskState {
        enum Progress: CaseIterable {
            /// Created, and not resumed.
            case idle
            case running
            /// The task has ended or is ending; the receiver of its end is not known.
            case over
        }

        enum Delegate: CaseIterable {
            case none
            case ours
            /// A delegate of the user, which implements the method for the end, or leaves it to the session's
            /// delegate.
            case hearingEnd, leavingEnd
        }

        var progress: Progress
        var delegate: Delegate
        /// A Boolean value that indicates whether a handler receives the end, and no delegate.
        var hasHandler: Bool
        /// A Boolean value that indicates whether the task is a bare session task, which its user can resume
        /// unnoticed.
        var isOwn: Bool
    }

    enum Step {
        case nothing
        /// Set a proxy, which forwards to the task's delegate if there is one.
        case standBefore
        /// Set an object without methods, whose release shows that the user has set another delegate.
        case watch
        /// Fail the task in its group, which cannot wait for it: the end of the task goes unnoticed.
        case giveUp
        /// End the task in its group, because its end may already have been reported.
        case end
    }

    /// Returns the step for a task of a group; a task outside any group needs none.
    func step(for task: TaskState) -> Step {
        switch task.delegate {
        case .ours: return .nothing
        // A task with a delegate accepts another one.
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

    /// Returns whether the wrapper still receives the end of a task whose user has set another delegate.
    func hearsEnd(afterReplacementThat takesEnd: Bool) -> Bool {
        sessionDelegate == .ours && !takesEnd
    }

    /// Returns whether the wrapper receives the end of a download that a task has become.
    ///
    /// No delegate can be set then, because Apple does not document whether the download has been resumed.
    func hearsEnd(ofDownloadThat hasProxy: Bool) -> Bool {
        sessionDelegate == .ours || hasProxy
    }
}

// MARK: - A proxy

extension DelegateRouting {
    /// The delegate behind a proxy.
    enum Place: CaseIterable {
        case sessionDelegate
        /// The delegate of a task without a handler.
        case taskDelegate
        /// The delegate of a task with a handler.
        case handledTaskDelegate
    }

    /// Returns whether a proxy claims to implement a method.
    ///
    /// `isImplemented` refers to the delegate behind the proxy; `isLeft` refers to the session's delegate, if
    /// the proxy belongs to a task.
    func implements(
        _ method: DelegateMethod,
        at place: Place,
        isImplemented: Bool,
        isLeft: Bool
    ) -> Bool {
        if isImplemented { return true }
        switch place {
        case .sessionDelegate:
            // When a session is invalidated, the callbacks of its remaining tasks are lost.
            return method.endsOrMoves || method == .invalidated
        case .taskDelegate:
            guard sessionDelegate != .ours else { return false }
            return method.endsOrMoves || isLeft && method.meaning != .aside
        case .handledTaskDelegate:
            return sessionDelegate == .foreign && isLeft && method.meaning != .aside
        }
    }

    enum Receiver {
        /// The delegate behind the proxy.
        case delegate
        /// The session's delegate, which the session would call without the proxy.
        case sessionDelegate
        /// No receiver: a session that waits for an answer gets the default answer.
        case nobody
    }

    /// Returns the receiver to which a proxy forwards a method.
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
    /// A Boolean value that indicates whether a task would stay in its group for ever without a receiver.
    fileprivate var endsOrMoves: Bool {
        switch meaning {
        case .goesOn, .end: true
        case .aside, .part: false
        }
    }
}
