@testable import Interception

/// One scenario for a task of a ``FakeSession``, with one delegate method besides the last one.
struct FakeLife: CustomStringConvertible {
    /// The time at which a task gets its own delegate.
    enum Setting: CaseIterable {
        case none
        /// Set by the delegate of the session in `didCreateTask`.
        case early
        /// Set by the user after creating the task.
        case late
    }

    enum Change {
        case download(hasDelegate: Bool, isSame: Bool)
        case stream
    }

    struct Record {
        let calls: [String]
        let callsOutside: [String]
        let ends: [String]
        let exceptions: [String]
        /// The owner of the task's delegate when the task is resumed: the user or the library.
        let delegateWhenResumed: String?
    }

    let method: DelegateMethod
    let sessionDelegate: DelegateRouting.SessionDelegate
    let sessionImplements: Bool
    let sessionHearsEnd: Bool
    let taskDelegate: Setting
    let taskImplements: Bool
    let taskHearsEnd: Bool
    let isBare: Bool
    let hasHandler: Bool
    let isInGroup: Bool

    /// Returns every possible scenario of a method in a session that is not in the background.
    static func all(_ method: DelegateMethod) -> [FakeLife] {
        let choices = [true, false]
        var all: [FakeLife] = []
        for kind in DelegateRouting.SessionDelegate.allCases {
            for setting in Setting.allCases {
                for bits in 0..<(1 << 7) {
                    let choice = { (index: Int) in choices[bits >> index & 1] }
                    let life = FakeLife(
                        method: method,
                        sessionDelegate: kind,
                        sessionImplements: choice(0),
                        sessionHearsEnd: choice(1),
                        taskDelegate: setting,
                        taskImplements: choice(2),
                        taskHearsEnd: choice(3),
                        isBare: choice(4),
                        hasHandler: choice(5),
                        isInGroup: choice(6)
                    )
                    if life.isPossible { all.append(life) }
                }
            }
        }
        return all
    }

    private var isPossible: Bool {
        if sessionDelegate == .none {
            if sessionImplements || sessionHearsEnd || taskDelegate == .early { return false }
        }
        return taskDelegate != .none || !taskImplements && !taskHearsEnd
    }

    var description: String {
        let session = "session \(sessionDelegate) \(sessionImplements) \(sessionHearsEnd)"
        let task = "task \(taskDelegate) \(taskImplements) \(taskHearsEnd)"
        return "\(method), \(session), \(task), own \(isBare), handler \(hasHandler), "
            + "group \(isInGroup)"
    }

    var routing: DelegateRouting {
        DelegateRouting(sessionDelegate: sessionDelegate, tasks: .delegatesAndHandlers)
    }

    // MARK: Expected results

    /// A Boolean value that indicates whether the user sets a delegate after the task has entered its group.
    private var isReplaced: Bool { isBare && taskDelegate == .late }

    /// A Boolean value that indicates whether no delegate of the library is notified of the task's end.
    var isLost: Bool { isReplaced && !hasHandler && (sessionDelegate != .ours || taskHearsEnd) }

    /// A Boolean value that indicates whether the task can become another task that the library then follows.
    var mayBecome: Bool { isInGroup && !hasHandler && !isReplaced }

    /// A Boolean value that indicates whether a method may be called before the task enters its group.
    var isLate: Bool { isInGroup && !isBare && taskDelegate != .early }

    /// Returns whether a call of the user's delegate may be outside the group, because no proxy precedes it.
    func mayBeOutside(_ event: String) -> Bool {
        if event.hasPrefix("task") { return isReplaced }
        return switch sessionDelegate {
        case .ours: isLost
        case .none: false
        // Without a proxy the session calls its delegate directly.
        case .foreign: isReplaced || hasHandler && taskDelegate == .none
        }
    }

    // MARK: Running a scenario

    static func userDelegate(
        of kind: DelegateRouting.SessionDelegate,
        implements methods: Set<DelegateMethod> = [],
        _ log: FakeLog
    ) -> FakeUserDelegate? {
        kind == .none ? nil : FakeUserDelegate("session", implements: methods, log)
    }

    private func methods(_ implements: Bool, _ hearsEnd: Bool) -> Set<DelegateMethod> {
        var methods: Set<DelegateMethod> = []
        if implements { methods.formUnion([method, .becameDownload]) }
        if hearsEnd { methods.insert(.ended) } else { methods.remove(.ended) }
        return methods
    }

    func sessionUser(_ log: FakeLog) -> FakeUserDelegate? {
        let methods = methods(sessionImplements, sessionHearsEnd)
        return Self.userDelegate(of: sessionDelegate, implements: methods, log)
    }

    func run(
        isWrapped: Bool = true,
        becoming change: Change? = nil,
        resumedBefore: Bool = false
    ) -> Record {
        let log = FakeLog()
        let sessionUser = sessionUser(log)
        var taskUser: FakeUserDelegate?
        if taskDelegate != .none {
            let methods = methods(taskImplements, taskHearsEnd)
            taskUser = FakeUserDelegate("task", implements: methods, log)
        }
        if taskDelegate == .early { sessionUser?.onCreation = { $0.set(taskUser) } }
        let wrapper = isWrapped ? FakeWrapper(sessionUser, routing, log) : nil
        let session = wrapper?.session ?? FakeSession(sessionUser)
        var task =
            wrapper?.makeTask(isBare: isBare, isInGroup: isInGroup, hasHandler: hasHandler)
            ?? session.makeTask(hasHandler: hasHandler)
        if taskDelegate == .late { task.set(taskUser) }
        if resumedBefore { task.resume() }
        if let wrapper, isInGroup, !isBare { wrapper.resume(task) } else { task.resume() }
        let delegate = task.delegate.map { $0 === taskUser ? "task" : "ours" }
        switch change {
        case .download(let hasDelegate, let isSame):
            task = session.becomeDownload(task, hasDelegate: hasDelegate, isSame: isSame)
        case .stream: session.call(.becameStream, of: task)
        case nil: break
        }
        if change == nil || method == .downloaded {
            // The session calls these two methods in any case.
            if method != .ended, method != .created { session.call(method, of: task) }
            session.end(task)
        }
        return Record(
            calls: log.calls,
            callsOutside: log.callsOutside,
            ends: log.ends,
            exceptions: session.exceptions,
            delegateWhenResumed: delegate
        )
    }
}
