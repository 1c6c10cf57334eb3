import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How chains end before their end.
@Suite(.timeLimit(.ordinary))
struct `Chains that end early` {
    let client = ManualClient()
    let ends = Journal<String>()
    let queue = DispatchQueue(label: "of the test")
    var sender: PathSender { PathSender(client: client) }
    let first = URLRequest(path: "first")

    private func perform(
        options: RequestGroupOption...,
        next: @escaping @Sendable (LoadedResponse) throws -> URLRequest? = `Chains`.follow
    ) -> SentRequest {
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

    @Test func `a request that fails ends the chain with the error of the client`() async throws {
        _ = perform()
        try client.succeed("first", with: "second")
        try client.fail("second", with: "broken")
        #expect(ends.entries == ["broken"])
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `an error thrown by next ends the chain, and no further request is issued`()
        async throws
    {
        _ = perform()
        try client.succeed("first", with: "throw")
        #expect(ends.entries == ["thrown"])
        #expect(client.started.entries == ["first"])
    }

    @Test func `cancelling in flight`() async throws {
        let sent = perform()
        try client.succeed("first", with: "second")
        sent.cancel()
        #expect(ends.entries == ["CancellationError"])
        sent.cancel()
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `cancelling between two requests: the next is never sent`() async throws {
        // A client with handles would start and cancel it.
        let client = HandleClient()
        let known = Locked<SentRequest?>(nil)
        let plan = RequestPlan.chain(first) { _ in
            known.withLock { $0 }?.cancel()
            return URLRequest(path: "second")
        }
        let sent = HandleSender(client: client).perform(plan) { [ends] result in
            ends.append(result.reportedFailure.map { "\(type(of: $0))" } ?? "success")
        }
        known.withLock { $0 = sent }
        client.answer("first")
        #expect(await ends.first(1) == ["CancellationError"])
        #expect(client.started.entries == ["first"])
        known.withLock { $0 = nil }
    }

    @Test func `cancelling between the two of then: the second is never sent`() async throws {
        let client = HandleClient()
        let known = Locked<SentRequest?>(nil)
        let plan = RequestPlan(first).then { _ in
            known.withLock { $0 }?.cancel()
            return URLRequest(path: "second")
        }
        let sent = HandleSender(client: client).perform(plan) { [ends] in ends.append($0.text) }
        known.withLock { $0 = sent }
        client.answer("first")
        #expect(await ends.first(1) == ["CancellationError"])
        #expect(client.started.entries == ["first"])
        known.withLock { $0 = nil }
    }

    @Test func `cancelling does not undo an answer that was the last`() async throws {
        let client = ManualClient()
        let known = Locked<SentRequest?>(nil)
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

    @Test func `the task that awaits a chain cancels it`() async throws {
        let task = Task { try await sender.chain(first, next: `Chains`.follow) }
        await client.started.contains("first")
        try client.succeed("first", with: "second")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `a chain ends at its deadline, and a late answer issues no further request`()
        async throws
    {
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
        await late.opened()
        try client.succeed("second", with: "third")
        #expect(ends.entries == ["RequestTimeoutError"])
        #expect(calls.entries == ["second"])
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `after the deadline of the enclosing group a chain issues no further request`()
        async throws
    {
        let clock = ManualClock()
        let late = Gate()
        let sender = UncancellableSender(client: client)
        let plan = RequestPlan(first).then { _ in URLRequest(path: "second") }
        withRequestGroup(options: .timeout(.seconds(1), clock: clock), queue: queue) {
            sender.perform(plan) { [ends] in ends.append($0.text) }
        } completion: { _ in
            late.open()
        }
        await clock.advanceWhenAsleep(by: .seconds(1))
        await late.opened()
        #expect(await ends.first(1) == ["RequestTimeoutError"])
        try client.succeed("first")
        #expect(ends.entries == ["RequestTimeoutError"])
        #expect(client.started.entries == ["first"])
    }

    @Test func `a client that releases the completion ends the chain`() async throws {
        _ = perform()
        try client.succeed("first", with: "second")
        try client.lose("second")
        #expect(ends.entries == ["LostCallbackError"])
    }

    @Test func `a client that answers twice does not fork the chain`() async throws {
        _ = perform()
        let call = try client.take("first")
        call.succeed("second")
        call.succeed("second")
        call.fail("too late")
        try client.succeed("second", with: "end")
        #expect(ends.entries == ["second end"])
        #expect(client.started.entries == ["first", "second"])
    }

    @Test func `a client that fails and then succeeds does not go on`() async throws {
        _ = perform()
        let call = try client.take("first")
        call.fail("broken")
        call.succeed("second")
        #expect(ends.entries == ["broken"])
        #expect(client.started.entries == ["first"])
    }

    @Test func `a client that answers twice does not fork then`() async throws {
        let plan = RequestPlan(first).then { _ in URLRequest(path: "second") }
        sender.perform(plan) { [ends] in ends.append($0.text) }
        let call = try client.take("first")
        call.succeed()
        call.succeed()
        try client.succeed("second")
        #expect(ends.entries == ["ok"])
        #expect(client.started.entries == ["first", "second"])
    }
}
