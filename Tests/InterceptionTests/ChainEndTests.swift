@testable import InterceptionTestSupport

/// Chains that end early.
@Suite(.timeLimit(.ordinary))
struct `Chains that end early` {
    let client = ManualClient()
    let ends = Journal<String>()
    var sender: PathSender { PathSender(client: client) }
    let first = URLRequest(path: "first")

    private func perform(
        options: RequestGroupOption...,
        next: @escaping @Sendable (LoadedResponse) throws -> URLRequest? = `Chains`.follow
    ) -> CancelHandle {
        let options = RequestGroupOption.combining(options)
        let plan = RequestPlan.chain(first, options: options, next: next)
        return sender.perform(plan) { [ends] result in
            switch result {
            case .success(let responses): ends.append(responses.map(\.text).joined(separator: " "))
            case .failure(let error as ClientError): ends.append(error.reason)
            case .failure(let error): ends.append("\(type(of: error))")
            }
        }
    }

    @Test func `a failed request ends its chain with the error of the client`() async throws {
        _ = perform()
        try client.succeed("first", with: "second")
        try client.fail("second", with: "broken")
        #expect(ends.entries == ["broken"])
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `an error thrown by next ends the chain without another request`() async throws {
        _ = perform()
        try client.succeed("first", with: "throw")
        #expect(ends.entries == ["thrown"])
        #expect(client.started.entries == ["first"])
    }

    @Test(arguments: [true, false])
    func `cancelling between two requests of a plan prevents the second`(isChain: Bool) async {
        // A client with handles would start the request and cancel it.
        let client = HandleClient()
        let known = Locked<CancelHandle?>(nil)
        @Sendable func second() -> URLRequest {
            known.withLock { $0 }?.cancel()
            return URLRequest(path: "second")
        }
        func perform(_ plan: RequestPlan<some Sendable>) -> CancelHandle {
            HandleSender(client: client).perform(plan) { [ends] result in
                ends.append(result.reportedFailure.map { "\(type(of: $0))" } ?? "success")
            }
        }
        let sent =
            isChain
            ? perform(.chain(first) { _ in second() })
            : perform(first.plan.then { _ in second() })
        known.withLock { $0 = sent }
        client.answer("first")
        #expect(await ends.waitForFirst(1) == ["CancellationError"])
        #expect(client.started.entries == ["first"])
        known.withLock { $0 = nil }
    }

    @Test func `cancelling a chain after its last answer has no effect`() async throws {
        let client = ManualClient()
        let known = Locked<CancelHandle?>(nil)
        let sent = PathSender(client: client).perform(
            RequestPlan.chain(first) { _ in
                known.withLock { $0 }?.cancel()
                return nil
            }
        ) { [ends] in ends.append($0.reportedFailure == nil ? "success" : "failure") }
        known.withLock { $0 = sent }
        try client.succeed("first")
        #expect(ends.entries == ["success"])
        known.withLock { $0 = nil }
    }

    @Test func `cancelling the task that awaits a chain cancels the chain`() async throws {
        let task = Task { try await sender.chain(first, next: `Chains`.follow) }
        await client.started.waitFor("first")
        try client.succeed("first", with: "second")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `an answer after the deadline of a chain issues no further request`() async throws {
        let clock = ManualClock()
        let calls = Journal<String>()
        let late = Gate()
        let sender = UncancellableSender(client: client)
        let plan = RequestPlan.chain(first, options: .timeout(.seconds(1), clock: clock)) {
            calls.append($0.text)
            return URLRequest(path: $0.text)
        }
        sender.perform(plan) { [ends] result in
            ends.append(result.reportedFailure.map { "\(type(of: $0))" } ?? "success")
            late.open()
        }
        try client.succeed("first", with: "second")
        await clock.advanceWhenAsleep(by: .seconds(1))
        await late.waitUntilOpen()
        try client.succeed("second", with: "third")
        #expect(ends.entries == ["RequestTimeoutError"])
        #expect(calls.entries == ["second"])
        #expect(client.started.entries == ["first", "second"])
    }

    @Test(arguments: [true, false])
    func `a client that answers twice does not fork a chain`(isThen: Bool) async throws {
        if isThen {
            let plan = first.plan.then { _ in URLRequest(path: "second") }
            sender.perform(plan) { [ends] in ends.append($0.text) }
        } else {
            _ = perform()
        }
        let call = try client.take("first")
        call.succeed("second")
        call.succeed("second")
        call.fail("too late")
        try client.succeed("second", with: "end")
        #expect(ends.entries == [isThen ? "end" : "second end"])
        #expect(client.started.entries == ["first", "second"])
    }
}
