@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Cancelled tasks of a URLSession` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() { session = InterceptingClient(server.session()) }

    @Test(arguments: [true, false], [true, false])
    func `resuming a cancelled task fails its caller and group with URLError.cancelled`(
        hasDelegate: Bool,
        waitsForEnd: Bool
    ) async throws {
        let (delegate, errors) = (DataDelegateRecorder(), Journal<(any Error)?>())
        let session = hasDelegate ? server.session(delegate: delegate) : session
        let reported = hasDelegate ? delegate.errors : errors
        let group = try await completedGroup(options: .tolerant) { group in
            let url = try server.url("a")
            let task =
                hasDelegate
                ? session.dataTask(with: url) : session.dataTask(with: url) { errors.append($2) }
            task.cancel()
            if waitsForEnd { _ = await reported.waitForFirst(1) }
            #expect(group.progress.total == 0)
            task.resume()
        }
        #expect(reported.entries.map(\.urlCode) == [.cancelled])
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
        #expect(group.failures.map(\.reason) == [.failed])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `resuming a cancelled task in a callback fails its group`(hasDelegate: Bool) async throws {
        let (kept, resumed) = (Locked<InterceptedTask<URLSessionDataTask>?>(nil), Gate())
        let resume = { @Sendable in
            kept.withLock { $0 }?.resume()
            resumed.open()
        }
        let delegate = DataDelegateRecorder { _ in resume() }
        let session = hasDelegate ? server.session(delegate: delegate) : session
        let group = try await completedGroup(options: .tolerant) { _ in
            let url = try server.url("a")
            let task =
                hasDelegate
                ? session.dataTask(with: url) : session.dataTask(with: url) { _, _, _ in resume() }
            kept.withLock { $0 = task }
            task.cancel()
            await resumed.waitUntilOpen()
            kept.withLock { $0 = nil }
        }
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
    }

    @Test func `a group cancels a task on the queue of the session's settings (P2)`() async throws {
        let queue = DispatchQueue(label: "busy")
        let session = InterceptingClient(server.session()) { $0.queue = queue }
        try await withRequestGroup(options: .tolerant) { group in
            let task = session.dataTask(with: try server.url("a")) { _, _, _ in }
            task.resume()
            await server.arrived.waitFor("a")
            queue.suspend()
            group.cancel()
            #expect(task.state == .running)
            queue.resume()
        }
    }
}
