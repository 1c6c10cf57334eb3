@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Task registry` {
    let server = StubServer()
    let registry = TaskRegistry()

    private func task() throws -> URLSessionDataTask {
        server.session().dataTask(with: try server.url("a"))
    }

    private func insert(_ task: URLSessionTask, check: HTTPStatusCheck? = nil) {
        InterceptingClient(server).intercept("a") { call in
            registry.insert(call, for: task, check: check)
        }
    }

    @Test func `a task that is rejected twice reports the first reason (I3)`() throws {
        let identifier = try task().taskIdentifier
        for reason in ["first", "second"] { registry.reject(identifier, ClientError(reason)) }
        #expect(registry.registered(identifier)?.rejection as? ClientError == ClientError("first"))
    }

    @Test func `rejecting a cancelled task leaves no task registered (I3)`() throws {
        let task = try task()
        task.cancel()
        task.reject(in: registry, ClientError("rejected"))
        #expect(registry.count == 0)
    }

    #if canImport(FoundationNetworking)
    @Test func `the record of cancelled tasks drops a request at its end (P2)`() async throws {
        let configuration = StubServer.configuration
        // In a session with a cache, only the caller stops waiting.
        configuration.urlCache = nil
        let session = InterceptingClient(configuration: configuration, delegate: DelegateRecorder())
        _ = server.ended(session.base)
        let proxy = try #require(session.base.delegate as? DelegateProxy)
        let redirects = proxy.registry.redirects
        let url = try server.url("a")
        let answer = Task { try await session.data(from: url, delegate: DelegateRecorder()) }
        await server.arrived.waitFor("a")
        answer.cancel()
        _ = await answer.result
        #expect(redirects.cancelledTasks.isEmpty)
    }
    #endif

    @Test func `the end of a session ends its tasks as lost (M3)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            insert(try task(), check: .successful)
            #expect(group.outstanding == ["a"])
            #if canImport(FoundationNetworking)
            DelegateProxy.proxy(for: nil, registry: registry)
                .urlSession(.shared, didBecomeInvalidWithError: nil)
            #else
            registry.close()
            #endif
            #expect(group.failures.map(\.reason) == [.lostCallback])
        }
        #expect(registry.count == 0)
    }

    @Test(.endsInTime)
    func `the task registry releases status checks outside its lock`() throws {
        let looked = Journal<Int>()
        let task = try task()
        func insert() {
            // The deinit uses the registry, which would deadlock under its lock.
            let looking = ReleaseAction { [registry] in looked.append(registry.count) }
            InterceptingClient(server).intercept("a") { call in
                let check = HTTPStatusCheck { _ in withExtendedLifetime(looking) { true } }
                registry.insert(call, for: task, check: check)
            }
        }
        withRequestGroup(options: .tolerant, queue: .global()) {
            let forgetting: [() -> Void] = [
                { registry.close() }, { registry.remove(task.taskIdentifier) }, { insert() },
                { registry.end(task, nil) { _ in } },
            ]
            for forget in forgetting {
                insert()
                forget()
                registry.close()
            }
        } completion: { _ in
        }
        #expect(looked.entries.count == 5)
    }

    @Test func `a task that becomes another task ends with that task (M2)`() async throws {
        try await withRequestGroup { group in
            let (session, url) = (server.session(), try server.url("a"))
            let (data, download) = (session.dataTask(with: url), session.downloadTask(with: url))
            insert(data, check: .successful)
            registry.move(from: data, to: download)
            registry.end(data, nil) { _ in }
            #expect(group.outstanding == ["a"])
            registry.end(download, nil) { _ in }
            #expect(group.outstanding.isEmpty)
        }
        #expect(registry.count == 0)
    }

    @Test func `without stubs, the task of an ungrouped call is not registered (S5)`() throws {
        let task = try task()
        let check = HTTPStatusCheck.successful
        registry.insert(InterceptedCall(), for: task, check: check)
        #expect(registry.count == 0)
    }

    @Test func `an ungrouped task's delegate uses the stubs of its scope`() throws {
        let task = try task()
        withRequestStubs(RequestStubs()) {
            registry.insert(InterceptedCall(), for: task, check: nil)
        }
        #expect(registry.run(task) { RequestStubs.scope.count } == 1)
    }

    @Test func `a task released without a resume is unregistered (M1)`() async throws {
        let session = server.session(delegate: DelegateRecorder(), statusCheck: .successful)
        let proxy = try #require(session.base.delegate as? DelegateProxy)
        try await withRequestGroup {
            let task = session.dataTask(with: try server.url("a"))
            #expect(proxy.registry.count == 1)
            withExtendedLifetime(task) {}
        }
        #expect(proxy.registry.count == 0)
    }
}
