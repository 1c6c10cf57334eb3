@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Chains` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let first = URLRequest(path: "first")

    /// Returns the request that the answer names; “end” ends the chain.
    static func follow(_ response: LoadedResponse) throws -> URLRequest? {
        switch response.text {
        case "end": nil
        case "throw": throw ClientError("thrown")
        default: URLRequest(path: response.text)
        }
    }

    @Test func `the steps of a plan run in one group, named after the last step`() async throws {
        let names = Journal<String?>()
        let plan = ["first", "last"].reduce(first.plan) { plan, name in
            plan.then(name: name) { response in
                names.append(RequestGroup.current?.name)
                return URLRequest(path: response.text)
            }
        }
        sender.perform(plan) { _ in }
        try client.succeed("first", with: "second")
        try client.succeed("second", with: "third")
        try client.succeed("third")
        #expect(names.entries == ["last", "last"])
    }

    @Test(arguments: ["page", nil])
    func `the closure of a chain runs in the chain's own group, with the chain's options (O2)`(
        outer: String?
    ) async throws {
        let (recorder, places) = (EventRecorder(), Journal<[String?]>())
        let note = { @Sendable in
            places.append([RequestGroup.current?.name, RequestGroup.current?.parent?.name])
        }
        let plan = RequestPlan.chain(first, name: "pages", options: .observer(recorder)) {
            response in
            note()
            return try Self.follow(response)
        }
        func perform() throws {
            sender.perform(plan) { _ in note() }
            try client.succeed("first", with: "second")
            try client.succeed("second", with: "end")
        }
        if let outer { try await withRequestGroup(outer) { try perform() } } else { try perform() }
        #expect(places.entries == [["pages", outer], ["pages", outer], [outer, nil]])
        // The next request enters before the previous one leaves, so that the group stays open.
        #expect(
            recorder.lines == [
                "opened", "entered GET first", "entered GET second", "left GET first",
                "left GET second", "completed",
            ]
        )
    }

    /// The closures of a plan from which the plan is cancelled.
    enum Cancelling: CaseIterable, Sendable { case nextOfChain, then, endOfChain }

    @Test(arguments: Cancelling.allCases)
    func `cancelling a plan prevents its next request, but has no effect after its last request`(
        cancelling: Cancelling
    ) async throws {
        let known = Locked<CancelHandle?>(nil)
        let ends = Journal<String>()
        @Sendable func cancel(before next: URLRequest?) -> URLRequest? {
            known.withLock { $0 }?.cancel()
            return next
        }
        let second = URLRequest(path: "second")
        let plan: RequestPlan<Int> =
            switch cancelling {
            case .nextOfChain: RequestPlan.chain(first) { _ in cancel(before: second) }.map(\.count)
            case .then: first.plan.then { _ in cancel(before: second) ?? first }.map { _ in 1 }
            case .endOfChain: RequestPlan.chain(first) { _ in cancel(before: nil) }.map(\.count)
            }
        let sent = BareSender(client: client).perform(plan) { result in
            ends.append(result.reportedFailure.map { "\(type(of: $0))" } ?? "success")
        }
        known.withLock { $0 = sent }
        try client.succeed("first")
        let end = cancelling == .endOfChain ? "success" : "CancellationError"
        #expect(await ends.waitForFirst(1) == [end])
        #expect(client.started.entries == ["first"])
        known.withLock { $0 = nil }
    }

    @Test func `an answer after the deadline of a chain issues no further request`() async throws {
        let (clock, calls, ends) = (ManualClock(), Journal<String>(), Journal<String>())
        let plan = RequestPlan.chain(first, options: clock.timeout) {
            calls.append($0.text)
            return URLRequest(path: $0.text)
        }
        UncancellableSender(client: client).perform(plan) { result in
            ends.append(result.reportedFailure.map { "\(type(of: $0))" } ?? "success")
        }
        try client.succeed("first", with: "second")
        await clock.advanceWhenAsleep(by: .seconds(1))
        #expect(await ends.waitForFirst(1) == ["RequestTimeoutError"])
        try client.succeed("second", with: "third")
        #expect(calls.entries == ["second"])
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `a chain that is past its deadline sends no further request, and times out (P3)`()
        async throws
    {
        let ends = Journal<String>()
        let second = URLRequest(path: "second")
        @Sendable func expire(_: LoadedResponse) -> URLRequest? {
            RequestGroup.current?.cancel(.deadline)
            return second
        }
        let plans = [
            RequestPlan.chain(first, next: expire).map(\.count),
            first.plan.then { expire($0) ?? second }.map(\.data.count),
            first.plan.then { RequestPlan.batch([expire($0) ?? second]) }.map(\.count),
            RequestPlan.chain(first) { expire($0).flatMap { _ in nil } }.map(\.count),
            first.plan.then { [first] _ in first.plan.map { expire($0) == nil ? 0 : 1 } },
        ]
        _ = try await failuresOfGroup { _ in
            for plan in plans {
                sender.perform(plan) {
                    ends.append($0.reportedFailure.map { "\(type(of: $0))" } ?? "")
                }
                try client.succeed("first")
            }
            for call in client.takeAll() { call.succeed() }
        }
        #expect(client.started.entries == Array(repeating: "first", count: 6))
        #expect(ends.entries == Array(repeating: "RequestTimeoutError", count: 5))
    }

    @Test func `a chain that is cancelled alone is no cause (P1)`() async throws {
        let (server, known) = (StubServer(), Locked<CancelHandle?>(nil))
        let session = InterceptingClient(server.session()) {
            $0.cancellationError = { ClientError("cancelled") }
        }
        let (first, second) = (try server.request("first"), try server.request("second"))
        let plan = first.plan.then { _ in
            known.withLock { $0 }?.cancel()
            return second
        }
        let failures = try await failuresOfGroup { _ in
            let sent = session.perform(plan) { _ in }
            known.withLock { $0 = sent }
            try await server.answer("first")
        }
        #expect(failures.map(\.isCause) == [false])
        known.withLock { $0 = nil }
    }

    @Test func `the enclosing group fails with the error that ended the chain`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                sender.perform(RequestPlan.chain(first, name: "pages", next: Self.follow)) { _ in }
                try client.succeed("first", with: "throw")
            }
        }
        #expect(error?.failures.map(\.label) == ["pages"])
        #expect(error?.causes.first?.error as? ClientError == ClientError("thrown"))
    }

    @Test func `a chain with a limit of one does not deadlock`() async throws {
        let plan = RequestPlan.chain(first, options: .limit(1), next: Self.follow)
        let task = Task { try await sender.perform(plan) }
        await client.started.waitFor("first")
        try client.succeed("first", with: "second")
        try client.succeed("second", with: "end")
        #expect(try await task.value.count == 2)
    }

    @Test func `unnamed chains and batches get the names chain and batch`() async throws {
        let recorder = EventRecorder()
        let client = ManualClient { $0.succeed() }
        let (sender, request) = (PathSender(client: client), URLRequest(path: "a"))
        try await withRequestGroup("page", options: .observer(recorder)) {
            sender.perform(RequestPlan.chain(request) { _ in nil }) { _ in }
            sender.perform(request.plan.then { _ in request }) { _ in }
            sender.perform(RequestPlan.batch([request])) { _ in }
        }
        let opened = recorder.events.filter { $0.kind == .opened }
        #expect(opened.map(\.groupName) == ["page", "chain", "chain", "batch"])
    }
}
