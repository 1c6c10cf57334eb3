#if !canImport(FoundationNetworking)
@testable import InterceptionTestSupport

// These tests check that Apple's sessions follow the rules of delegates. DelegateRoutingTests.swift tests the
// decisions that follow from these rules, on every platform.
@Suite(.timeLimit(.ordinary)) struct `Delegates of tasks on Apple's platforms` {
    let server = StubServer()
    let methods = ["response 200", "data ok", "end"]

    @Test(arguments: [true, false])
    func `the delegate of an app's session is called in the group (S2)`(isBare: Bool) async throws {
        let delegate = DataDelegateRecorder()
        let session = server.foreignSession(delegate: delegate)
        try await withRequestGroup("page") {
            let url = try server.url("a")
            if isBare {
                let task: URLSessionDataTask = session.dataTask(with: url)
                task.resume()
            } else {
                session.dataTask(with: url).resume()
            }
            try await server.answer("a")
        }
        #expect(delegate.calls.entries == methods.map { "\($0) of a in page" })
    }

    @Test func `a delegate that the app sets on a task is called in the group (S2)`() async throws {
        let delegate = DataDelegateRecorder()
        let session = InterceptingClient(server.session())
        try await withRequestGroup("page") {
            let task = session.dataTask(with: try server.url("a"))
            task.delegate = delegate
            #expect(task.base.delegate === delegate)
            task.resume()
            #expect(task.delegate === delegate)
            try await server.answer("a")
        }
        #expect(delegate.calls.entries == methods.map { "\($0) of a in page" })
    }

    @Test func `a session task with its own delegate fails its group (M1)`() async throws {
        let sessions = [
            server.session(delegate: DataDelegateRecorder()), InterceptingClient(server.session()),
            server.foreignSession(delegate: DataDelegateRecorder()),
        ]
        for session in sessions {
            let delegate = DataDelegateRecorder()
            let failures = try await failuresOfGroup { _ in
                let task: URLSessionDataTask = session.dataTask(with: try server.url("a"))
                task.delegate = delegate
                task.resume()
            }
            #expect(failures.map { $0.error is UntrackedTaskError } == [true])
            try await server.answer("a")
            #expect(await delegate.calls.waitForFirst(3) == methods.map { "\($0) of a in none" })
        }
    }

    @Test func `outside any group the wrapper sets no delegate on a task (S5)`() throws {
        let session = InterceptingClient(server.session())
        let task: URLSessionDataTask = session.dataTask(with: try server.url("a"))
        #expect(task.delegate == nil)
        #expect(session.dataTask(with: try server.url("b")).base.delegate == nil)
    }

    #if !os(watchOS)
    @Test func `bytes(from:) can be answered by a stub, and counts in its group`() async throws {
        let stubs = RequestStubs()
        stubs.answer(.method("GET", "/a"), with: .json("{}", status: 201))
        let session = server.session(RequestPipeline(stubs: stubs))
        let group = try await completedGroup { _ in
            let (bytes, response) = try await session.bytes(from: server.url("a"))
            #expect((response as? HTTPURLResponse)?.statusCode == 201)
            var received: [UInt8] = []
            for try await byte in bytes { received.append(byte) }
            #expect(received == Array("{}".utf8))
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
        #expect(stubs.requests.count == 1)
        #expect(server.arrived.entries.isEmpty)
    }
    #endif
}
#endif
