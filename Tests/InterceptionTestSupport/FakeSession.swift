@testable import Interception

/// A session that follows Apple's documented rules for delegates, and records violations.
///
/// - It calls each method on the delegate of the task if that implements it, else on the delegate of the session.
/// - The delegate of a task can be set until the task is resumed, and never in the background.
/// - The task retains its delegate until it has ended.
/// - `didCreateTask` is called before the creating method returns.
/// - A task with a handler calls no delegate method for data or its end.
///
/// All calls are on one thread: work on the delegate queue runs before the next method is called.
final class FakeSession {
    let delegate: (any FakeDelegate)?
    let isInBackground: Bool
    /// The exceptions that a real session would have raised.
    private(set) var exceptions: [String] = []
    var queue: [() -> Void] = []
    private var taskCount = 0

    init(_ delegate: (any FakeDelegate)?, isInBackground: Bool = false) {
        self.delegate = delegate
        self.isInBackground = isInBackground
    }

    func makeTask(hasHandler: Bool = false) -> FakeTask {
        taskCount += 1
        let task = FakeTask(identifier: taskCount, session: self, hasHandler: hasHandler)
        if let delegate, delegate.implements(.created) { delegate.handle(.created, of: task) }
        return task
    }

    fileprivate func raise(_ exception: String) { exceptions.append(exception) }

    /// Calls a delegate method on the delegate that implements it.
    func call(_ method: DelegateMethod, of task: FakeTask, becoming other: FakeTask? = nil) {
        drainQueue()
        if task.hasHandler, method == .received || method == .responded || method == .ended {
            return
        }
        let delegates = [method.isAboutSession ? nil : task.delegate, delegate].compactMap { $0 }
        task.other = other
        delegates.first { $0.implements(method) }?.handle(method, of: task)
        task.other = nil
    }

    /// Ends a task like a session: calls its handler or its last delegate method.
    func end(_ task: FakeTask) {
        task.progress = .over
        call(.ended, of: task)
        if task.hasHandler { task.handler?() }
        task.forgetDelegate()
        drainQueue()
    }

    /// Turns a data task into a download, which may keep its identifier and its delegate: Apple documents neither.
    func becomeDownload(_ task: FakeTask, hasDelegate: Bool, isSame: Bool) -> FakeTask {
        if !isSame { taskCount += 1 }
        let identifier = isSame ? task.identifier : taskCount
        let download = FakeTask(identifier: identifier, session: self, hasHandler: false)
        download.progress = .running
        if hasDelegate { download.inheritDelegate(of: task) }
        call(.becameDownload, of: task, becoming: download)
        task.progress = .over
        task.forgetDelegate()
        drainQueue()
        return download
    }

    func drainQueue() { while !queue.isEmpty { queue.removeFirst()() } }
}

extension DelegateMethod {
    fileprivate var isAboutSession: Bool {
        self == .invalidated || self == .sessionChallenge || self == .backgroundEventsDelivered
    }

    /// A Boolean value that indicates, by its name, whether the method is about a task that can be in a group.
    var isOfTask: Bool {
        ["task", "dataTask", "downloadTask"].contains { rawValue.hasPrefix("URLSession:\($0)") }
    }
}

final class FakeTask {
    let identifier: Int
    let hasHandler: Bool
    unowned let session: FakeSession
    var progress = DelegateRouting.TaskState.Progress.idle
    var handler: (() -> Void)?
    /// The task that this task becomes, while a delegate method reports it.
    fileprivate(set) var other: FakeTask?
    private(set) var delegate: (any FakeDelegate)?

    fileprivate init(identifier: Int, session: FakeSession, hasHandler: Bool) {
        self.identifier = identifier
        self.session = session
        self.hasHandler = hasHandler
    }

    func set(_ delegate: (any FakeDelegate)?) {
        if session.isInBackground { return session.raise("a delegate in the background") }
        if progress != .idle { return session.raise("a delegate after the task was resumed") }
        self.delegate = delegate
    }

    func resume() { if progress == .idle { progress = .running } }

    fileprivate func inheritDelegate(of task: FakeTask) { delegate = task.delegate }
    fileprivate func forgetDelegate() { delegate = nil }
}

protocol FakeDelegate: AnyObject {
    func implements(_ method: DelegateMethod) -> Bool
    func handle(_ method: DelegateMethod, of task: FakeTask)
}

/// A delegate that implements some methods, and records their calls.
final class FakeUserDelegate: FakeDelegate {
    private let name: String
    private let methods: Set<DelegateMethod>
    private let log: FakeLog
    var onCreation: ((FakeTask) -> Void)?

    init(_ name: String, implements methods: Set<DelegateMethod>, _ log: FakeLog) {
        self.name = name
        self.methods = methods
        self.log = log
    }

    func implements(_ method: DelegateMethod) -> Bool {
        methods.contains(method) || onCreation != nil && method == .created
    }

    func handle(_ method: DelegateMethod, of task: FakeTask) {
        if method == .created { onCreation?(task) }
        guard methods.contains(method) else { return }
        log.note("\(name): \(method)", of: method)
    }
}

/// A record of delegate calls, and of requests that have left the group.
final class FakeLog {
    /// The calls, in order, each with its delegate.
    private(set) var calls: [String] = []
    /// The calls for a task outside its group.
    private(set) var callsOutside: [String] = []
    /// The endings of the group's requests, in order.
    private(set) var ends: [String] = []
    private var isInGroup = false

    fileprivate func note(_ event: String, of method: DelegateMethod) {
        calls.append(event)
        if method.isOfTask, !isInGroup { callsOutside.append(event) }
    }

    func inGroup(_ body: () -> Void) {
        isInGroup = true
        body()
        isInGroup = false
    }

    func noteEnd(_ end: String) {
        ends.append(calls.isEmpty ? end : "\(end) after \(calls[calls.count - 1])")
    }
}
