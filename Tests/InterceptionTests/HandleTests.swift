// `intercept` takes a closure that cancels and a trailing closure that issues the request.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

@testable import InterceptionTestSupport

@Suite struct `Methods that return a handle` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    /// A handle that only its holder retains.
    final class Handle: Sendable {}

    enum Form: CaseIterable, Sendable {
        case object, optional, reply, stepOfPlan
        // Closures and values are never released.
        case value, stepWithClosure

        var canBeReleased: Bool { self != .value && self != .stepWithClosure }
    }

    /// Issues a request that is cancelled by a handle, but whose client does not heed it.
    private func issue(_ form: Form, _ handle: @escaping @Sendable () -> Handle) async {
        @Sendable func get(_ call: InterceptedCall) {
            client.get("a", success: nil, failure: call.wrap(.failure { (_: any Error) in }))
        }
        switch form {
        case .object:
            network.intercept("a", cancel: { (_: Handle) in }) { call in
                get(call)
                return handle()
            }
        case .optional:
            network.intercept("a", cancel: { (_: Handle?) in }) { call -> Handle? in
                get(call)
                return handle()
            }
        case .value:
            network.intercept("a", cancel: { (_: Int) in }) { call in
                get(call)
                return 1
            }
        case .reply:
            Task {
                try await network.awaitReply("a") { (reply: AwaitedReply<String>) in
                    reply.onCancel(handle()) { _ in }
                    client.get("a", success: reply.success, failure: reply.failure)
                }
            }
        case .stepOfPlan:
            // This sender does not retain its handle.
            let sender = ClosureSender { [client] request, completion in
                _ = BareSender(client: client).send(request, completion: completion)
                return CancelHandle(handle()) { _ in }
            }
            sender.perform(URLRequest(path: "a")) { _ in }
        case .stepWithClosure:
            UncancellableSender(client: client).perform(URLRequest(path: "a")) { _ in }
        }
        await client.started.waitFor("a")
    }

    @Test(arguments: Form.allCases, [true, false])
    func `observers see a released handle (P2, O2)`(form: Form, isRetained: Bool) async throws {
        let retained = Handle()
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
            await issue(form) { isRetained ? retained : Handle() }
            group.cancel()
            group.cancel()
            for call in client.takeAll() { call.fail() }
        }
        let isReported = form.canBeReleased && !isRetained
        #expect(recorder.events.count { $0.kind == .lostHandle } == (isReported ? 1 : 0))
    }

    @Test func `a deadline reports requests with released handles (P2, P3)`() async throws {
        let clock = ManualClock()
        try await withRequestGroup(options: .tolerant, clock.timeout, .observer(recorder)) {
            await issue(.object) { Handle() }
            await clock.advanceWhenAsleep(by: .seconds(1))
            await recorder.waitForEvent(.lostHandle, label: "a")
        }
        for call in client.takeAll() { call.fail() }
        #expect(recorder.events.count { $0.kind == .lostHandle } == 1)
    }

    #if DEBUG
    @Test func `onUngroupedRequest and the console report a released handle (P2)`() async throws {
        let (reports, console) = (Journal<String>(), ConsoleRecorder(groupName: "released"))
        let network = InterceptingClient(client) {
            $0.onUngroupedRequest = { reports.append("\($0)") }
        }
        let success: (String) -> Void = { _ in }
        try await withRequestGroup("released", options: .tolerant) { group in
            for path in ["a", "answered"] {
                network.intercept(path, .success(success), cancel: { (_: Handle) in }) { success in
                    client.get(path, success: success, failure: nil)
                    return Handle()
                }
            }
            try client.succeed("answered")
            group.cancel()
            try client.succeed("a")
        }
        let message =
            "The request “a” of group “released” could not be cancelled by its group, because its handle was released. "
            + "Unless your code has cancelled the request, pass holdsHandle: true to intercept, or retain the handle "
            + "in the closure of onCancel, or the object that prepare returned."
        #expect(console.messages == [message])
        try #require(reports.entries.count == 1)
        let beginning = "a could not be cancelled, because its handle was released"
        #expect(reports.entries[0].hasPrefix(beginning))
        for remedy in ["holdsHandle: true", "onCancel", "prepare"] {
            #expect(reports.entries[0].contains(remedy))
        }
    }
    #endif

    @Test(arguments: [true, false])
    func `an optional or existential handle is cancelled (P2)`(isOptional: Bool) async throws {
        let handles = HandleClient()
        @Sendable func load(_ path: String, _ call: InterceptedCall) -> HandleClient.Handle {
            let completion: (Result<String, ClientError>) -> Void = { _ in }
            return handles.load(path, completion: call.wrap(.completion(completion)))
        }
        let failures = try await failuresOfGroup { group in
            for path in ["kept", "lost"] {
                if isOptional {
                    let cancel = { @Sendable (handle: HandleClient.Handle?) in
                        if let handle { HandleClient.Handle.cancel(handle) }
                    }
                    network.intercept(path, cancel: cancel) { Optional(load(path, $0)) }
                } else {
                    let cancel = { @Sendable (handle: any Cancellable) in handle.stop() }
                    network.intercept(path, cancel: cancel) { load(path, $0) as any Cancellable }
                }
            }
            handles.lose("lost")
            #expect(group.outstanding == ["kept"])
            group.cancel()
        }
        #expect(failures.map(\.reason) == [.cancelled, .lostCallback])
    }

    @Test func `a group cancels a request by a handle that is a value (P2, M4)`() async throws {
        let cancelled = Journal<Int>()
        let cancel: @Sendable (Int) -> Void = { number in
            cancelled.append(number)
            try? client.fail("a")
        }
        try await withRequestGroup(options: .tolerant) { group in
            let number = network.intercept("a", cancel: cancel) { call -> Int in
                client.get("a", success: nil, failure: call.wrap(.failure { (_: any Error) in }))
                return 42
            }
            #expect(number == 42)
            network.intercept("answered", cancel: cancel) { call -> Int in
                call.wrap(.success {})()
                return 1
            }
            group.cancel()
        }
        #expect(cancelled.entries == [42])
    }
}

private protocol Cancellable: AnyObject { func stop() }

extension HandleClient.Handle: Cancellable {
    fileprivate func stop() { Self.cancel(self) }
}
