import Dispatch
import GroupContext
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Faulty clients and unusual uses of groups` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test(arguments: Misbehaviour.allCases)
    func `a faulty client neither crashes nor hangs its group`(
        misbehaviour: Misbehaviour
    ) async throws {
        let neighbour = ManualClient()
        let ends = Journal<[String]>()
        let group = withRequestGroup(options: .tolerant) {
            InterceptingClient(neighbour).get("neighbour")
            switch misbehaviour {
            case .inside: InterceptingClient(ManualClient { $0.succeed() }).get("a")
            case .insideTwice:
                InterceptingClient(
                    ManualClient {
                        $0.succeed()
                        $0.fail()
                    }
                )
                .get("a")
            case .forgottenInside: InterceptingClient(ManualClient { _ in }).get("a")
            default: network.get("a")
            }
        } completion: { _ in
            ends.append([])
        }
        var call = client.started.entries.isEmpty ? nil : try client.take("a")
        await misbehave(misbehaviour, call)
        call = nil
        #expect(group.outstanding == ["GET neighbour"])
        #expect(
            group.progress
                == GroupProgress(
                    finished: 1,
                    failed: misbehaviour.fails ? 1 : 0,
                    total: 2
                )
        )
        try neighbour.succeed("neighbour")
        _ = await ends.first(1)
        #expect(group.progress.finished == 2)
    }

    enum Misbehaviour: CaseIterable, Sendable {
        case twice, both, onManyThreads, inside, insideTwice, never, forgottenInside

        var fails: Bool { self == .never || self == .forgottenInside }
    }

    private func misbehave(_ misbehaviour: Misbehaviour, _ call: ManualCall?) async {
        switch misbehaviour {
        case .twice:
            call?.succeed()
            call?.succeed()
        case .both:
            call?.succeed()
            call?.fail()
        case .onManyThreads:
            DispatchQueue.concurrentPerform(iterations: 20) { _ in call?.succeed() }
        case .inside, .insideTwice, .never, .forgottenInside: break
        }
    }

    @Test func `an answer after the group was released is harmless (M2)`() async throws {
        let answers = Journal<String>()
        weak var group: RequestGroup?
        var call: ManualCall?
        try await withRequestGroup { current in
            group = current
            network.get("a", success: answers.append)
            call = try client.take("a")
            call?.succeed("1")
        }
        for _ in 0..<100 {
            try await withRequestGroup {
                network.get("b")
                try client.succeed("b")
            }
        }
        call?.succeed("2")
        #expect(answers.entries == ["1", "2"])
        call = nil
        #expect(group == nil)
    }

    @Test func `cancelling before, during and after is harmless`() async throws {
        let handles = HandleClient()
        let answers = Journal<String>()
        let group = try await withRequestGroup(options: .tolerant) { group in
            _ = InterceptingClient(handles).load("during") { answers.append("\($0)") }
            group.cancel()
            _ = InterceptingClient(handles).load("before") { answers.append("\($0)") }
            return group
        }
        let progress = group.progress
        group.cancel()
        #expect(answers.entries.count == 2)
        #expect(group.progress == progress)
        #expect(progress == GroupProgress(finished: 2, failed: 2, total: 2))
    }

    @Test func `using a completed group has no effect (C5)`() async throws {
        let group = try await withRequestGroup { $0 }
        #expect(group.enter("late") == nil)
        group.cancel()
        #expect(!group.isCancelled)
        #expect(group.progress == GroupProgress())
        #expect(group.outstanding.isEmpty)
    }

    @Test func `ten thousand groups at once do not mix (N1)`() async throws {
        let count = 10_000
        let ends = Journal<Int>()
        let mixed = Locked(0)
        let queue = DispatchQueue(label: "completions")
        for index in 0..<count {
            withRequestGroup("\(index)", options: .detached, queue: queue) {
                network.get(
                    "a",
                    success: { _ in
                        if RequestGroup.current?.name != "\(index)" { mixed.withLock { $0 += 1 } }
                        network.get("b")
                    }
                )
            } completion: { result in
                if (try? result.get()) != nil { ends.append(index) }
            }
        }
        #expect(ends.entries.isEmpty)
        for path in ["a", "b"] {
            let calls = client.takeAll(path)
            #expect(calls.count == count)
            DispatchQueue.concurrentPerform(iterations: count) { calls[$0].succeed() }
        }
        let ended = await ends.first(count)
        #expect(Set(ended).count == count)
        #expect(mixed.withLock { $0 } == 0)
    }

    @Test func `an observer may use the group, and issue requests (O2)`() async throws {
        let client = ManualClient { $0.succeed() }
        let lines = Journal<String>()
        let observer = Reactor { event in
            lines.append("\(event.kind) \(event.label ?? "")")
            guard let group = event.group else { return }
            _ = group.progress
            _ = group.outstanding
            _ = "\(group)"
            if event.label == "GET a", event.kind == .entered {
                group.enter("by hand")?.leave()
                InterceptingClient(client).get("from the observer")
            }
            if event.kind == .completed { group.cancel() }
        }
        let group = try await withRequestGroup(options: .observer(observer)) { group in
            InterceptingClient(client).get("a")
            return group
        }
        #expect(lines.entries.contains("left by hand"))
        #expect(lines.entries.contains("left GET from the observer"))
        #expect(lines.entries.first == "opened ")
        #expect(lines.entries.last == "completed ")
        #expect(group.progress == GroupProgress(finished: 3, total: 3))
    }

    @Test func `a completion opens the next group, a thousand times (C4)`() async {
        let (gate, completed) = (Gate(), Journal<Int>())
        let queue = DispatchQueue(label: "completions")
        let cached = InterceptingClient(ManualClient { $0.succeed() })
        @Sendable func next(_ count: Int) {
            guard count > 0 else { return gate.open() }
            withRequestGroup("\(count)", queue: queue) {
                cached.get("a")
            } completion: { _ in
                completed.append(count)
                next(count - 1)
            }
        }
        next(1_000)
        await gate.opened()
        #expect(completed.entries == (1...1_000).reversed())
    }
}
