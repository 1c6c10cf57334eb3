@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A group without a request (V1)` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }
    private var isReported: Bool { recorder.events.contains { $0.kind == .empty } }

    enum Mistake: CaseIterable {
        case nothing, bareClient, detachedTask, queue, capturedGroup, nestedGroup
    }

    @Test(arguments: Mistake.allCases, [true, false])
    func `an empty group is reported`(mistake: Mistake, cancelsBody: Bool) async throws {
        let name = "empty: \(mistake) \(cancelsBody)"
        #if DEBUG
        let console = ConsoleRecorder(groupName: name)
        #endif
        try await withRequestGroup(
            name,
            options: .observer(recorder),
            cancelsBody ? .cancelsBody : .combining([])
        ) {
            switch mistake {
            case .nothing: break
            case .bareClient: client.get("a", success: { _ in }, failure: nil)
            case .detachedTask: await Task.detached { network.get("a") }.value
            case .queue:
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        network.get("a")
                        continuation.resume()
                    }
                }
            case .capturedGroup: CapturedGroup().run {}
            case .nestedGroup: try await withRequestGroup("nested in \(name)") {}
            }
        }
        let isNested = mistake == .nestedGroup
        let kinds = recorder.events.filter { $0.groupName == name }.map(\.kind)
        #expect(kinds == (isNested ? [.opened, .completed] : [.opened, .empty, .completed]))
        #if DEBUG
        let message =
            "The group “\(name)” completed, and no request was issued in it. Perhaps its body calls the bare client "
            + "instead of the wrapped client, does not resume a task, or issues requests in Task.detached or on "
            + "another queue: use Task, or capture the group in a CapturedGroup, and issue the requests in its run "
            + "method. If the group may be empty, open it with the option mayBeEmpty."
        // The console may also report a request of another test as issued just after this group.
        #expect(console.messages.contains(message) == !isNested)
        #endif
    }

    @Test func `a group with the option mayBeEmpty is not reported`() async throws {
        try await withRequestGroup(options: .observer(recorder), .mayBeEmpty) {}
        #expect(recorder.lines == ["opened", "completed"])
    }

    @Test func `an empty group is not reported if it was cancelled or its body threw`() async {
        try? await withRequestGroup(options: .observer(recorder)) { $0.cancel() }
        try? await withRequestGroup(options: .observer(recorder)) { throw ClientError("body") }
        #expect(!isReported)
    }

    @Test func `a group of nested groups or subrequests is not reported as empty`() async throws {
        let nesting = NestingClient(client)
        try await withRequestGroup(options: .observer(recorder)) {
            try await withRequestGroup("nested") {
                network.get("a", success: { _ in })
                try client.succeed("a")
            }
            try await nesting.intercept("whole") {
                try await withRequestGroup("inside") {
                    nesting.get("b", through: [.callbacks]) { _ in }
                    try client.succeed("b")
                }
            }
        }
        #expect(!isReported)
    }

    #if DEBUG
    #if os(macOS) || os(Linux)
    @Test func `a request issued in no group, just after an empty group, is reported too`() async {
        // In a process of its own, where no other test issues a request.
        await #expect(processExitsWith: .success) {
            let console = ConsoleRecorder(groupName: "missed")
            try await withRequestGroup("missed") {}
            InterceptingClient(ManualClient()).get("a")
            try #require(console.messages.count == 2)
            try #require(console.messages[1].hasPrefix("A request was issued in no group"))
        }
    }
    #endif

    @Test func `two requests issued in one completed group are reported once`() async throws {
        let console = ConsoleRecorder(groupName: "too early")
        let group = try await withRequestGroup("too early", options: .mayBeEmpty) { $0 }
        for _ in 0..<2 { group.run { network.get("a") } }
        let message =
            "The request “GET a” was issued after its group “too early” had completed, so the group did not wait for "
            + "the request. Await the request in the body of the group, or capture the group in a CapturedGroup. If the "
            + "request belongs to no group, issue it in withoutRequestGroup."
        #expect(console.messages == [message])
    }

    @Test func `the console reports no late request of a cancelled group (C5)`() async throws {
        let console = ConsoleRecorder(groupName: "cancelled early")
        let group = try await completedGroup("cancelled early") { $0.cancel() }
        group.run { network.get("a") }
        #expect(console.messages.isEmpty)
    }
    #endif
}

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
            + "reports progress, wrap it by the role progress; if it comes after all others, by finally. "
            + "Otherwise the client called back twice."
        // By hand, `leave()` in a `defer` may follow another call.
        #expect(console.messages == (way == "entered" ? [] : [message]))
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
    func `a body outstanding alone at the deadline is reported (P3)`(hasRequest: Bool) async {
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

@Suite(.timeLimit(.ordinary)) struct `A request that cannot wait for its limit (V2)` {
    let client = HandleClient()
    let recorder = EventRecorder()

    @Test(arguments: [(true, false), (false, false), (false, true)])
    func `starting above a limit is reported (V2)`(isOfClient: Bool, isCancelled: Bool) async {
        let network = InterceptingClient(client) {
            $0.limiter = isOfClient ? RequestLimiter(limit: 2) : nil
        }
        let limit: RequestGroupOption = isOfClient ? .combining([]) : .limit(2)
        // Each case needs a name of its own, because a mistake is reported once for each name.
        let name = "limited \(isOfClient), \(isCancelled)"
        #if DEBUG
        let console = ConsoleRecorder(groupName: name)
        #endif
        _ = try? await withRequestGroup(name, options: limit, .observer(recorder)) {
            if isCancelled { RequestGroup.current?.cancel() }
            for path in ["0", "1", "2", "3"] { _ = network.load(path, cancel: { _ in }) { _ in } }
            for path in ["0", "1", "2", "3"] { client.answer(path) }
        }
        let exceeding = recorder.events.filter { $0.kind == .exceededLimit }.map(\.label)
        #expect(exceeding == ["LOAD 2", "LOAD 3"])
        #if DEBUG
        let message =
            "The request “LOAD 2” started above the limit of 2 of group “\(name)”: a request cannot wait if its method returns a handle, or if it was entered by hand. Wrap the method without a result, and pass the handle to onCancel."
        if !isOfClient { #expect(console.messages == [message]) }
        #endif
    }
}
