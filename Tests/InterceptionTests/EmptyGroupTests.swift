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
            cancelsBody ? .cancelsBody : []
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
            + "or a wrapper method without intercept, does not resume a task, or issues requests later: in a Task, in "
            + "Task.detached or on another queue. Await the Task in the body, or capture the group in a CapturedGroup, "
            + "and issue the requests in its run method. If the group may be empty, open it with the option mayBeEmpty."
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
