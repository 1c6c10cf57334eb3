@testable import InterceptionTestSupport

@Suite struct `The callback form of a group` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test(arguments: [true, false])
    func `the completion handler of a group that ends in its body runs on another thread (C1)`(
        hasRequest: Bool
    ) async throws {
        // A completion that is called at once runs on the thread of the caller.
        let (queue, wereOnCaller) = (DispatchQueue(label: "completions"), Journal<Bool>())
        let cached = InterceptingClient(ManualClient { $0.succeed() })
        try await OwnThread {
            Thread.current.name = "caller"
            withRequestGroup(queue: queue) {
                if hasRequest { cached.get("a") }
            } completion: { _ in
                wereOnCaller.append(Thread.current.name == "caller")
            }
        }
        .waitUntilEnded()
        #expect(await wereOnCaller.waitForFirst(1) == [false])
    }

    @Test func `the completion of a group is called on the given queue (C1)`() async {
        let mark = QueueMark()
        let ends = Journal<Bool>()
        withRequestGroup(queue: mark.queue) {
        } completion: { _ in
            ends.append(mark.isCurrent)
        }
        withRequestGroup(queue: mark.queue) {
        } success: {
            ends.append(mark.isCurrent)
        } failure: { _ in
            Issue.record("The empty group failed.")
        }
        #expect(await ends.waitForFirst(2) == [true, true])
    }

    @Test(arguments: [true, false])
    func `either the success or the failure closure is called, on the main queue (C1, C2)`(
        succeeds: Bool
    ) async throws {
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
}
