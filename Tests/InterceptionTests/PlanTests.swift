@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Plans and chains` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let first = URLRequest(path: "first")
    let request = URLRequest(path: "a")

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
    func `the closure of a chain runs in the chain's group (O2)`(outer: String?) async throws {
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
        let expected = [
            "opened", "entered GET first", "entered GET second", "left GET first",
            "left GET second", "completed",
        ]
        #expect(recorder.lines == expected)
    }

    enum Cancelling: CaseIterable, Sendable { case nextOfChain, then, endOfChain }

    @Test(arguments: Cancelling.allCases)
    func `cancelling a plan prevents its next request`(cancelling: Cancelling) async throws {
        let (known, ends) = (Locked<CancelHandle?>(nil), Journal<String>())
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

    @Test func `a chain past its deadline sends nothing and times out (P3)`() async throws {
        let (ends, second) = (Journal<String>(), URLRequest(path: "second"))
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

    @Test func `a chain that is cancelled alone is not a cause (P1)`() async throws {
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

    @Test func `map transforms an answer, and an error in map fails the group`() async throws {
        let plan = request.plan.map { response in
            if response.text == "bad" { throw ClientError("bad") }
            return response.text.count
        }
        for text in ["good", "bad"] {
            let (answers, client) = (Journal<String>(), ManualClient())
            let failures = try await failuresOfGroup { _ in
                PathSender(client: client).perform(plan) { answers.append("\($0)") }
                try client.succeed("a", with: text)
            }
            #expect(answers.entries.count == 1)
            #expect(answers.entries.first?.contains("4") == (text == "good"))
            let errors: [ClientError?] = text == "good" ? [] : [ClientError("bad")]
            #expect(failures.map { $0.error as? ClientError } == errors)
        }
    }

    @Test func `completions of inner plans run first, in the group of the plan`() async throws {
        let (answers, network) = (Journal<String>(), InterceptingClient(client))
        let plan = request.plan.onCompletion { _ in
            answers.append("first, in \(RequestGroup.current?.name ?? "none")")
            network.get("follow-up")
        }.onCompletion { _ in answers.append("second") }
        let group = try await completedGroup("page") { group in
            sender.perform(plan) { answers.append($0.text) }
            try client.succeed("a")
            #expect(group.outstanding == ["GET follow-up"])
            try client.succeed("follow-up")
        }
        #expect(answers.entries == ["first, in page", "second", "ok"])
        #expect(group.progress.total == 2)
    }

    @Test func `a plan can be performed several times and by several senders`() async throws {
        let plan = request.plan.then { URLRequest(path: $0.text) }
        for _ in 0..<2 {
            let answers = Journal<String>()
            sender.perform(plan) { answers.append($0.text) }
            try client.succeed("a", with: "b")
            try client.succeed("b")
            #expect(answers.entries == ["ok"])
        }
        let other = ManualClient()
        let task = Task { try await BareSender(client: other).perform(plan) }
        await other.started.waitFor("a")
        try other.succeed("a", with: "b")
        try other.succeed("b", with: "other")
        #expect(try await task.value.text == "other")
    }
}
