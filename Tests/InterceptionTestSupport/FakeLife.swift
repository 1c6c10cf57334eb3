@testable import Interception

/// One way in which a task of a ``FakeSession`` can live, in which one method is called beside the last.
struct FakeLife: CustomStringConvertible {
    /// When a task gets a delegate of its own.
    enum Setting: CaseIterable {
        case none
        /// By the delegate of the session, when the task has been created.
        case early
        /// By its user, who has just got the task.
        case late
    }

    enum Change {
        case download(hasDelegate: Bool, isSame: Bool)
        case stream
    }

    struct Record {
        let told: [String]
        let toldOutside: [String]
        let ends: [String]
        let exceptions: [String]
        /// Whose delegate the task has when it is resumed: the user's, or something of ours.
        let delegateWhenResumed: String?
    }

    let method: DelegateMethod
    let sessionDelegate: DelegateRouting.SessionDelegate
    let sessionImplements: Bool
    let sessionHearsEnd: Bool
    let taskDelegate: Setting
    let taskImplements: Bool
    let taskHearsEnd: Bool
    let isOwn: Bool
    let hasHandler: Bool
    let isInGroup: Bool

    /// Every way for a method in a session that is not in the background, as far as there is one.
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
                        isOwn: choice(4),
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
        return "\(method), \(session), \(task), own \(isOwn), handler \(hasHandler), "
            + "group \(isInGroup)"
    }

    var routing: DelegateRouting {
        DelegateRouting(sessionDelegate: sessionDelegate, tasks: .delegatesAndHandlers)
    }

    // MARK: What has to become of it

    /// Whether its user sets a delegate after it has entered its group.
    private var isReplaced: Bool { isOwn && taskDelegate == .late }

    /// Whether nobody of ours hears of its end.
    var isLost: Bool {
        isReplaced && !hasHandler && (sessionDelegate != .ours || taskHearsEnd)
    }

    /// Whether it can become another task, and is followed then.
    var mayBecome: Bool { isInGroup && !hasHandler && !isReplaced }

    /// Whether something happens to it before it enters its group.
    var isLate: Bool { isInGroup && !isOwn && taskDelegate != .early }

    /// Whether something may be told outside the group: there is no way to come before it.
    func mayBeOutside(_ event: String) -> Bool {
        if event.hasPrefix("task") { return isReplaced }
        return switch sessionDelegate {
        case .ours: isLost
        case .none: false
        // Without a proxy the session tells its delegate itself.
        case .foreign: isReplaced || hasHandler && taskDelegate == .none
        }
    }

    // MARK: Living it

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
            wrapper?.makeTask(isOwn: isOwn, isInGroup: isInGroup, hasHandler: hasHandler)
            ?? session.makeTask(hasHandler: hasHandler)
        if taskDelegate == .late { task.set(taskUser) }
        if resumedBefore { task.resume() }
        if let wrapper, isInGroup, !isOwn { wrapper.resume(task) } else { task.resume() }
        let delegate = task.delegate.map { $0 === taskUser ? "task" : "ours" }
        switch change {
        case .download(let hasDelegate, let isSame):
            task = session.becomeDownload(task, hasDelegate: hasDelegate, isSame: isSame)
        case .stream: session.call(.becameStream, of: task)
        case nil: break
        }
        if change == nil || method == .downloaded {
            // Those two are called anyway.
            if method != .ended, method != .created { session.call(method, of: task) }
            session.end(task)
        }
        return Record(
            told: log.told,
            toldOutside: log.toldOutside,
            ends: log.ends,
            exceptions: session.exceptions,
            delegateWhenResumed: delegate
        )
    }
}
