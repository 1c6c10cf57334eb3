@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Methods of a client that call each other` {
    typealias Form = NestingClient.Form
    typealias AsyncForm = NestingClient.AsyncForm

    static let pairs = Form.allCases.flatMap { outer in Form.allCases.map { [outer, $0] } }
    static let asynchronous: [[AsyncForm]] = [
        [.operation], [.reply], [.operation, .operation], [.operation, .reply],
    ]

    let client = NestingClient()

    /// Whether a group has an observer; then the context of its callbacks includes an issuer.
    enum Watching: CaseIterable {
        case none, observer

        var option: RequestGroupOption {
            self == .none ? [] : .observer(EventRecorder())
        }
    }

    @Test(arguments: pairs)
    func `nested calls in any forms are one request (M7, C6)`(_ forms: [Form]) async throws {
        let (answers, recorder) = (Journal<String>(), EventRecorder())
        let label = "\(forms[0]) a"
        let group = try await completedGroup(options: .tolerant, .observer(recorder)) { group in
            client.get("a", through: forms) { answers.append("\($0)") }
            #expect(group.outstanding == [label])
            let call = try client.base.take("a")
            call.fail()
            #expect(group.progress == GroupProgress(finished: 1, failed: 1, total: 1))
            #expect(answers.entries.count == 1)
            call.succeed()
        }
        #expect(group.failures.map(\.label) == [label])
        let expected = [
            "opened", "entered \(label)", "left \(label)", "duplicate callback \(label)",
            "completed",
        ]
        #expect(recorder.lines == expected)
    }

    @Test(arguments: pairs)
    func `a nested call needs no permit of its own (M7)`(_ forms: [Form]) async throws {
        // The limit of the client, and the options of the group, if there is one.
        let limits: [(Int?, RequestGroupOption?)] = [
            (nil, .limit(1)), (1, []), (1, .limit(1)), (1, nil),
        ]
        for (limit, options) in limits {
            let client = NestingClient(limiter: limit.map { RequestLimiter(limit: $0) })
            let answers = Journal<String>()
            func getBoth() throws {
                for path in ["a", "b"] {
                    client.get(path, through: forms) { _ in answers.append(path) }
                }
                // A request with a handle cannot wait, so both start.
                if forms[0] != .handle { #expect(client.base.started.entries == ["a"]) }
                for path in ["a", "b"] { try client.base.succeed(path) }
            }
            if let options {
                let group = try await completedGroup(options: options) { _ in try getBoth() }
                #expect(group.progress == GroupProgress(finished: 2, total: 2))
            } else {
                try getBoth()
            }
            #expect(answers.entries == ["a", "b"])
            #expect(client.interceptionSettings.limiter?.inFlight ?? 0 == 0)
        }
    }

    @Test(arguments: asynchronous, [[Form.callbacks], [.completion, .handle], [.prepared]])
    func `asynchronous nested calls are one request and hold one permit (M7)`(
        _ outer: [AsyncForm],
        _ inner: [Form]
    ) async throws {
        let client = NestingClient(
            ManualClient { $0.succeed($0.path) },
            limiter: RequestLimiter(limit: 1)
        )
        for options in [[] as RequestGroupOption, .limit(1)] {
            let progress = try await withRequestGroup(options: options) { group in
                let first = try await client.value("a", through: outer, then: inner)
                #expect(group.progress.finished == 1)
                let second = try await client.value("b", through: outer, then: inner)
                #expect([first, second] == ["a", "b"])
                return group.progress
            }
            #expect(progress == GroupProgress(finished: 2, total: 2))
        }
        let third = try await client.value("c", through: outer, then: inner)
        #expect(third == "c")
        #expect(client.interceptionSettings.limiter?.inFlight == 0)
    }

    @Test(arguments: Form.allCases)
    func `a request issued in a callback is not a subrequest (M7, S2)`(_ form: Form) async throws {
        // The client answers at once, so the callback runs during the client's call.
        let client = NestingClient(ManualClient { $0.succeed($0.path) })
        let group = try await completedGroup { _ in
            client.get("a", through: [form, form]) { _ in
                client.get("b", through: [form]) { _ in }
            }
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test func `a call between two wrappers of one object is a subrequest (M7)`() async throws {
        let (base, other) = (ManualClient(), ManualClient())
        let first = InterceptingClient(base)
        for (second, count) in [(InterceptingClient(base), 1), (InterceptingClient(other), 2)] {
            try await withRequestGroup { group in
                first.intercept("outer", .success { _ in }, .failure { _ in }) {
                    second.get("a", success: $0, failure: $1)
                }
                #expect(group.progress.total == count)
                try second.base.succeed("a")
            }
        }
    }

    @Test
    func `a nested call in another group or in no group is not a subrequest (M7)`() async throws {
        try await withRequestGroup("outer") { outer in
            let answers = Journal<String>()
            client.intercept("request") { call in
                let done = call.wrap(.success { answers.append("outer") })
                withRequestGroup("inner") {
                    client.get("a", through: [.completion]) { _ in answers.append("inner") }
                    #expect(RequestGroup.current?.outstanding == ["completion a"])
                } completion: { _ in
                    done()
                }
                withoutRequestGroup {
                    client.get("b", through: [.completion]) { _ in answers.append("none") }
                }
            }
            #expect(outer.progress.total == 1)
            #expect(outer.outstanding == ["request", "inner"])
            try client.base.succeed("b")
            try client.base.succeed("a")
            #expect(await answers.waitForFirst(3) == ["none", "inner", "outer"])
        }
    }

    @Test func `a nested call in a completed group is a subrequest (M7, C5)`() async throws {
        let group = try await completedGroup("outer") { _ in
            let completed = try await withRequestGroup("inner", options: .mayBeEmpty) { $0 }
            completed.run { client.get("a", through: [.callbacks, .completion]) { _ in } }
            try client.base.succeed("a")
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `a group waits for a subrequest of an answered request (M7)`() async throws {
        let recorder = EventRecorder()
        let group = withRequestGroup(options: .observer(recorder), queue: .global()) {
            client.intercept("outer") { call in
                client.get("a", through: [.completion]) { _ in }
                let success: () -> Void = call.wrap(.success {})
                success()
            }
        } completion: { _ in
        }
        #expect(group.outstanding.isEmpty)
        #expect(recorder.lines == ["opened", "entered outer", "left outer"])
        try client.base.succeed("a")
        #expect(recorder.lines.last == "completed")
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `a request issued after its operation is not a subrequest (M7)`() async throws {
        let client = NestingClient(ManualClient { $0.succeed($0.path) })
        let isOver = Gate()
        let group = try await completedGroup { _ in
            let later = try await client.intercept("operation") {
                Task {
                    await isOver.waitUntilOpen()
                    client.get("a", through: [.callbacks]) { _ in }
                }
            }
            isOver.open()
            await later.value
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test(arguments: Watching.allCases)
    func `a callback's request inside another intercepted call is not a subrequest (M7, S2)`(
        _ watching: Watching
    ) async throws {
        let group = try await completedGroup(options: watching.option) { group in
            let issues = Locked([Task<Void, Never>]())
            client.get("a", through: [.completion]) { [client] _ in
                client.get("b", through: [.completion]) { _ in }
                let task = Task { client.get("c", through: [.completion]) { _ in } }
                issues.withLock { $0.append(task) }
            }
            try await client.intercept("operation") {
                try client.base.succeed("a")
                for task in issues.withLock({ $0 }) { await task.value }
            }
            #expect(group.outstanding == ["completion b", "completion c"])
            for path in ["b", "c"] { try client.base.succeed(path) }
        }
        #expect(group.progress == GroupProgress(finished: 4, total: 4))
    }

    @Test(arguments: Watching.allCases)
    func `a task of an operation issues subrequests (M7)`(_ watching: Watching) async throws {
        let client = NestingClient(ManualClient { $0.succeed($0.path) })
        let group = try await completedGroup(options: watching.option) { _ in
            try await client.intercept("operation") {
                let tasks = Locked([Task<Void, any Error>]())
                client.get("a", through: [.completion]) { _ in
                    let task = Task { try await client.intercept("refresh") {} }
                    tasks.withLock { $0.append(task) }
                }
                for task in tasks.withLock({ $0 }) { try await task.value }
            }
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `of nested calls, only the outermost handle is cancelled (M7, P2)`() async throws {
        _ = await withRequestGroupOutcome { group in
            client.get("a", through: [.handle, .handle]) { _ in }
            group.cancel()
            try client.base.fail("a")
        }
        #expect(client.cancelled.entries == ["2"])
    }

    @Test(arguments: AsyncForm.allCases)
    func `cancelling a request cancels its subrequest (M7, P2)`(_ form: AsyncForm) async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let value = Task { try await client.value("a", through: [form], then: [.handle]) }
            await client.base.started.waitFor("a")
            value.cancel()
            await client.cancelled.waitFor("1")
            try client.base.fail("a")
            await #expect(throws: ClientError.self) { try await value.value }
            #expect(group.failures.map(\.reason) == [.cancelled])
        }
        #expect(client.cancelled.entries == ["1"])
    }

    @Test func `cancelling a subrequest's task keeps the outer request (M7, P2)`() async throws {
        try await withRequestGroup { group in
            let cancelled = Gate()
            try await client.intercept("outer") {
                let inner = Task {
                    try await client.awaitReply("inner") { (reply: AwaitedReply<String>) in
                        reply.onCancel(1) { _ in cancelled.open() }
                        client.base.get("a", success: reply.success, failure: reply.failure)
                    }
                }
                await client.base.started.waitFor("a")
                inner.cancel()
                await cancelled.waitUntilOpen()
                try client.base.fail("a")
                _ = await inner.result
            }
            #expect(group.failures.isEmpty)
        }
    }
}
