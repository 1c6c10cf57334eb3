@testable import InterceptionTestSupport

#if DEBUG
@Suite struct `Mistakes that the debug console reports` {
    @Test(arguments: ["wrapped", "awaited", "entered"])
    func `a request that is answered twice is reported`(way: String) async throws {
        let name = "answered twice: \(way)"
        let console = ConsoleRecorder(groupName: name)
        let network = InterceptingClient(ManualClient { for _ in 0..<2 { $0.succeed() } })
        try await withRequestGroup(name) { group in
            switch way {
            case "wrapped": network.get("a")
            case "awaited":
                _ = try await network.awaitReply("GET a") { (reply: AwaitedReply<String>) in
                    network.base.get("a", success: reply.success, failure: reply.failure)
                }
            default:
                let membership = group.enter("GET a")
                for _ in 0..<2 { membership?.leave() }
            }
        }
        let message =
            "The request “GET a” of group “\(name)” was answered twice: only the first answer counts. If a callback "
            + "reports progress, wrap it by the role progress; if it is called after all others, by finally; if it is a "
            + "listener, call the client without intercept. Otherwise the client called back twice."
        // By hand, `leave()` in a `defer` may follow another call.
        #expect(console.messages == (way == "entered" ? [] : [message]))
    }

    @Test(arguments: [1, 2])
    func `a request that waits for a permit inside another request is reported`(
        limit: Int
    ) async throws {
        let name = "nested wait \(limit)"
        let console = ConsoleRecorder(groupName: name)
        let outer = InterceptingClient(ManualClient())
        let inner = InterceptingClient(ManualClient { $0.succeed() })
        try await withRequestGroup(name, options: .limit(limit)) {
            outer.intercept("outer") { call in
                inner.get("a")
                call.answer(nil) {}
            }
        }
        let message =
            "The request “GET a” of group “\(name)” waits for a permit, and the request “outer”, which has issued it, "
            + "holds a permit. If the outer request waits for the inner request, and all permits are held in this "
            + "way, no request continues. Issue the inner request in withoutRequestGroup, or wrap only one of the two clients."
        #expect(console.messages == (limit == 1 ? [message] : []))
    }

    @Test func `two kinds of mistakes in one group are both reported`() async throws {
        let (client, console) = (ManualClient(), ConsoleRecorder(groupName: "two mistakes"))
        let network = InterceptingClient(client)
        try await withRequestGroup("two mistakes") {
            network.get("a")
            let call = try client.take("a")
            for _ in 0..<3 { call.succeed() }
            network.succeed(ClientError("a") as any Error)
        }
        #expect(console.messages.count == 2)
    }

    enum Shape: CaseIterable {
        case result, optionalError, error, any, optionalAny, errorType, succeeded, noError
    }

    @Test(arguments: Shape.allCases)
    func `a success callback called with any Error is reported`(shape: Shape) async throws {
        let name = "hidden failure \(shape)"
        let (client, console) = (ManualClient(), ConsoleRecorder(groupName: name))
        let network = InterceptingClient(client)
        try await withRequestGroup(name) {
            switch shape {
            case .result: network.succeed(Result<Int, any Error>.failure(ClientError("a")))
            case .optionalError: network.succeed(Int?.none, ClientError("a") as (any Error)?)
            case .error: network.succeed(ClientError("a") as any Error)
            case .any: network.succeed(ClientError("a") as Any)
            case .optionalAny: network.succeed(ClientError("a") as Any?)
            case .errorType: network.succeed(ClientError("a"))
            case .succeeded: network.succeed(Result<Int, any Error>.success(1))
            case .noError: network.succeed(1, (any Error)?.none)
            }
        }
        let message =
            "The success callback of the request “GET a” of group “\(name)” was called with an error, and the request "
            + "counts as succeeded. If the callback may carry an error, wrap it by the role completion, or by "
            + "callback with a closure that finds the error."
        let isReported = ![.errorType, .succeeded, .noError].contains(shape)
        #expect(console.messages == (isReported ? [message] : []))
    }

    @Test func `a success callback reads no mirror of its value (I1)`() async throws {
        struct Value: CustomReflectable {
            let isRead = Gate()

            var customMirror: Mirror {
                isRead.open()
                return Mirror(self, children: [])
            }
        }
        let value = Value()
        try await withRequestGroup { InterceptingClient(ManualClient()).succeed(value) }
        #expect(!value.isRead.isOpen)
    }

    @Test(arguments: [true, false])
    func `a body that runs without requests at the deadline is reported (P3)`(
        hasRequest: Bool
    ) async {
        let name = "late body \(hasRequest)"
        let (console, clock) = (ConsoleRecorder(groupName: name), ManualClock())
        _ = await withRequestGroupOutcome(name, options: clock.timeout, .mayBeEmpty) { group in
            let request = hasRequest ? group.enter("a") : nil
            await clock.advanceWhenAsleep(by: .seconds(1))
            await yieldWhile { !group.isCancelled }
            request?.leave()
        }
        let beginning =
            "The body of group “\(name)” was still running at the deadline, without a request"
        #expect(console.messages.map { $0.hasPrefix(beginning) } == (hasRequest ? [] : [true]))
    }

