@testable import InterceptionTestSupport

@Suite struct `Methods that return a handle` {
    let handles = HandleClient()
    var network: InterceptingClient<HandleClient> { InterceptingClient(handles) }

    @Test func `a handle is cancelled on the queue of the client's settings (P2)`() async throws {
        let mark = QueueMark()
        let places = Journal<Bool>()
        let network = InterceptingClient(handles) { $0.queue = mark.queue }
        let cancel: @Sendable (HandleClient.Handle) -> Void = { handle in
            places.append(mark.isCurrent)
            HandleClient.Handle.cancel(handle)
        }
        try await withRequestGroup(options: .tolerant) { group in
            network.intercept("a", cancel: cancel) { call in
                let completion: (Result<String, ClientError>) -> Void = { _ in }
                return handles.load("a", completion: call.wrap(.completion(completion)))
            }
            group.cancel()
        }
        #expect(places.entries == [true])
    }

    @Test func `cancelling a request whose handle was released is reported (P2)`() async throws {
        let (recorder, reports) = (EventRecorder(), Journal<UngroupedRequestReport>())
        let network = InterceptingClient(ForgetfulClient()) {
            $0.onUngroupedRequest = reports.append
        }
        try await withRequestGroup("page", options: .tolerant, .observer(recorder)) { group in
            network.load("a") { _ in }
            network.load("answered") { _ in }
            network.base.answer("answered")
            group.cancel()
            group.cancel()
            network.base.answer("a")
        }
        #expect(recorder.lines.filter { $0.hasPrefix("lost") } == ["lost handle a"])
        #if DEBUG
        #expect(reports.entries.map(\.label) == ["a"])
        #expect(reports.entries.map(\.reason) == [.lostHandle])
        #expect("\(reports.entries[0])".contains("holdsHandle: true"))
        #else
        #expect(reports.entries.isEmpty)
        #endif
    }

