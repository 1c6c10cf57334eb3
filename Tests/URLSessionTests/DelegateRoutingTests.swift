@testable import Interception
@testable import InterceptionTestSupport

/// Each test runs the same script twice: in a bare session and in a wrapped session.
@Suite(.timeLimit(.ordinary)) struct `Delegates of a task on Apple's platforms` {
    // Methods that turn a task into another task have their own tests.
    static let methods = DelegateMethod.allCases.filter {
        $0 != .becameDownload && $0 != .becameStream
    }

    @Test(arguments: methods)
    func `each delegate gets the calls as without a wrapper (I1)`(method: DelegateMethod) {
        for life in FakeLife.all(method) {
            let log = life.run()
            #expect(log.calls == life.run(isWrapped: false).calls, "\(life)")
            #expect(log.exceptions.isEmpty, "\(life)")
        }
    }

    @Test(arguments: methods)
    func `each delegate method runs in the group of its task (S2)`(method: DelegateMethod) {
        for life in FakeLife.all(method) where life.isInGroup {
            let outside = life.run().callsOutside
            #expect(outside.allSatisfy(life.mayBeOutside), "\(outside) in \(life)")
        }
    }

    @Test(arguments: methods)
    func `a task leaves its group once, after its last delegate call (M1)`(method: DelegateMethod) {
        for life in FakeLife.all(method) where life.isInGroup && !life.isLost {
            let log = life.run()
            let end = life.hasHandler ? "answered" : "ended"
            let last = log.calls.last.map { " after \($0)" } ?? ""
            #expect(log.ends == [end + last], "\(life)")
        }
    }

    @Test(arguments: methods)
    func `a group does not wait for a task with a replaced delegate (M1)`(method: DelegateMethod) {
        for life in FakeLife.all(method) where life.isInGroup && life.isLost {
            let ends = life.run().ends
            #expect(ends.count == 1 && ends[0].hasPrefix("untracked"), "\(ends) in \(life)")
        }
    }

    @Test func `outside any group a task has the delegate that its user has set, or none (S5)`() {
        for life in FakeLife.all(.received) where !life.isInGroup {
            let delegate = life.run().delegateWhenResumed
            #expect(delegate == (life.taskDelegate == .none ? nil : "task"), "\(life)")
        }
    }

    @Test func `a task in a group gets a delegate only if no handler or proxy reports its end`() {
        for life in FakeLife.all(.received) where life.isInGroup && life.taskDelegate == .none {
            let isHeard = life.hasHandler || life.sessionDelegate == .ours && !life.isBare
            #expect((life.run().delegateWhenResumed == nil) == isHeard, "\(life)")
        }
    }

    @Test(arguments: DelegateRouting.SessionDelegate.allCases, [true, false])
    func `setting a delegate on an entered InterceptedTask does not hide its end (M1)`(
        kind: DelegateRouting.SessionDelegate,
        hearsEnd: Bool
    ) {
        let log = FakeLog()
        let routing = DelegateRouting(sessionDelegate: kind, tasks: .delegatesAndHandlers)
        let wrapper = FakeWrapper(FakeLife.userDelegate(of: kind, log), routing, log)
        let task = wrapper.makeTask(isBare: true)
        let delegate = FakeUserDelegate("task", implements: hearsEnd ? [.ended] : [], log)
        wrapper.setDelegate(delegate, of: task)
        task.resume()
        wrapper.session.end(task)
        #expect(log.ends.map { $0.prefix(5) } == ["ended"])
        #expect(log.callsOutside.isEmpty)
    }

    @Test(arguments: DelegateRouting.SessionDelegate.allCases, [true, false])
    func `a download ends its data task (M2)`(kind: DelegateRouting.SessionDelegate, isSame: Bool) {
        for life in FakeLife.all(.downloaded) where life.sessionDelegate == kind && life.mayBecome {
            for hasDelegate in [true, false] {
                let change = FakeLife.Change.download(hasDelegate: hasDelegate, isSame: isSame)
                let log = life.run(becoming: change)
                #expect(log.calls == life.run(isWrapped: false, becoming: change).calls, "\(life)")
                #expect(log.exceptions.isEmpty)
                if kind == .ours || hasDelegate {
                    let last = log.calls.last.map { " after \($0)" } ?? ""
                    #expect(log.ends == ["ended" + last], "\(life)")
                    #expect(log.callsOutside.isEmpty, "\(life)")
                } else {
                    // The wrapper does not receive the end.
                    #expect(log.ends.count == 1, "\(life)")
                    #expect(log.ends.first?.hasPrefix("untracked") == true, "\(life)")
                }
            }
        }
    }

    @Test(arguments: DelegateRouting.SessionDelegate.allCases)
    func `a task becoming a stream leaves its group (M2)`(kind: DelegateRouting.SessionDelegate) {
        for life in FakeLife.all(.becameStream)
        where life.sessionDelegate == kind && life.mayBecome {
            let log = life.run(becoming: .stream)
            #expect(log.calls == life.run(isWrapped: false, becoming: .stream).calls, "\(life)")
            #expect(log.ends.count == 1 && log.ends[0].hasPrefix("ended"), "\(life)")
            #expect(log.callsOutside.isEmpty, "\(life)")
        }
    }

    @Test(arguments: DelegateRouting.SessionDelegate.allCases)
    func `a task that enters late holds no group open`(kind: DelegateRouting.SessionDelegate) {
        for life in FakeLife.all(.received) where life.sessionDelegate == kind && life.isLate {
            let log = life.run(resumedBefore: true)
            #expect(log.exceptions.isEmpty, "\(life)")
            #expect(log.ends.count == 1, "\(life)")
            let isHeard =
                life.hasHandler
                || kind == .ours && (life.taskDelegate == .none || !life.taskHearsEnd)
            let end = log.ends.first?.prefix { $0 != " " }
            #expect(end == (isHeard ? life.hasHandler ? "answered" : "ended" : "untracked"))
        }
    }

    @Test func `a task that is cancelled before its start leaves its group at once`() {
        for life in FakeLife.all(.received)
        where life.isLate && !life.hasHandler && life.sessionDelegate != .ours {
            let log = FakeLog()
            let wrapper = FakeWrapper(life.sessionUser(log), life.routing, log)
            let task = wrapper.makeTask(isBare: false)
            wrapper.session.end(task)
            wrapper.resume(task)
            #expect(log.ends.map { $0.prefix(5) } == ["ended"], "\(life)")
            #expect(wrapper.session.exceptions.isEmpty)
        }
    }

    @Test(arguments: DelegateRouting.SessionDelegate.allCases, [true, false])
    func `a task that is resumed at its creation gets no delegate, and holds no group open (M1)`(
        kind: DelegateRouting.SessionDelegate,
        isBare: Bool
    ) {
        let log = FakeLog()
        let routing = DelegateRouting(sessionDelegate: kind, tasks: .delegatesAndHandlers)
        let delegate = FakeLife.userDelegate(of: kind, log)
        delegate?.onCreation = { $0.resume() }
        let wrapper = FakeWrapper(delegate, routing, log)
        let task = wrapper.makeTask(isBare: isBare)
        if !isBare { wrapper.resume(task) }
        wrapper.session.end(task)
        #expect(wrapper.session.exceptions.isEmpty)
        #expect(log.ends == [kind == .foreign ? "untracked" : "ended"])
    }

    @Test(arguments: DelegateRouting.SessionDelegate.allCases)
    func `resuming a task keeps its delegate proxy`(kind: DelegateRouting.SessionDelegate) {
        let log = FakeLog()
        let routing = DelegateRouting(sessionDelegate: kind, tasks: .delegatesAndHandlers)
        let wrapper = FakeWrapper(FakeLife.userDelegate(of: kind, log), routing, log)
        let task = wrapper.makeTask(isBare: true)
        let delegate = task.delegate
        wrapper.resume(task)
        #expect(delegate != nil && task.delegate === delegate)
    }

    @Test func `a task gets a proxy or a handler only if nothing else receives its end (M1)`() {
        for tasks in DelegateRouting.Tasks.allCases {
            for kind in DelegateRouting.SessionDelegate.allCases {
                let routing = DelegateRouting(sessionDelegate: kind, tasks: tasks)
                let isProxied = tasks == .delegatesAndHandlers && kind != .ours
                #expect(routing.setsProxies == isProxied, "\(routing)")
                // On watchOS a task may not accept a delegate.
                #expect(routing.addsHandlers == (tasks == .handlers && kind == .none))
            }
        }
    }

    @Test(arguments: DelegateRouting.SessionDelegate.allCases, [true, false])
    func `the wrapper sets no delegate on a task that accepts no delegate`(
        kind: DelegateRouting.SessionDelegate,
        isBare: Bool
    ) {
        for tasks in [DelegateRouting.Tasks.handlers, .neither] {
            let log = FakeLog()
            let routing = DelegateRouting(sessionDelegate: kind, tasks: tasks)
            let wrapper = FakeWrapper(FakeLife.userDelegate(of: kind, log), routing, log)
            let task = wrapper.makeTask(isBare: isBare)
            if !isBare { wrapper.resume(task) }
            #expect(task.delegate == nil)
            #expect(wrapper.session.exceptions.isEmpty)
            wrapper.session.end(task)
            if kind == .ours { #expect(log.ends == ["ended"]) }
        }
    }

    @Test(arguments: DelegateMethod.allCases, DelegateRouting.Place.allCases)
    func `a proxy implements all methods of its delegates`(
        method: DelegateMethod,
        place: DelegateRouting.Place
    ) {
        let alone: Set<DelegateMethod> = [.ended, .becameDownload, .becameStream]
        for kind in DelegateRouting.SessionDelegate.allCases {
            let routing = DelegateRouting(sessionDelegate: kind, tasks: .delegatesAndHandlers)
            func implements(_ isImplemented: Bool, _ sessionImplements: Bool) -> Bool {
                routing.implements(
                    method,
                    at: place,
                    isImplemented: isImplemented,
                    sessionImplements: sessionImplements
                )
            }
            #expect(implements(true, true) && implements(true, false))
            let needed: Set<DelegateMethod> =
                switch place {
                case .sessionDelegate: alone.union([.invalidated])
                case .taskDelegate: kind == .ours ? [] : alone
                case .handledTaskDelegate: []
                }
            #expect(implements(false, false) == needed.contains(method))
            let takesLeft =
                switch place {
                case .sessionDelegate: false
                case .taskDelegate: kind != .ours
                case .handledTaskDelegate: kind == .foreign
                }
            #expect(
                implements(false, true) == (needed.contains(method) || takesLeft && method.isOfTask)
            )
        }
    }
}
