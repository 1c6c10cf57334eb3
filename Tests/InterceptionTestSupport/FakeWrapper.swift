@testable import Interception

/// A wrapper of a ``FakeSession`` that follows a ``DelegateRouting``, as the library does for a real session.
final class FakeWrapper {
    let session: FakeSession
    let routing: DelegateRouting
    let log: FakeLog
    fileprivate(set) var members: Set<Int> = []

    /// Wraps a new session, with a proxy of the user's delegate if `routing` asks for one.
    init(_ delegate: FakeUserDelegate?, _ routing: DelegateRouting, _ log: FakeLog) {
        let proxy = routing.sessionDelegate == .ours ? delegate.map { FakeProxy($0) } : nil
        session = FakeSession(proxy ?? delegate, isInBackground: routing.tasks == .neither)
        self.routing = routing
        self.log = log
        proxy?.wrapper = self
    }

    func makeTask(isBare: Bool, isInGroup: Bool = true, hasHandler: Bool = false) -> FakeTask {
        let task = session.makeTask(hasHandler: hasHandler)
        task.handler = { [weak self, identifier = task.identifier] in
            self?.leave(identifier, "answered")
        }
        if isBare, isInGroup { enter(task, isBare: true) }
        return task
    }

    func resume(_ task: FakeTask) {
        enter(task, isBare: false)
        task.resume()
    }

    /// Sets a delegate as `AnyInterceptedTask.delegate` does: a task that has a proxy gets another proxy.
    func setDelegate(_ delegate: FakeUserDelegate, of task: FakeTask) {
        guard let proxy = task.delegate as? FakeProxy else { return task.set(delegate) }
        let watch = proxy.watch.map { _ in FakeWatch(task, self) }
        proxy.watch?.task = nil
        task.set(FakeProxy(delegate, at: proxy.place, of: self, watch: watch))
    }

    private func enter(_ task: FakeTask, isBare: Bool) {
        members.insert(task.identifier)
        let state = DelegateRouting.TaskState(
            progress: task.progress,
            delegate: task.delegate.map(Self.state) ?? .none,
            hasHandler: task.hasHandler,
            isBare: isBare
        )
        switch routing.step(for: state) {
        case .nothing: break
        case .setProxy:
            task.set(
                FakeProxy(
                    task.delegate,
                    at: task.hasHandler ? .handledTaskDelegate : .taskDelegate,
                    of: self,
                    watch: task.hasHandler ? nil : FakeWatch(task, self)
                )
            )
        case .giveUp: leave(task.identifier, "untracked")
        case .end: leave(task.identifier, "ended")
        }
    }

    private static func state(of delegate: any FakeDelegate) -> DelegateRouting.TaskState.Delegate {
        if delegate is FakeProxy { return .ours }
        return delegate.implements(.ended) ? .receivingEnd : .leavingEnd
    }

    fileprivate func leave(_ identifier: Int, _ how: String) {
        if members.remove(identifier) != nil { log.noteEnd(how) }
    }
}

/// A proxy of the delegate of a ``FakeSession``, or of one of its tasks.
final class FakeProxy: FakeDelegate {
    private let delegate: (any FakeDelegate)?
    fileprivate let place: DelegateRouting.Place
    private let sessionDelegate: (any FakeDelegate)?
    let watch: FakeWatch?
    fileprivate(set) weak var wrapper: FakeWrapper?

    init(_ delegate: any FakeDelegate) {
        self.delegate = delegate
        place = .sessionDelegate
        sessionDelegate = nil
        watch = nil
    }

    init(
        _ delegate: (any FakeDelegate)?,
        at place: DelegateRouting.Place,
        of wrapper: FakeWrapper,
        watch: FakeWatch?
    ) {
        self.delegate = delegate
        self.place = place
        self.wrapper = wrapper
        self.watch = watch
        let sessionDelegate = wrapper.session.delegate
        self.sessionDelegate = (sessionDelegate as? FakeProxy)?.delegate ?? sessionDelegate
    }

    func implements(_ method: DelegateMethod) -> Bool {
        guard let wrapper else { return false }
        return wrapper.routing.implements(
            method,
            at: place,
            isImplemented: delegate?.implements(method) == true,
            sessionImplements: sessionDelegate?.implements(method) == true
        )
    }

    func handle(_ method: DelegateMethod, of task: FakeTask) {
        guard let wrapper else { return }
        let isInSession = sessionDelegate?.implements(method) == true
        let usesSession = wrapper.routing.usesSessionDelegate(for: method, at: place, isInSession)
        let target: (any FakeDelegate)? =
            if delegate?.implements(method) == true { delegate } else {
                usesSession ? sessionDelegate : nil
            }
        switch method {
        case .ended, .becameStream:
            run(task, wrapper) { target?.handle(method, of: task) }
            wrapper.leave(task.identifier, "ended")
        case .becameDownload:
            guard let other = task.other else { return }
            if wrapper.members.remove(task.identifier) != nil {
                wrapper.members.insert(other.identifier)
            }
            let inherited = other.delegate as? FakeProxy
            inherited?.watch?.task = other
            run(other, wrapper) { target?.handle(method, of: task) }
            if !wrapper.routing.receivesEnd(downloadHasProxy: inherited != nil) {
                wrapper.leave(other.identifier, "untracked")
            }
        default:
            let handle = { target?.handle(method, of: task) ?? () }
            if method.isInGroup { run(task, wrapper, handle) } else { handle() }
        }
    }

    private func run(_ task: FakeTask, _ wrapper: FakeWrapper, _ method: () -> Void) {
        let isMember = wrapper.members.contains(task.identifier)
        isMember ? wrapper.log.inGroup(method) : method()
    }
}

/// An object that only a task's delegate retains, so that its release shows that the delegate was replaced.
final class FakeWatch {
    fileprivate(set) weak var task: FakeTask?
    private weak var wrapper: FakeWrapper?

    fileprivate init(_ task: FakeTask, _ wrapper: FakeWrapper) {
        self.task = task
        self.wrapper = wrapper
    }

    deinit {
        guard let task, let wrapper, wrapper.members.contains(task.identifier) else { return }
        wrapper.session.queue.append {
            let delegate = task.delegate
            if delegate is FakeProxy { return }
            let takesEnd = delegate?.implements(.ended) == true
            if !wrapper.routing.receivesEnd(newDelegateImplementsEnd: takesEnd) {
                wrapper.leave(task.identifier, "untracked")
            }
        }
    }
}