    @Test func `cancelling a step of a plan whose handle was released is reported (P2, O2)`()
        async throws
    {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
            let sender = ForgetfulSender()
            sender.perform(URLRequest(path: "a")) { _ in }
            group.cancel()
            try sender.client.fail("a")
        }
        #expect(recorder.lines.filter { $0.hasPrefix("lost") } == ["lost handle GET a"])
    }

    @Test func `cancelling an awaited request whose handle was released is reported (P2, O2)`()
        async throws
    {
        let (recorder, client) = (EventRecorder(), ManualClient())
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
            async let text: String? = try? InterceptingClient(client).awaitReply("a") { reply in
                reply.onCancel(ForgetfulClient.Handle()) { _ in }
                client.get("a", success: reply.success, failure: reply.failure)
            }
            await client.started.waitFor("a")
            group.cancel()
            try client.fail("a")
            _ = await text
        }
        #expect(recorder.lines.filter { $0.hasPrefix("lost") } == ["lost handle a"])
    }

    @Test
    func `a deadline that cannot cancel a released handle is reported (P2, P3)`() async throws {
        let (recorder, clock) = (EventRecorder(), ManualClock())
        let network = InterceptingClient(ForgetfulClient())
        let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
        try await withRequestGroup(options: .tolerant, timeout, .observer(recorder)) {
            network.load("a") { _ in }
            await clock.advanceWhenAsleep(by: .seconds(1))
            await recorder.waitForEvent(.lostHandle, label: "a")
        }
        network.base.answer("a")
        #expect(recorder.lines.filter { $0.hasPrefix("lost") } == ["lost handle a"])
    }

    @Test func `an optional handle is cancelled, but not retained (P2)`() async throws {
        let cancelled = Journal<Bool>()
        let failures = try await failuresOfGroup { group in
            for path in ["kept", "lost"] {
                network.intercept(path, cancel: note) { call -> HandleClient.Handle? in
                    let completion: (Result<String, ClientError>) -> Void = { _ in }
                    return handles.load(path, completion: call.wrap(.completion(completion)))
                }
            }
            network.intercept("none", cancel: note) { call -> HandleClient.Handle? in
                call.wrap(.success {})()
                return nil
            }
            handles.lose("lost")
            #expect(group.outstanding == ["kept"])
            group.cancel()
        }
        #expect(failures.map(\.reason) == [.cancelled, .lostCallback])

        @Sendable func note(_ handle: HandleClient.Handle?) {
            cancelled.append(handle != nil)
            if let handle { HandleClient.Handle.cancel(handle) }
        }
        #expect(cancelled.entries == [true])
    }

    @Test
    func `a handle of a protocol type is cancelled, but not retained (P2)`() async throws {
        let failures = try await failuresOfGroup { group in
            let cancel: @Sendable (any Cancellable) -> Void = { $0.stop() }
            for path in ["kept", "lost"] {
                network.intercept(path, cancel: cancel) { call -> any Cancellable in
                    let completion: (Result<String, ClientError>) -> Void = { _ in }
                    return handles.load(path, completion: call.wrap(.completion(completion)))
                }
            }
            handles.lose("lost")
            #expect(group.outstanding == ["kept"])
            group.cancel()
        }
        #expect(failures.map(\.reason) == [.cancelled, .lostCallback])
    }

    @Test func `a group retains a handle that is a value, and cancels it (P2)`() async throws {
        let client = ManualClient()
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
            group.cancel()
        }
        #expect(cancelled.entries == [42])
    }

    @Test func `a request answered before its method returns is not cancelled (M4)`() async throws {
        let cancelled = Journal<Int>()
        let cancel: @Sendable (Int) -> Void = { cancelled.append($0) }
        try await withRequestGroup(options: .tolerant) { group in
            network.intercept("a", cancel: cancel) { call -> Int in
                call.wrap(.success {})()
                return 1
            }
            group.cancel()
        }
        #expect(cancelled.entries.isEmpty)
    }

    @Test(arguments: ["object", "value", "optional", "step of a plan"])
    func `cancelling a request by its handle reports no lost handle (P2, O2)`(
        kind: String
    ) async throws {
        let (client, recorder) = (ManualClient(), EventRecorder())
        @Sendable func load(_ call: InterceptedCall) {
            client.get("a", success: nil, failure: call.wrap(.failure { (_: any Error) in }))
        }
        final class Handle: Sendable {}
        let (handle, calls) = (Handle(), Journal<ManualCall?>())
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
            switch kind {
            case "object":
                network.intercept("a", cancel: { (_: Handle) in }) { call in
                    load(call)
                    return handle
                }
            case "value":
                network.intercept("a", cancel: { (_: Int) in }) { call in
                    load(call)
                    return 1
                }
            case "optional":
                network.intercept("a", cancel: { (_: Handle?) in }) { call -> Handle? in
                    load(call)
                    return handle
                }
            default:
                BareSender(client: client, cancel: calls.append)
                    .perform(URLRequest(path: "a")) { _ in }
            }
            group.cancel()
            for call in client.takeAll() + calls.entries.compactMap(\.self) { call.fail() }
        }
        #expect(!recorder.lines.contains { $0.hasPrefix("lost") })
    }
}

private protocol Cancellable: AnyObject { func stop() }

extension HandleClient.Handle: Cancellable {
    fileprivate func stop() { Self.cancel(self) }
}

/// A client whose handles are retained only by its caller.
private final class ForgetfulClient: Sendable {
    final class Handle: Sendable {}

    private struct Pending: @unchecked Sendable {
        // Safe: the callback moves from the caller to the answering thread, and is called once.
        let completion: (Result<String, ClientError>) -> Void
    }

    private let pending = Locked([String: Pending]())

    func load(
        _ path: String,
        completion: @escaping (Result<String, ClientError>) -> Void
    ) -> Handle {
        let pending = Pending(completion: completion)
        self.pending.withLock { $0[path] = pending }
        return Handle()
    }

    func answer(_ path: String) {
        pending.withLock { $0.removeValue(forKey: path) }?.completion(.success("ok"))
    }
}

/// A sender whose handles are released at once.
private struct ForgetfulSender: RequestSender {
    let client = ManualClient()

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        _ = BareSender(client: client).send(request, completion: completion)
        return CancelHandle(ForgetfulClient.Handle()) { _ in }
    }
}

extension InterceptingClient<ForgetfulClient> {
    fileprivate func load(
        _ path: String,
        completion: @escaping (Result<String, ClientError>) -> Void
    ) {
        let cancel: @Sendable (ForgetfulClient.Handle) -> Void = { _ in }
        intercept(path, .completion(completion), cancel: cancel) { base.load(path, completion: $0) }
    }
}
