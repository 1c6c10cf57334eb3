import Dispatch
import GroupContext
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Races` {
    let rounds = 200

    @Test func `a shared limiter is never exceeded, and every request starts (P4)`() async throws {
        let limiter = RequestLimiter(limit: 3)
        let client = ManualClient()
        let network = InterceptingClient(
            client,
            settings: InterceptionSettings { $0.limiter = limiter }
        )
        let ends = Journal<Void>()
        let queue = DispatchQueue(label: "completions")
        let (groups, requests) = (40, 25)
        DispatchQueue.concurrentPerform(iterations: groups) { group in
            withRequestGroup("\(group)", options: .detached, queue: queue) {
                for index in 0..<requests {
                    network.get("\(index)", priority: RequestPriority(rawValue: index % 3))
                }
            } completion: { _ in
                ends.append(())
            }
        }
        var answered = 0
        while answered < groups * requests, !Task.isCancelled {
            let calls = client.takeAll()
            #expect(calls.count <= 3)
            #expect(!calls.isEmpty)
            answered += calls.count
            DispatchQueue.concurrentPerform(iterations: calls.count) { calls[$0].succeed() }
        }
        #expect(await ends.first(groups).count == groups)
        #expect(limiter.inFlight == 0)
        #expect(limiter.waiting == 0)
    }

    @Test func `issuing and answering concurrently starts every waiting request (P4)`() async throws
    {
        let limiter = RequestLimiter(limit: 2)
        let answered = Journal<Void>()
        let network = InterceptingClient(
            ManualClient { $0.succeed() },
            settings: InterceptionSettings { $0.limiter = limiter }
        )
        let (threads, requests) = (8, 500)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            for _ in 0..<requests { network.get("a", success: { _ in answered.append(()) }) }
        }
        #expect(await answered.first(threads * requests).count == threads * requests)
        #expect(limiter.inFlight == 0)
    }

    @Test func `an answer, a loss, a cancelling and a deadline at once end a request once (P3)`()
        async throws
    {
        for round in 0..<rounds {
            let client = ManualClient()
            let clock = ManualClock()
            let recorder = EventRecorder()
            let ends = Journal<Void>()
            let answers = Journal<String>()
            let group = withRequestGroup(
                options: .timeout(.seconds(1), clock: clock),
                .observer(recorder)
            ) {
                for path in ["a", "b", "c"] {
                    InterceptingClient(client).get(path, success: answers.append)
                }
            } completion: { _ in
                ends.append(())
            }
            await clock.advanceWhenAsleep(by: .zero)
            let acts: [@Sendable () -> Void] = [
                { clock.advance(by: .seconds(1)) },
                { client.takeAll("a").first?.succeed() },
                { _ = client.takeAll("b") },
                { group.cancel() },
                { client.takeAll("c").first?.succeed() },
            ]
            DispatchQueue.concurrentPerform(iterations: acts.count) { acts[$0]() }
            _ = await ends.first(1)
            await recorder.happened(.completed)
            let labels = ["GET a", "GET b", "GET c"]
            let left = recorder.events.filter { $0.kind == .left }.compactMap(\.label)
            #expect(left.sorted() == labels, "round \(round)")
            #expect(group.progress.finished == 3)
            #expect(answers.entries.count == 2)
            #expect(!recorder.lines.contains { $0.hasPrefix("duplicate") })
        }
    }

    @Test func `an awaited reply is resumed once, by the first answer (S2)`() async throws {
        for round in 0..<rounds {
            let client = ManualClient()
            let group = try await withRequestGroup(options: .tolerant) { group in
                let task = Task {
                    try await InterceptingClient(client).awaitReply("a") {
                        (reply: AwaitedReply<String>) in
                        client.get("a", success: reply.success, failure: reply.failure)
                    }
                }
                await client.started.contains("a")
                let call = try client.take("a")
                let acts: [@Sendable () -> Void] = [
                    { call.succeed() }, { call.fail() }, { task.cancel() }, { group.cancel() },
                ]
                DispatchQueue.concurrentPerform(iterations: acts.count) { acts[$0]() }
                // Resuming a continuation twice would trap.
                if case .failure(let error) = await task.result {
                    #expect(error as? ClientError == ClientError("no"), "round \(round)")
                }
                return group
            }
            #expect(group.progress.finished == 1)
            #expect(group.progress.total == 1)
        }
    }

    @Test func `a created request that is started and answered from many threads enters once (M1)`()
        async throws
    {
        for _ in 0..<rounds {
            let starts = Journal<Void>()
            let client = ManualClient()
            let group = try await withRequestGroup(options: .limit(1), .tolerant) { group in
                let calls = ["a", "b"].map { path in
                    InterceptingClient(client).prepare(
                        path,
                        start: { (_: String) in starts.append(()) },
                        cancel: { (path: String) in client.takeAll(path).first?.fail() }
                    ) { call in
                        client.get(
                            path,
                            success: call.wrap(.success { _ in }),
                            failure: call.wrap(.failure { (_: any Error) in })
                        )
                        return path
                    }
                }
                DispatchQueue.concurrentPerform(iterations: 6) { index in
                    switch index {
                    case 0, 1, 2: calls[index % 2].start()
                    case 3: client.takeAll("a").first?.succeed()
                    case 4: group.cancel()
                    default: calls[1].start()
                    }
                }
                #expect(group.progress.total <= 2)
                for path in ["a", "b"] where group.outstanding.contains(path) {
                    client.takeAll(path).first?.succeed()
                }
                return group
            }
            #expect(group.progress.finished == group.progress.total)
            #expect(starts.entries.count <= 4)
        }
    }

    @Test func `groups nested from many threads end inside out (N2)`() async throws {
        for _ in 0..<rounds / 10 {
            let client = ManualClient()
            let network = InterceptingClient(client)
            let ends = Journal<String>()
            let queue = DispatchQueue(label: "completions")
            let outer = withRequestGroup("outer", queue: queue) {
                for index in 0..<10 {
                    withRequestGroup("\(index)", queue: queue) {
                        for _ in 0..<5 { network.get("a", success: { _ in network.get("b") }) }
                    } completion: { _ in
                        ends.append("inner")
                    }
                }
            } completion: { _ in
                ends.append("outer")
            }
            for path in ["a", "b"] {
                let calls = client.takeAll(path)
                #expect(calls.count == 50)
                DispatchQueue.concurrentPerform(iterations: calls.count) { calls[$0].succeed() }
            }
            #expect(await ends.first(11).last == "outer")
            #expect(outer.progress.total == 0)
        }
    }

    @Test func `on a thread that serves many groups each callback has its own group (S2)`()
        async throws
    {
        let client = ManualClient()
        let network = InterceptingClient(client)
        let wrong = Locked(0)
        let ends = Journal<Void>()
        let queue = DispatchQueue(label: "completions")
        DispatchQueue.concurrentPerform(iterations: 50) { index in
            withRequestGroup("\(index)", options: .detached, queue: queue) {
                for _ in 0..<10 {
                    network.get("a") { _ in
                        if RequestGroup.current?.name != "\(index)" { wrong.withLock { $0 += 1 } }
                        network.get("b") { _ in
                            if RequestGroup.current?.name != "\(index)" {
                                wrong.withLock { $0 += 1 }
                            }
                        }
                    }
                }
            } completion: { _ in
                ends.append(())
            }
        }
        var random = SeededGenerator(seed: 7)
        for path in ["a", "b"] {
            let calls = client.takeAll(path).shuffled(using: &random)
            DispatchQueue.concurrentPerform(iterations: calls.count) { index in
                calls[index].succeed()
            }
        }
        _ = await ends.first(50)
        #expect(wrong.withLock { $0 } == 0)
    }
}
