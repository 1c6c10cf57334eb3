import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A group without a request (V1)` {
    let client = ManualClient()
    let recorder = EventRecorder()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    private var isReported: Bool { recorder.events.contains { $0.kind == .empty } }

    /// A body that issues no request in its group.
    enum Mistake: CaseIterable {
        case nothing, bareClient, detachedTask, queue, capturedGroup, nestedGroup
    }

    @Test(arguments: Mistake.allCases, [true, false])
    func `is reported`(mistake: Mistake, cancelsBody: Bool) async throws {
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
            + "and not the wrapped one, or issues requests in Task.detached or on another queue: use Task, or take "
            + "the group along in a CapturedGroup. If the group may be empty, open it with the option mayBeEmpty."
        // A request of another test may be reported as issued just after this group.
        #expect(console.messages.contains(message) == !isNested)
        #endif
    }

    @Test func `a group with the option mayBeEmpty is not reported`() async throws {
        try await withRequestGroup(options: .observer(recorder), .mayBeEmpty) {}
        #expect(recorder.lines == ["opened", "completed"])
    }

    @Test func `a group that was cancelled or whose body threw is not reported`() async {
        try? await withRequestGroup(options: .observer(recorder)) { $0.cancel() }
        try? await withRequestGroup(options: .observer(recorder)) { throw ClientError("body") }
        #expect(!isReported)
    }

    @Test func `a group with requests in a nested group or with subrequests is not reported`()
        async throws
    {
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
    @Test func `a request issued just after the group is reported with the group's name`()
        async throws
    {
        // Requests of other tests may miss the group first.
        for attempt in 0... {
            let name = "missed \(attempt)"
            let console = ConsoleRecorder(groupName: name)
            try await withRequestGroup(name) {}
            network.get("a")
            if console.messages.count == 2 {
                #expect(console.messages[1].hasPrefix("A request was issued in no group"))
                return
            }
        }
    }

    @Test func `a request that is issued after its group is reported`() async throws {
        let console = ConsoleRecorder(groupName: "too early")
        let group = try await withRequestGroup("too early", options: .mayBeEmpty) { $0 }
        for _ in 0..<2 { group.run { network.get("a") } }
        let message =
            "The request “GET a” was issued after its group “too early” had completed, which has not waited for it. "
            + "Await the request in the body of the group, or take the group along in a CapturedGroup. If the request "
            + "belongs to no group, issue it in withoutRequestGroup."
        #expect(console.messages == [message])
    }
    #endif
}

#if DEBUG
@Suite struct `A request that is answered twice` {
    @Test func `is reported`() async throws {
        let name = "answered twice"
        let (client, console) = (ManualClient(), ConsoleRecorder(groupName: name))
        let network = InterceptingClient(client)
        try await withRequestGroup(name) {
            network.get("a")
            for call in client.takeAll() {
                call.succeed()
                call.succeed()
            }
        }
        let message =
            "The request “GET a” of group “\(name)” was answered twice: only the first answer counts. If a callback "
            + "reports progress, wrap it by the role progress; if it comes after all others, by finally. "
            + "Or the client calls back twice."
        #expect(console.messages == [message])
    }
}
#endif

#if DEBUG
@Suite struct `A success callback that is called with an error` {
    enum Shape: CaseIterable {
        case result, optionalError, error, succeeded, noError
    }

    @Test(arguments: Shape.allCases) func `is reported`(shape: Shape) async throws {
        let name = "hidden failure \(shape)"
        let (client, console) = (ManualClient(), ConsoleRecorder(groupName: name))
        let network = InterceptingClient(client)
        try await withRequestGroup(name) {
            switch shape {
            case .result: network.succeed(Result<Int, any Error>.failure(ClientError("a")))
            case .optionalError: network.succeed(Int?.none, ClientError("a") as (any Error)?)
            case .error: network.succeed(ClientError("a") as any Error)
            case .succeeded: network.succeed(Result<Int, any Error>.success(1))
            case .noError: network.succeed(1, (any Error)?.none)
            }
        }
        let message =
            "The success callback of the request “GET a” of group “\(name)” was called with an error, and the request "
            + "counts as succeeded. If the callback may carry an error, wrap it by the role completion, or by "
            + "callback, which says where the error is."
        #expect(console.messages == (shape == .succeeded || shape == .noError ? [] : [message]))
    }
}

