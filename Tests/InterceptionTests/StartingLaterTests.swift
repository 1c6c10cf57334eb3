// What a request is called with takes closures of its own.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What holds where a request starts that had to wait for its slot.
@Suite(.timeLimit(.ordinary)) struct `Requests that start later` {
    @TaskLocal private static var trace = "none"

    /// Notes the task-local with which it is called, and whether on the main queue.
    private final class Client: Sendable {
        let started = Journal<String>()
        let calls = Locked([@Sendable () -> Void]())

        func get(_ path: String, _ done: @escaping @Sendable (Result<Int, ClientError>) -> Void) {
            calls.withLock { $0.append { done(.success(1)) } }
            started.append("\(path) \(trace)")
        }

        /// Answers the oldest.
        func answer() {
            calls.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
        }
    }

    private actor Account: RequestIntercepting {
        nonisolated let interceptionSettings = InterceptionSettings {
            $0.limiter = RequestLimiter(limit: 1)
        }
        let client: Client

        init(_ client: Client) {
            self.client = client
        }

        func load(_ path: String) async throws -> Int {
            try await awaitReply(path) { reply in
                self.assertIsolated()
                self.client.get(path) { reply.completion($0) }
            }
        }
    }

    private let client = Client()

    private func issue(_ path: String, _ wrapper: InterceptingClient<Client>) {
        Self.$trace.withValue(path.uppercased()) {
            wrapper.intercept(path, .completion { @Sendable _ in }) { client.get(path, $0) }
        }
    }

    @Test func `a delayed request has the task-locals of its call site (S6)`() async throws {
        for limiter in [RequestLimiter(limit: 1), nil] {
            let settings = InterceptionSettings { $0.limiter = limiter }
            let wrapper = InterceptingClient(client, settings: settings)
            let serial: RequestGroupOption = limiter == nil ? .limit(1) : .combining([])
            try await withRequestGroup(options: serial) {
                for path in ["a", "b", "c"] { issue(path, wrapper) }
                Self.$trace.withValue("ANSWERING") { client.answer() }
                // On a thread of no task, too.
                try await OwnThread { [client] in client.answer() }.ended()
                client.answer()
            }
        }
        #expect(client.started.entries == ["a A", "b B", "c C", "a A", "b B", "c C"])
    }

    @Test func `a request delayed on an actor has the task-locals of its call site (S6)`()
        async throws
    {
        let account = Account(client)
        async let first = Self.$trace.withValue("A") { try await account.load("a") }
        await client.started.contains("a A")
        async let second = Self.$trace.withValue("B") { try await account.load("b") }
        while account.interceptionSettings.limiter?.waiting != 1 { await Task.yield() }
        Self.$trace.withValue("ANSWERING") { client.answer() }
        await client.started.contains("b B")
        client.answer()
        #expect(try await (first, second) == (1, 1))
    }

    @Test func `a request delayed on a queue has the task-locals of its call site (S6)`()
        async throws
    {
        let settings = InterceptionSettings { $0.queue = DispatchQueue(label: "client") }
        let wrapper = InterceptingClient(client, settings: settings)
        try await withRequestGroup(options: .limit(1)) {
            for path in ["a", "b"] { issue(path, wrapper) }
            Self.$trace.withValue("ANSWERING") { client.answer() }
            await client.started.contains("b B")
            client.answer()
        }
        #expect(client.started.entries == ["a A", "b B"])
    }

    @Test @MainActor func `requests delayed on the main queue start there (P4)`() async throws {
        let seen = Journal<Bool>()
        let wrapper = InterceptingClient(client)
        try await withRequestGroup(options: .limit(1)) {
            issue("a", wrapper)
            issueOnQueue(wrapper, seen, QueueMark(.main))
            try await OwnThread { [client] in client.answer() }.ended()
        }
        #expect(seen.entries == [true])
    }

    @Test @MainActor func `plans start on the main queue if they were issued there (P4)`()
        async throws
    {
        let (seen, mark) = (Journal<Bool>(), QueueMark(.main))
        let sender = PathSender(
            client: ManualClient { call in
                seen.append(mark.isCurrent)
                call.succeed()
            }
        )
        let wrapper = InterceptingClient(client)
        try await withRequestGroup(options: .limit(1)) {
            issue("a", wrapper)
            let request = URLRequest(path: "b")
            sender.batch([request, request]) { _ in }
            sender.perform(RequestPlan(request).then { _ in request }) { _ in }
            try await OwnThread { [client] in client.answer() }.ended()
        }
        // Where the client calls back, the second step of a chain is issued.
        #expect(seen.entries == [true, true, true, true])
    }

    @Test func `cancelling a waiting batch ends it and sends nothing (P4)`() async throws {
        let manual = ManualClient()
        let wrapper = InterceptingClient(client)
        try await withRequestGroup(options: .limit(1), .tolerant) {
            issue("a", wrapper)
            let request = URLRequest(path: "b")
            let batch = PathSender(client: manual).batch([request, request])
            batch.cancel()
            let results = await batch.results()
            #expect(results.count { $0.reportedFailure is CancellationError } == 2)
            client.answer()
        }
        #expect(manual.started.entries.isEmpty)
    }

    @Test func `a request returns its permit when it leaves, before its method has returned (P4)`()
        async throws
    {
        let (limiter, release) = (RequestLimiter(limit: 1), DispatchSemaphore(value: 0))
        let settings = InterceptionSettings { $0.limiter = limiter }
        let wrapper = InterceptingClient(client, settings: settings)
        let isStarting = Gate()
        try await withRequestGroup {
            issue("a", wrapper)
            wrapper.intercept("slow") { call in
                client.get("slow", call.wrap(.completion { @Sendable _ in }))
                isStarting.open()
                release.wait()
            }
            issue("c", wrapper)
            // Starts “slow”, whose method keeps this thread.
            let thread = OwnThread { [client] in client.answer() }
            await isStarting.opened()
            client.answer()
            await client.started.contains("c C")
            #expect(limiter.inFlight == 1)
            release.signal()
            try await thread.ended()
            client.answer()
        }
        #expect(limiter.inFlight == 0)
    }

    @Test func `a request returns all its permits before another starts (P4)`() async throws {
        let limiter = RequestLimiter(limit: 2)
        let settings = InterceptionSettings { $0.limiter = limiter }
        let wrapper = InterceptingClient(client, settings: settings)
        let seen = Journal<Int>()
        try await withRequestGroup(options: .limit(1)) {
            issue("a", wrapper)
            wrapper.intercept("b") { call in
                // Its own, and no longer that of the first.
                seen.append(limiter.inFlight)
                call.wrap(.success {})()
            }
            client.answer()
        }
        #expect(seen.entries == [1])
    }

    /// On no actor, as old code on the main thread is.
    private nonisolated func issueOnQueue(
        _ wrapper: InterceptingClient<Client>,
        _ seen: Journal<Bool>,
        _ mark: QueueMark
    ) {
        wrapper.intercept("b", isolation: nil) { call in
            seen.append(mark.isCurrent)
            call.wrap(.success {})()
        }
    }

    @Test func `the priority of the task counts, unless one is named (P4)`() async throws {
        let limiter = RequestLimiter(limit: 1)
        let settings = InterceptionSettings { $0.limiter = limiter }
        let wrapper = InterceptingClient(client, settings: settings)
        issue("running", wrapper)
        let issued: [(TaskPriority, RequestPriority?, String)] = [
            (.low, nil, "low"), (.medium, nil, "normal"), (.high, nil, "high"),
            (.low, .high, "named high"),
        ]
        for (priority, named, path) in issued {
            // Not awaited itself, which would raise its priority.
            let isIssued = Gate()
            Task.detached(priority: priority) { [client] in
                wrapper.intercept(path, .completion { @Sendable _ in }, priority: named) {
                    client.get(path, $0)
                }
                isIssued.open()
            }
            await isIssued.opened()
        }
        for _ in 0..<5 { client.answer() }
        let order = client.started.entries.map { $0.split(separator: " ").dropLast() }
        #expect(
            order.map { $0.joined(separator: " ") } == [
                "running", "high", "named high", "normal", "low",
            ]
        )
    }
}

