import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is cancelled ends in one way, whatever is cancelled, when, and by whom.
@Suite(.timeLimit(.ordinary))
struct `Cancelled plans` {
    typealias Kind = `Plans as members`.Kind
    typealias HabitSender = `Plans as members`.HabitSender

    /// How far a plan has come when it is cancelled.
    enum Moment: CaseIterable {
        case waiting, inFlight
    }

    @Test(arguments: Kind.allCases, Moment.allCases)
    func `the group cancels: a CancellationError (P2)`(kind: Kind, moment: Moment) async throws {
        let (client, ends) = (ManualClient(), Journal<String>())
        let options: [RequestGroupOption] = moment == .waiting ? [.limit(1)] : []
        try await withRequestGroup(options: .tolerant, .combining(options)) { group in
            let other = group.enter("other")
            let sender = HabitSender(client: client, habit: .ignores)
            kind.perform("a", through: sender) { ends.append($0.name) }
            #expect(client.started.entries.isEmpty == (moment == .waiting))
            group.cancel()
            #expect(await ends.first(1) == ["CancellationError"])
            other?.leave()
        }
        #expect(client.started.entries.isEmpty == (moment == .waiting))
    }

    @Test(arguments: Kind.allCases, Moment.allCases)
    func `the task that awaits it cancels: a CancellationError`(
        kind: Kind,
        moment: Moment
    ) async throws {
        let client = ManualClient()
        let sender = HabitSender(client: client, habit: .ignores)
        let options: [RequestGroupOption] = moment == .waiting ? [.limit(1)] : []
        try await withRequestGroup(options: .tolerant, .combining(options)) { group in
            let other = group.enter("other")
            let task = Task { try await kind.result("a", through: sender) }
            while group.outstanding.count < 2 { await Task.yield() }
            if moment == .inFlight { await client.started.contains("a") }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            other?.leave()
        }
    }

    @Test(arguments: ["answers", "answers as cancelled", "drops"])
    func `a cancelled plan ends as cancelled if its client fails or is silent`(
        client habit: String
    ) async throws {
        let (client, ends) = (ManualClient(), Journal<String>())
        let sent = BareSender(client: client) { call in
            switch habit {
            case "answers": call?.fail("offline")
            case "answers as cancelled": call?.fail("cancelled")
            default: break
            }
        }
        .perform(RequestPlan(URLRequest(path: "a"))) { ends.append($0.text) }
        sent.cancel()
        #expect(ends.entries == ["CancellationError"])
    }

    @Test func `a cancelled plan that the client answers has its answer`() async throws {
        let (client, ends) = (ManualClient(), Journal<String>())
        let sent = BareSender(client: client) { $0?.succeed("late") }
            .perform(RequestPlan(URLRequest(path: "a"))) { ends.append($0.text) }
        sent.cancel()
        #expect(ends.entries == ["late"])
    }

    @Test(arguments: [true, false])
    func `cancelling a plan twice cancels the request once`(isGrouped: Bool) async throws {
        let (client, cancels) = (ManualClient(), Journal<String>())
        let sender = BareSender(client: client) { call in
            cancels.append("cancelled")
            // It answers later, if at all.
            withExtendedLifetime(call) {}
        }
        let mediator = ServiceMediator(
            client: sender,
            baseURL: try #require(URLRequest(path: "b").url)
        )
        func cancelAll() {
            let sent = sender.perform(RequestPlan(URLRequest(path: "a"))) { _ in }
            let call = mediator.send(ServiceDefinition<Int>("") { _ in 1 }) { _ in }
            for _ in 0..<3 {
                sent.cancel()
                call.cancel()
            }
        }
        if isGrouped {
            try await withRequestGroup(options: .tolerant) { cancelAll() }
        } else {
            cancelAll()
        }
        #expect(cancels.entries.count == 2)
    }

    @Test func `cancelling an ended plan has no effect`() async throws {
        let (client, cancels) = (ManualClient(), Journal<String>())
        let sender = BareSender(client: client) { _ in cancels.append("cancelled") }
        let mediator = ServiceMediator(
            client: sender,
            baseURL: try #require(URLRequest(path: "b").url)
        )
        let sent = sender.perform(RequestPlan(URLRequest(path: "a"))) { _ in }
        let call = mediator.send(ServiceDefinition<Int>("") { _ in 1 }) { _ in }
        for path in ["a", "b"] { try client.succeed(path) }
        sent.cancel()
        call.cancel()
        #expect(cancels.entries.isEmpty)
    }

    @Test func `a batch that is cancelled throws a CancellationError, unless a request has failed`()
        async throws
    {
        for hasFailed in [false, true] {
            let client = ManualClient()
            let requests = ["a", "b"].map(URLRequest.init(path:))
            let batch = HabitSender(client: client, habit: .ignores).batch(requests)
            if hasFailed { try client.fail("a") }
            batch.cancel()
            let results = await batch.results()
            #expect(results.error?.code == .cancelled)
            let error = #expect(throws: (any Error).self) { try results.values() }
            #expect(error is CancellationError == !hasFailed)
        }
    }
}

extension Result {
    fileprivate var name: String { reportedFailure.map { "\(type(of: $0))" } ?? "success" }
}
