import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Services in a request group` {
    let client = ManualSender()
    let mediator: ServiceMediator
    let results = Journal<String>()

    init() throws {
        mediator = try ServiceMediator(client)
    }

    private func send(_ name: String, parameters: ServiceParameter = [:]) -> ServiceCall {
        mediator.send(ServiceDefinition<String>(name), parameters: parameters) { [results] result in
            let place = RequestGroup.current?.name ?? "no group"
            switch result {
            case .success(let value): results.append("\(name) \(value) in \(place)")
            case .failure(let error): results.append("\(name) \(type(of: error)) in \(place)")
            }
        }
    }

    @Test func `a service is a member, and its completion runs in the group (S2)`() async throws {
        let group = try await withRequestGroup("page") { group in
            _ = send("a?token=secret")
            _ = send("b")
            #expect(group.outstanding == ["a", "b"])
            try client.take("b").succeed()
            #expect(group.outstanding == ["a"])
            try client.take("a?token=secret").succeed()
            return group
        }
        #expect(results.entries == ["b ok in page", "a?token=secret ok in page"])
        #expect(group.progress.total == 2)
        withoutRequestGroup { _ = send("c") }
        try client.take("c").succeed()
        #expect(results.entries.last == "c ok in no group")
    }

    @Test func `a service that is sent in a completion joins (S2)`() async throws {
        let group = try await withRequestGroup("page") { group in
            mediator.send(ServiceDefinition<String>("a")) { _ in _ = send("b") }
            try client.take("a").succeed()
            #expect(group.outstanding == ["b"])
            try client.take("b").succeed()
            return group
        }
        #expect(group.progress.total == 2)
    }

    @Test func `a response that cannot be decoded fails the group, and counts once`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                _ = send("a")
                try client.take("a").succeed("7")
            }
        }
        #expect(results.entries == ["a DecodingError in page"])
        #expect(error?.failures.map(\.label) == ["a"])
        #expect(error?.failures.first?.error is DecodingError)
        #expect(error?.progress.total == 1)
        #expect(error?.progress.failed == 1)
    }

    @Test func `a second answer during the first has no effect (M1, M2)`() async throws {
        let answer = Locked<ManualSender.Call?>(nil)
        let twice = ServiceDefinition<Int>("a") { _ in
            answer.withLock { $0 }?.succeed()
            throw ClientError("bad")
        }
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            mediator.send(twice) { [results] _ in results.append("ended") }
            let call = try client.take("a")
            answer.withLock { $0 = call }
            call.succeed()
            answer.withLock { $0 = nil }
            return group
        }
        .failures
        #expect(results.entries == ["ended"])
        #expect(failures.map { $0.error as? ClientError } == [ClientError("bad")])
    }

    @Test func `services can be requests of a batch, with typed results by position`() async throws
    {
        let plans = ["a", "b"].map { mediator.plan(ServiceDefinition<String>($0)) }
        let group = try await withRequestGroup("page", options: .tolerant) { group in
            async let outcome = client.batch(plans).results()
            await client.sent.contains("b")
            try client.take("b").succeed(#""second""#)
            try client.take("a").succeed("7")
            let results = await outcome
            #expect((try? results[1].get()) == "second")
            #expect(results[0].reportedFailure is DecodingError)
            #expect(results.error?.failures.map(\.label) == ["a"])
            return group
        }
        #expect(group.progress.total == 1)
        #expect(group.failures.count == 1)
    }

    @Test func `calls and errors do not show the query of a service name (O3)`() async throws {
        let call = send("a?token=secret")
        #expect("\(call)" == "a #\(call.id)")
        try client.take("a?token=secret").succeed()
        let unknown = mediator.send("b?token=secret", as: String.self) { [results] result in
            results.append("\(result)")
        }
        #expect("\(unknown)" == "b #\(unknown.id)")
        let printed = await results.first(2).joined()
        #expect(printed.contains("“b”: no service"))
        let error = ServiceError(serviceName: "b?token=secret", reason: .invalidURL)
        #expect(!error.localizedDescription.contains("secret"))
    }

    @Test func `a service that cannot be sent fails the group, after its completion (I3)`()
        async throws
    {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                _ = send("users/{id}")
                mediator.send("unknown", as: Int.self) { [results] _ in
                    results.append("unknown in \(RequestGroup.current?.name ?? "no group")")
                }
            }
        }
        #expect(
            Set(results.entries) == ["users/{id} ServiceError in page", "unknown in page"]
        )
        #expect(error?.failures.map(\.label) == ["users/{id}", "unknown"])
        #expect(error?.failures.allSatisfy { $0.error is ServiceError } == true)
        #expect(error?.progress.total == 2)
    }

    @Test func `services wait for the limit of the group (P4)`() async throws {
        try await withRequestGroup("page", options: .limit(2)) {
            for name in ["a", "b", "c", "d"] { _ = send(name) }
            #expect(client.sent.entries == ["a", "b"])
            try client.take("b").succeed()
            #expect(client.sent.entries == ["a", "b", "c"])
            for name in ["a", "c", "d"] { try client.take(name).succeed() }
        }
        #expect(results.entries.count == 4)
    }

    @Test func `cancelling the group cancels its services, sent or not (P2)`() async throws {
        let outcome = await withRequestGroupOutcome("page", options: .limit(1)) { group in
            _ = send("a")
            _ = send("b")
            group.cancel()
        }
        #expect(client.sent.entries == ["a"])
        #expect(client.cancelled.entries == ["a"])
        #expect(
            Set(results.entries) == ["a CancellationError in page", "b CancellationError in page"]
        )
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.reason) == [.cancelled, .cancelled])
    }

    @Test
    func `a response that cannot be decoded cancels the others of a group that fails fast (P1)`()
        async throws
    {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page", options: .failFast) {
                _ = send("a")
                _ = send("b")
                try client.take("a").succeed("7")
            }
        }
        #expect(client.cancelled.entries == ["b"])
        #expect(error?.causes.map(\.label) == ["a"])
        #expect(error?.echoes.map(\.label) == ["b"])
    }

    @Test func `at the deadline a service that does not answer has timed out (P3)`() async throws {
        let silent = ManualSender(answersCancelling: false)
        mediator.client = silent
        let clock = ManualClock()
        let ending = Task {
            try await withRequestGroup(
                "page",
                options: .limit(1),
                .timeout(.seconds(1), clock: clock)
            ) {
                _ = send("a")
                _ = send("b")
            }
        }
        await silent.sent.contains("a")
        await clock.advanceWhenAsleep(by: .seconds(1))
        let error = await #expect(throws: RequestGroupError.self) { try await ending.value }
        #expect(error?.code == .timedOut)
        #expect(await silent.cancelled.first(1) == ["a"])
        let expected = ["a RequestTimeoutError in page", "b RequestTimeoutError in page"]
        #expect(await results.first(2).sorted() == expected)
        try silent.take("a").succeed()
        #expect(results.entries.count == 2)
    }

    @Test func `cancelling a call that waits for a permit leaves the others waiting`() async throws
    {
        let outcome = await withRequestGroupOutcome("page", options: .limit(1)) {
            _ = send("a")
            let call = send("b")
            _ = send("c")
            call.cancel()
            #expect(await results.first(1) == ["b CancellationError in page"])
            try client.take("a").succeed()
            await client.sent.contains("c")
            try client.take("c").succeed()
        }
        #expect(client.sent.entries == ["a", "c"])
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.label) == ["b"])
    }

    @Test func `a call that is cancelled while the client is called is cancelled`() async throws {
        let waiting = Locked<ServiceCall?>(nil)
        mediator.client = InterruptedSender(base: client) { name in
            if name == "b" { waiting.withLock { $0 }?.cancel() }
        }
        let group = try await withRequestGroup("page", options: .limit(1), .tolerant) { group in
            _ = send("a")
            let call = send("b")
            waiting.withLock { $0 = call }
            try client.take("a").succeed()
            return group
        }
        #expect(client.cancelled.entries == ["b"])
        #expect(group.failures.map { $0.error is CancellationError } == [true])
    }

    @Test func `a call cancelled by its caller is a consequence, not a cause (P2)`() async throws {
        let outcome = await withRequestGroupOutcome("page") { send("a").cancel() }
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.label) == ["a"])
        #expect(outcome.failures.map(\.isCause) == [false])
    }

    @Test func `a completion that the client releases is lost to the group (M3)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                _ = send("a")
                _ = try client.take("a")
            }
        }
        #expect(results.entries == ["a LostCallbackError in page"])
        #expect(error?.failures.map(\.reason) == [.lostCallback])
    }

    @Test func `a second answer notifies the observers of the group (M2)`() async throws {
        let recorder = EventRecorder()
        try await withRequestGroup("page", options: .observer(recorder)) {
            _ = send("a")
            let request = try client.take("a")
            request.succeed()
            request.fail()
        }
        #expect(results.entries == ["a ok in page"])
        #expect(recorder.events.count { $0.kind == .duplicateCallback } == 1)
    }

    @Test func `a second answer while the first is delivered has no effect (M2)`() async throws {
        let recorder = EventRecorder()
        let request = Locked<ManualSender.Call?>(nil)
        let group = try await withRequestGroup("page", options: .observer(recorder)) { group in
            mediator.send(ServiceDefinition<String>("a")) { [results] result in
                // As fails the group, were it to count; and the group still waits.
                request.withLock { $0.take() }?.fail("second")
                #expect(group.outstanding == ["a"])
                RequestGroup.current?.enter("follow-up")?.leave()
                results.append((try? result.get()) ?? "failed")
            }
            let call = try client.take("a")
            request.withLock { $0 = call }
            call.succeed()
            return group
        }
        #expect(results.entries == ["ok"])
        #expect(group.failures.isEmpty)
        #expect(recorder.events.count { $0.kind == .duplicateCallback } == 1)
        #expect(recorder.events.count { $0.kind == .lateRequest } == 0)
    }

    @Test func `a service that had to wait starts where the client wants to be called`()
        async throws
    {
        let mark = QueueMark()
        let places = Journal<Bool>()
        let calls = Locked([ManualSender.Call]())
        let base = ManualSender { call in
            calls.withLock { $0.append(call) }
            places.append(mark.isCurrent)
        }
        let settings = InterceptionSettings { $0.queue = mark.queue }
        mediator.client = GroupedSender(base: base, interceptionSettings: settings)
        try await withRequestGroup(options: .limit(1)) {
            for name in ["a", "b", "c"] { _ = send(name) }
            for count in 1...3 {
                _ = await places.first(count)
                calls.withLock { $0.removeLast() }.succeed()
            }
        }
        #expect(places.entries == [false, true, true])
    }
}

/// A client during whose work something happens.
private struct InterruptedSender: RequestSender {
    let base: ManualSender
    let interruption: @Sendable (String) -> Void

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let sent = base.send(request, completion: completion)
        interruption(ManualSender.name(of: request))
        return sent
    }
}