extension InterceptingClient {
    /// Calls a success callback of a type in which the compiler sees no error.
    fileprivate func succeed<Value>(_ value: Value) {
        let success: (Value) -> Void = { _ in }
        intercept("GET a", .success(success)) { $0(value) }
    }

    fileprivate func succeed<First, Second>(_ first: First, _ second: Second) {
        let success: (First, Second) -> Void = { _, _ in }
        intercept("GET a", .success(success)) { $0(first, second) }
    }
}

@Suite struct `A wrapper method that calls itself` {
    let client = ManualClient()

    @Test func `is reported`() async throws {
        let console = ConsoleRecorder(groupName: "recursion")
        let network = InterceptingClient(client)
        @Sendable func get(_ depth: Int, _ done: @escaping (Result<Int, any Error>) -> Void) {
            network.intercept("GET a", .completion(done)) { done in
                if depth < 600 { get(depth + 1, done) } else { done(.success(1)) }
            }
        }
        try await onLargeStack {
            withRequestGroup("recursion") {
                get(0) { _ in }
            } completion: { _ in
            }
        }
        try #require(console.messages.count == 1)
        let beginning = "The request “GET a” of group “recursion” has issued itself 512 times"
        #expect(console.messages[0].hasPrefix(beginning))
    }

    @Test func `is not reported for a chain of requests that are answered at once`() async throws {
        let console = ConsoleRecorder(groupName: "chain at once")
        let client = ManualClient { $0.succeed() }
        let network = InterceptingClient(client)
        @Sendable func next(_ depth: Int) {
            if depth < 530 { network.get("a", success: { _ in next(depth + 1) }) }
        }
        try await onLargeStack {
            withRequestGroup("chain at once") {
                next(0)
            } completion: { _ in
            }
        }
        #expect(console.messages.isEmpty)
    }

    /// Under AddressSanitizer the stack of a shared thread is too small.
    private func onLargeStack(_ body: @escaping @Sendable () -> Void) async throws {
        try await OwnThread(stackSize: 64 << 20, body).ended()
    }
}

@Suite struct `A request whose handle is gone` {
    @Test func `is reported`() async throws {
        let console = ConsoleRecorder(groupName: "gone")
        let client = ManualClient()
        try await withRequestGroup("gone", options: .tolerant) { group in
            InterceptingClient(client).intercept("GET a") { call in
                client.get(
                    "a",
                    success: call.wrap(.success { _ in }),
                    failure: call.wrap(.failure { _ in })
                )
                call.onCancel(ManualClient()) { _ in }
            }
            group.cancel()
            try client.succeed("a")
        }
        let message =
            "The request “GET a” of group “gone” could not be cancelled by its group: nothing keeps its handle. "
            + "Unless your code has cancelled it, pass holdsHandle: true to intercept, or keep the handle in the closure "
            + "of onCancel."
        #expect(console.messages == [message])
    }
}
#endif

@Suite(.timeLimit(.ordinary)) struct `A request that cannot wait for its limit (V2)` {
    let client = HandleClient()
    let recorder = EventRecorder()

    @Test func `a request above the limit of its group is reported`() async throws {
        let network = InterceptingClient(client)
        let options = RequestGroupOption.combining([.limit(2), .observer(recorder)])
        #if DEBUG
        let console = ConsoleRecorder(groupName: "limited")
        #endif
        try await withRequestGroup("limited", options: options) {
            for number in 0..<4 { _ = network.load("\(number)") { _ in } }
            for number in 0..<4 { client.answer("\(number)") }
        }
        let exceeding = recorder.events.filter { $0.kind == .exceededLimit }.map(\.label)
        #expect(exceeding == ["LOAD 2", "LOAD 3"])
        #if DEBUG
        let message =
            "The request “LOAD 2” started above the limit of 2 of group “limited”: it cannot wait, as its method "
            + "returns a handle or it was entered by hand. Wrap the method without a result, and hand the handle to "
            + "onCancel."
        #expect(console.messages == [message])
        #endif
    }

    @Test func `a request above the limit of its client is reported`() async throws {
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        let network = InterceptingClient(client, settings: settings)
        try await withRequestGroup(options: .observer(recorder)) {
            for number in 0..<2 { _ = network.load("\(number)") { _ in } }
            for number in 0..<2 { client.answer("\(number)") }
        }
        let exceeding = recorder.events.filter { $0.kind == .exceededLimit }.map(\.label)
        #expect(exceeding == ["LOAD 1"])
    }
}
