@testable import Interception

/// A session that keeps the rules that Apple documents for its delegates, and notes what is against them.
///
/// - Each method is called on the delegate of the task if that one implements it, else on the delegate of
///   the session.
/// - The delegate of a task can be set until the task is resumed; never in the background.
/// - The task keeps it until it has ended.
/// - `didCreateTask` is called before the method returns that creates the task.
/// - A task with a handler tells no delegate of data and of its end.
///
/// Everything happens on one thread: what is on the delegate queue runs before the next method is called.
final class FakeSession {
    let delegate: (any FakeDelegate)?
    let isInBackground: Bool
    /// What would have ended the process.
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
        if let delegate, delegate.implements(.created) { delegate.hear(.created, of: task) }
        return task
    }

    fileprivate func raise(_ exception: String) {
        exceptions.append(exception)
    }

    /// Calls a method, on whom it concerns.
    func call(_ method: DelegateMethod, of task: FakeTask, becoming other: FakeTask? = nil) {
        drainQueue()
        if task.hasHandler, method == .received || method == .responded || method == .ended {
            return
        }
        let delegates = [method.isAboutSession ? nil : task.delegate, delegate].compactMap { $0 }
        task.other = other
        delegates.first { $0.implements(method) }?.hear(method, of: task)
        task.other = nil
    }

    /// Ends a task, as the session does: its handler is called, or its last method.
    func end(_ task: FakeTask) {
        task.progress = .over
        call(.ended, of: task)
        if task.hasHandler { task.handler?() }
        task.forgetDelegate()
        drainQueue()
    }

    /// Goes on with a download in place of a data task.
    ///
    /// Neither whether it has another identifier nor whether it has the delegate of the task is documented.
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

    func drainQueue() {
        while !queue.isEmpty { queue.removeFirst()() }
    }
}

extension DelegateMethod {
    fileprivate var isAboutSession: Bool {
        self == .invalidated || self == .sessionChallenge || self == .backgroundEventsDelivered
    }

    /// Whether it is about a task that can be in a group, by what it is called.
    var isOfTask: Bool {
        ["task", "dataTask", "downloadTask"].contains { rawValue.hasPrefix("URLSession:\($0)") }
    }
}

/// A task of a ``FakeSession``.
final class FakeTask {
    let identifier: Int
    let hasHandler: Bool
    unowned let session: FakeSession
    var progress = DelegateRouting.TaskState.Progress.idle
    var handler: (() -> Void)?
    /// What it becomes, while a delegate is told so.
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

    func resume() {
        if progress == .idle { progress = .running }
    }

    fileprivate func inheritDelegate(of task: FakeTask) {
        delegate = task.delegate
    }

    fileprivate func forgetDelegate() {
        delegate = nil
    }
}

protocol FakeDelegate: AnyObject {
    func implements(_ method: DelegateMethod) -> Bool
    func hear(_ method: DelegateMethod, of task: FakeTask)
}

/// A delegate that implements some methods, and writes down what it is told.
final class FakeUserDelegate: FakeDelegate {
    private let name: String
    private let methods: Set<DelegateMethod>
    private let log: FakeLog
    /// What it does when a task has been created.
    var onCreation: ((FakeTask) -> Void)?

    init(_ name: String, implements methods: Set<DelegateMethod>, _ log: FakeLog) {
        self.name = name
        self.methods = methods
        self.log = log
    }

    func implements(_ method: DelegateMethod) -> Bool {
        methods.contains(method) || onCreation != nil && method == .created
    }

    func hear(_ method: DelegateMethod, of task: FakeTask) {
        if method == .created { onCreation?(task) }
        guard methods.contains(method) else { return }
        log.note("\(name): \(method)", of: method)
    }
}

/// What delegates were told, and what became of the group meanwhile.
final class FakeLog {
    /// What was told to whom, in order.
    private(set) var told: [String] = []
    /// What was told of a task outside its group.
    private(set) var toldOutside: [String] = []
    /// How the requests of the group have left it, in order.
    private(set) var ends: [String] = []
    private var isInGroup = false

    fileprivate func note(_ event: String, of method: DelegateMethod) {
        told.append(event)
        if method.isOfTask, !isInGroup { toldOutside.append(event) }
    }

    func inGroup(_ body: () -> Void) {
        isInGroup = true
        body()
        isInGroup = false
    }

    func noteEnd(_ end: String) {
        ends.append(told.isEmpty ? end : "\(end) after \(told[told.count - 1])")
    }
}