/// What deadlines and cancelling leave to whoever was answered.
@Suite(.timeLimit(.ordinary)) struct `Answers and deadlines` {
    enum Role: CaseIterable, Sendable {
        case success, failure, completion
    }

    private let clock = ManualClock()

    @Test(arguments: Role.allCases)
    func `a request answered before the deadline keeps its answer while its callback runs (P3)`(
        role: Role
    ) async throws {
        let (isRunning, release) = (Gate(), DispatchSemaphore(value: 0))
        let wrapper = InterceptingClient(ManualClient())
        let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
        let show = { @Sendable in
            isRunning.open()
            release.wait()
        }
        let outcome = await withRequestGroupOutcome(options: timeout) {
            wrapper.answer(role, show)
            await isRunning.opened()
            await clock.advanceWhenAsleep(by: .seconds(1))
            while !(RequestGroup.current?.isCancelled ?? true) { await Task.yield() }
        }
        release.signal()
        #expect(outcome.failures.map(\.reason) == (role == .failure ? [.failed] : []))
    }

    @Test func `no cancel handler delays a deadline, nor that of the enclosing group (P3)`()
        async throws
    {
        let (release, kept) = (DispatchSemaphore(value: 0), Locked([Membership?]()))
        for hasNested in [false, true] {
            let clock = ManualClock()
            let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
            let recorder = EventRecorder()
            let outcome = await withRequestGroupOutcome(options: timeout, .observer(recorder)) {
                group in
                let request = group.enter("slow")
                request?.onCancel { release.wait() }
                kept.withLock { $0.append(request) }
                if hasNested {
                    _ = await withRequestGroupOutcome("nested", options: .tolerant) { nested in
                        kept.withLock { $0.append(nested.enter("silent")) }
                        Task.detached { await clock.advanceWhenAsleep(by: .seconds(1)) }
                    }
                } else {
                    await clock.advanceWhenAsleep(by: .seconds(1))
                    while !group.isCancelled { await Task.yield() }
                }
            }
            #expect(Set(outcome.failures.map(\.reason)) == [.timedOut])
            release.signal()
        }
        kept.withLock { $0 = [] }
    }

    @Test
    func `a task that is cancelled already awaits no reply in a group and sends nothing (P2)`()
        async throws
    {
        let client = ManualClient()
        let wrapper = InterceptingClient(client)
        let outcome = await withRequestGroupOutcome {
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try? await wrapper.awaitReply("reply") { (reply: AwaitedReply<String>) in
                    client.get("a", success: reply.success, failure: reply.failure)
                }
            }
            .value
        }
        #expect(client.started.entries.isEmpty)
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `an answer during cancelling is a consequence (P2)`() async throws {
        let client = ManualClient()
        let wrapper = InterceptingClient(client)
        let outcome = await withRequestGroupOutcome {
            await Task {
                _ = try? await wrapper.awaitReply("reply") { (reply: AwaitedReply<String>) in
                    client.get("a", success: reply.success, failure: reply.failure)
                    withUnsafeCurrentTask { $0?.cancel() }
                    reply.onCancel(client) { client in
                        for call in client.takeAll("a") { call.fail("cancelled") }
                    }
                }
            }
            .value
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }
}

extension InterceptingClient<ManualClient> {
    /// Issues a request that is answered at once through the role.
    fileprivate func answer(
        _ role: `Answers and deadlines`.Role,
        _ show: @escaping @Sendable () -> Void
    ) {
        switch role {
        case .success: intercept("a", .success(show)) { onThread($0) }
        case .failure:
            let failure: @Sendable (ClientError) -> Void = { _ in show() }
            intercept("a", .failure(failure)) { failure in
                onThread { failure(ClientError("no")) }
            }
        case .completion:
            let completion: @Sendable (Result<Int, ClientError>) -> Void = { _ in show() }
            intercept("a", .completion(completion)) { completion in
                onThread { completion(.success(1)) }
            }
        }
    }

    private func onThread(_ body: @escaping @Sendable () -> Void) {
        _ = OwnThread(body)
    }
}
