@testable import InterceptionTestSupport

@Suite struct `The callback and the blocking form of a group` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test
    func `a completion of a group opened in withoutRequestGroup is not ungrouped by mistake (S4)`()
        async
    {
        let isExcluded = await withCheckedContinuation { continuation in
            withoutRequestGroup {
                _ = withRequestGroup(options: .mayBeEmpty, queue: .global()) {
                } completion: { (_: Result<Void, any Error>) in
                    let isExcluded = RequestGroup.currentOrPlaceholder.isExcluded
                    continuation.resume(returning: isExcluded)
                }
            }
        }
        #expect(isExcluded)
    }

    @Test(arguments: [true, false])
    func `an immediate completion runs on the given queue (C1)`(hasRequest: Bool) async throws {
        // A completion that is called at once runs on the thread of the caller.
        let (mark, wereOnQueue) = (QueueMark(), Journal<Bool>())
        let cached = InterceptingClient(ManualClient { $0.succeed() })
        try await OwnThread {
            Thread.current.name = "caller"
            withRequestGroup(queue: mark.queue) {
                if hasRequest { cached.get("a") }
            } completion: { _ in
                wereOnQueue.append(mark.isCurrent && Thread.current.name != "caller")
            }
            withRequestGroup(queue: mark.queue) {
            } success: {
                wereOnQueue.append(mark.isCurrent && Thread.current.name != "caller")
            } failure: { _ in
            }
        }.waitUntilEnded()
        #expect(await wereOnQueue.waitForFirst(2) == [true, true])
    }

    @Test(arguments: [true, false])
    func `success or failure is called on the main queue (C1, C2)`(succeeds: Bool) async throws {
        let (ends, main) = (Journal<[RequestFailure]>(), QueueMark(.main))
        withRequestGroup {
            for path in ["a", "b", "c", "d"] { network.get(path) }
        } success: {
            #expect(main.isCurrent)
            ends.append([])
        } failure: { failures in
            #expect(main.isCurrent)
            ends.append(failures)
        }
        for path in ["d", "b", "a"] {
            if succeeds { try client.succeed(path) } else { try client.fail(path, with: path) }
        }
        try client.succeed("c")
        let failures = await ends.waitForFirst(1)[0]
        let failed = succeeds ? [] : ["a", "b", "d"]
        #expect(failures.map(\.label) == failed.map { "GET \($0)" })
        #expect(failures.map { $0.error as? ClientError } == failed.map { ClientError($0) })
        #expect(failures.map(\.index) == (succeeds ? [] : [0, 1, 3]))
        await waitUntilDrained(DispatchQueue.main)
        #expect(ends.entries.count == 1)
    }

    @Test func `a body that throws cancels its requests and reports its error (C3)`() async throws {
        let ends = Journal<(any Error)?>()
        let group = withRequestGroup {
            network.get("a")
            throw ClientError("body")
        } completion: { (result: Result<Void, any Error>) in
            ends.append(result.reportedFailure)
        }
        #expect(group.isCancelled)
        #expect(group.outstanding == ["GET a"])
        await waitUntilDrained(DispatchQueue.main)
        #expect(ends.entries.isEmpty)
        try client.fail("a")
        #expect(await ends.waitForFirst(1).first as? ClientError == ClientError("body"))
    }

    @Test func `a completion runs in the enclosing group, which waits for it (C4)`() async throws {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let names = Journal<String?>()
        try await withRequestGroup("outer") { outer in
            withRequestGroup("inner", queue: queue) {
                network.get("a")
            } completion: { _ in
                names.append(RequestGroup.current?.name)
                network.get("b")
                names.append("\(outer.outstanding)")
            }
            try client.succeed("a")
            #expect(outer.outstanding == ["inner"])
            queue.resume()
            _ = await names.waitForFirst(2)
            await waitUntilDrained(queue)
            #expect(outer.outstanding == ["GET b"])
            try client.succeed("b")
        }
        #expect(names.entries == ["outer", #"["inner", "GET b"]"#])
    }

    @Test func `the enclosing group does not wait for a detached group (N4)`() async throws {
        let (ends, queue) = (Journal<String>(), DispatchQueue(label: "completions"))
        withRequestGroup("outer", queue: queue) {
            let inner = withRequestGroup("inner", options: .detached, queue: queue) {
                network.get("a")
            } completion: { _ in
                ends.append("inner in \(RequestGroup.current?.name ?? "none")")
            }
            #expect(inner.parent == nil)
        } completion: { _ in
            ends.append("outer")
        }
        #expect(await ends.waitForFirst(1) == ["outer"])
        try client.succeed("a")
        #expect(await ends.waitForFirst(2) == ["outer", "inner in none"])
    }

    /// Runs the closure on a thread that belongs to no task.
    private func onWorker<Value: Sendable>(
        _ queue: DispatchQueue = DispatchQueue(label: "worker"),
        _ body: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { try body() }) }
        }
    }

    @Test func `withBlockingRequestGroup blocks until every request has left (P5)`() async throws {
        let (steps, isIssued) = (Journal<String>(), Gate())
        async let answering: Void = {
            await isIssued.waitUntilOpen()
            steps.append("answering")
            try client.succeed("a")
        }()
        let value = await onWorker { [network] in
            defer { steps.append("returned") }
            return try withBlockingRequestGroup {
                network.get(
                    "a",
                    success: { _ in steps.append(RequestGroup.current?.name ?? "none") }
                )
                let outstanding = RequestGroup.current?.outstanding
                isIssued.open()
                return outstanding
            }
        }
        try await answering
        #expect(try value.get() == ["GET a"])
        #expect(steps.entries.first == "answering")
        #expect(steps.entries.count == 3)
        #expect(steps.entries.last == "returned")
    }

    @Test func `withBlockingRequestGroup throws on the main queue (P5)`() async {
        let result = await onWorker(.main) { try withBlockingRequestGroup {} }
        let error = result.reportedFailure as? BlockingRequestGroupError
        #expect(error?.reason == .mainThread)
        #expect(error?.description.contains("would block the main thread") == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func `withBlockingRequestGroup throws inside a task (P5)`() async throws {
        let error = #expect(throws: BlockingRequestGroupError.self) {
            try withBlockingRequestGroup {}
        }
        #expect(error?.reason == .insideTask)
        // A thread that has run a snapshot does not let later tasks block, either.
        let inside = Journal<Bool>()
        let block = { @Sendable in inside.append((try? withBlockingRequestGroup { true }) == true) }
        try await OwnThread {
            TaskLocalSnapshot().run {}
            Task(executorPreference: InlineExecutor()) { block() }
        }.waitUntilEnded()
        #expect(inside.entries == [false])
    }

    @Test(arguments: [false, true])
    func `a callback outside a task may block on a group (P5)`(isInTask: Bool) async throws {
        let inside = Journal<Bool>()
        let instant = InterceptingClient(ManualClient { $0.succeed() })
        let block = { @Sendable in
            inside.append((try? withBlockingRequestGroup { true }) ?? false)
        }
        let result = await onWorker { [network] in
            try withBlockingRequestGroup(options: .limit(1)) {
                network.get("first")
                instant.get(
                    "waiting",
                    success: { _ in
                        if isInTask { Task { block() } } else { block() }
                    }
                )
                // Starts the second request on the new thread, where its client answers at once.
                OwnThread { [client] in try client.succeed("first") }
            }
        }
        try result.get()
        #expect(await inside.waitForFirst(1) == [!isInTask])
    }

    @Test func `withBlockingRequestGroup throws in a callback on a task's thread`() async throws {
        let inside = Journal<Bool>()
        try await withRequestGroup(options: .limit(1)) {
            let instant = InterceptingClient(ManualClient { $0.succeed() })
            network.get("first")
            instant.get(
                "waiting",
                success: { _ in inside.append((try? withBlockingRequestGroup { true }) ?? false) }
            )
            // Answering the first request starts the second request on this thread, where its client answers at once.
            try client.succeed("first")
        }
        #expect(inside.entries == [false])
    }

    @Test func `withBlockingRequestGroup returns at its deadline (P5)`() async throws {
        let clock = ManualClock()
        async let advancing: Void = clock.advanceWhenAsleep(by: .seconds(1))
        let result = await onWorker { [network] in
            try withBlockingRequestGroup(options: clock.timeout) { network.get("a") }
        }
        await advancing
        let error = try #require(result.reportedFailure as? RequestGroupError)
        #expect(error.code == .timedOut)
        #expect(error.failures.map(\.label) == ["GET a"])
    }

    @Test(.endsInTime)
    func `withBlockingRequestGroup cancels and waits if its body throws (C3)`() async {
        let (handles, seen) = (HandleClient(), Journal<Int>())
        let result = await onWorker {
            try withBlockingRequestGroup {
                _ = InterceptingClient(handles).load("a") { _ in seen.append(1) }
                throw ClientError("body")
            }
        }
        #expect(result.reportedFailure as? ClientError == ClientError("body"))
        #expect(seen.entries == [1])
    }

    @Test func `rejections in withBlockingRequestGroup do not use the main queue (P5)`() async {
        // The main thread may be waiting for the blocked worker.
        let (places, main) = (Journal<Bool>(), QueueMark(.main))
        _ = await onWorker { [network] in
            try withBlockingRequestGroup {
                RequestGroup.current?.cancel()
                network.get("rejected", failure: { _ in places.append(main.isCurrent) })
            }
        }
        #expect(places.entries == [false])
    }
}