    @Test(arguments: [true, false])
    func `a wrapper method that calls itself is reported`(callsItself: Bool) async throws {
        let name = callsItself ? "recursion" : "pages"
        let console = ConsoleRecorder(groupName: name)
        let network = InterceptingClient(ManualClient { $0.succeed() })
        @Sendable func get(_ depth: Int, _ done: @escaping (Result<Int, any Error>) -> Void) {
            if depth == 200 { return }
            if depth > 0, !callsItself {
                nonisolated(unsafe) let done = done
                return network.get("page \(depth)", success: { _ in get(depth + 1, done) })
            }
            network.intercept("GET a", .completion(done)) { done in get(depth + 1, done) }
        }
        try await inGroup(name) { get(0) { _ in } }
        let beginning = "The request “GET a” of group “\(name)” has issued itself 100 times"
        #expect(console.messages.map { $0.hasPrefix(beginning) } == (callsItself ? [true] : []))
    }

    @Test(arguments: [
        nil, "has no rejection: closure", "takes only errors of the type ClientError",
        "takes a value of the type Int, which cannot be nil",
    ])
    func `a rejection that its callback cannot take is reported (V3)`(cause: String?) async throws {
        let name = "rejected \(cause ?? "")"
        let console = ConsoleRecorder(groupName: name)
        let network = InterceptingClient(ManualClient())
        let result: (Result<Int, ClientError>) -> Void = { _ in }
        let (flag, error) = ({ (_: Bool) in }, { (_: Int, _: (any Error)?) in })
        let silent: PlainRole = .callback(flag, error: { _ in nil }, rejection: { _ in nil })
        _ = try? await withRequestGroup(name) { group in
            group.cancel()
            switch cause?.prefix(8) {
            case "takes on": network.intercept("GET a", .completion(result)) { _ in }
            case "takes a ": network.intercept("GET a", .completion(error)) { _ in }
            case nil: network.intercept("GET a", silent) { _ in }
            default: network.intercept("GET a", .callback(flag, error: { _ in nil })) { _ in }
            }
        }
        let message =
            "A request of group “\(name)” was rejected, and its callback was not called, because the callback "
            + "\(cause ?? ""). Wrap the callback by the role callback, with a rejection: closure that returns its values."
        #expect(console.messages == (cause == nil ? [] : [message]))
    }

    @Test(arguments: [true, false])
    func `a main-actor callback on another thread is reported`(isOnMain: Bool) async throws {
        let name = "of the main actor: \(isOnMain)"
        let console = ConsoleRecorder(groupName: name)
        let done: @MainActor () -> Void = {}
        try await withRequestGroup(name) {
            InterceptingClient(ManualClient()).intercept("GET a", .success(onMain: done)) {
                let done = unsafeBitCast($0, to: (@Sendable () -> Void).self)
                if isOnMain { DispatchQueue.main.async { done() } } else { done() }
            }
        }
        #expect(console.messages.count == (isOnMain ? 0 : 1))
    }

    @Test func `a chain of requests answered at once is not reported as recursion`() async throws {
        let console = ConsoleRecorder(groupName: "chain at once")
        let network = InterceptingClient(ManualClient { $0.succeed() })
        @Sendable func next(_ depth: Int) {
            if depth < 530 { network.get("a", success: { _ in next(depth + 1) }) }
        }
        try await inGroup("chain at once") { next(0) }
        #expect(console.messages.isEmpty)
    }

    @Test func `a deep chain of different clients is not reported as recursion`() async throws {
        let console = ConsoleRecorder(groupName: "chain of clients")
        @Sendable func issue(_ depth: Int) {
            let network = InterceptingClient(ManualClient())
            network.intercept("GET a") { _ in if depth < 200 { issue(depth + 1) } }
        }
        try await inGroup("chain of clients") { issue(0) }
        #expect(!console.messages.contains { $0.contains("has issued itself") })
    }

    /// Runs the closure in a group, on a large stack: under AddressSanitizer the stack of a shared thread is too small.
    private func inGroup(_ name: String, _ body: @escaping @Sendable () -> Void) async throws {
        try await OwnThread(stackSize: 64 << 20) {
            withRequestGroup(name, body: body) { (_: Result<Void, any Error>) in }
        }.waitUntilEnded()
    }
}

extension InterceptingClient {
    /// Calls a success callback whose type hides the error from the compiler.
    fileprivate func succeed<Value>(_ value: Value) {
        let success: (Value) -> Void = { _ in }
        intercept("GET a", .success(success)) { $0(value) }
    }

    fileprivate func succeed<First, Second>(_ first: First, _ second: Second) {
        let success: (First, Second) -> Void = { _, _ in }
        intercept("GET a", .success(success)) { $0(first, second) }
    }
}
#endif
