import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where and when a batch reports, and what it keeps.
@Suite(.timeLimit(.ordinary))
struct `Reports of batches` {
    let client = ManualClient()
    let queue = DispatchQueue(label: "reports")
    var sender: PathSender { PathSender(client: client) }
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test @MainActor func `progress and completion are called on the main actor`() async throws {
        let events = Journal<String>()
        let main = QueueMark(.main)
        sender.batch(requests) { progress in
            MainActor.assertIsolated()
            events.append("\(progress.finished) \(main.isCurrent)")
        } completion: { results in
            MainActor.assertIsolated()
            events.append("\(results.texts) \(main.isCurrent)")
        }
        for path in ["a", "b", "c"] { try client.succeed(path) }
        #expect(events.entries.isEmpty)
        #expect(
            await events.first(4) == ["1 true", "2 true", "3 true", #"["ok", "ok", "ok"] true"#]
        )
    }

    @Test func `a single closure after the call is the completion`() async throws {
        let ends = Journal<Int>()
        sender.batch(requests) { ends.append($0.count) }
        sender.batch(requests, queue: queue) { ends.append($0.count) }
        for call in client.takeAll() { call.succeed() }
        #expect(await ends.first(2) == [3, 3])
    }

    @Test func `progress and completion are called on the given queue`() async throws {
        let mark = QueueMark()
        let places = Journal<Bool>()
        sender.batch(requests, queue: mark.queue) { _ in
            places.append(mark.isCurrent)
        } completion: { _ in
            places.append(mark.isCurrent)
        }
        for path in ["a", "b", "c"] { try client.succeed(path) }
        #expect(await places.first(4) == [true, true, true, true])
    }

    @Test func `a batch without references completes`() async throws {
        let ends = Journal<[String]>()
        sender.batch(requests, queue: queue) { ends.append($0.texts) }
        for path in ["c", "b", "a"] { try client.succeed(path, with: path) }
        #expect(await ends.first(1) == [["a", "b", "c"]])
    }

    @Test func `an ended batch releases its callbacks`() async throws {
        let living = LiveCount()
        let ended = Gate()
        let batch = watched(by: living, ended)
        #expect(living.value == 3)
        for path in ["a", "b", "c"] { try client.succeed(path) }
        await ended.opened()
        await drained(queue)
        #expect(living.value == 0)
        #expect(await batch.results().texts == ["ok", "ok", "ok"])
    }

    private func watched(by living: LiveCount, _ ended: Gate) -> RequestBatch<LoadedResponse> {
        let (own, progress, completion) = (living.token(), living.token(), living.token())
        let plans = requests.map { RequestPlan($0).onCompletion { _ in own.touch() } }
        return sender.batch(plans, queue: queue) { _ in
            progress.touch()
        } completion: { _ in
            completion.touch()
            ended.open()
        }
    }

    @Test func `a batch releases the requests that missed the deadline`() async throws {
        let clock = ManualClock()
        let keeping = KeepingSender(sender: sender, living: LiveCount())
        let batch = keeping.batch(requests, options: .timeout(.seconds(1), clock: clock))
        try client.succeed("a")
        #expect(keeping.living.value == 2)
        await clock.advanceWhenAsleep(by: .seconds(1))
        #expect(await batch.results().count == 3)
        // The thread of the deadline may still have the last request in its hands.
        while keeping.living.value > 0 { await Task.yield() }
        withExtendedLifetime(batch) {}
    }

    @Test func `callbacks may call anything of the batch and of its group`() async throws {
        let known = Locked<RequestBatch<LoadedResponse>?>(nil)
        let calls = Journal<String>()
        let callEverything = { @Sendable (caller: String) in
            guard let batch = known.withLock({ $0 }) else { return }
            _ = (batch.progress, batch.group.progress, batch.group.failures, "\(batch.group)")
            _ = (batch.group.outstanding, batch.group.isCancelled)
            // From the progress of the group this would never end.
            if caller != "group" { batch.group.enter("another", isOptional: true)?.leave() }
            batch.cancel(at: 2)
            if caller != "own" { batch.cancel() }
            Task { _ = await batch.results() }
            calls.append(caller)
        }
        let plans = requests.map { RequestPlan($0).onCompletion { _ in callEverything("own") } }
        let batch = sender.batch(
            plans,
            options: .onProgress { _ in callEverything("group") },
            queue: queue
        ) { _ in
            callEverything("progress")
        } completion: { _ in
            callEverything("completion")
        }
        known.withLock { $0 = batch }
        for path in ["a", "b"] { for call in client.takeAll(path) { call.succeed() } }
        await calls.contains("completion")
        #expect(Set(calls.entries) == ["own", "group", "progress", "completion"])
        #expect(await batch.results()[2].text == "CancellationError")
        known.withLock { $0 = nil }
    }
}

/// Sends requests whose handles keep something.
private struct KeepingSender: RequestSender {
    let sender: PathSender
    let living: LiveCount

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let token = living.token()
        sender.send(request, completion: completion)
        return SentRequest { token.touch() }
    }
}
