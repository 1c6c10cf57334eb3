import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A plan is a request of its group, whatever its sender does with the group.
@Suite(.timeLimit(.ordinary))
struct `Plans as members` {
    let client = ManualClient()
    let requests = ["a", "b", "c"].map(URLRequest.init(path:))

    @Test(arguments: Habit.allCases)
    func `a batch fails with the errors of its requests`(habit: Habit) async throws {
        let batch = HabitSender(client: client, habit: habit).batch(requests)
        for path in ["a", "b", "c"] { await client.started.contains(path) }
        try client.fail("a")
        try client.succeed("b")
        try client.lose("c")
        let results = await batch.results()
        #expect(results.texts == ["no", "ok", "LostCallbackError"])
        #expect(results.error?.failures.map(\.label) == ["GET a", "GET c"])
        #expect(results.error?.failures.map(\.reason) == [.failed, .lostCallback])
        #expect(batch.group.progress == GroupProgress(finished: 3, failed: 2, total: 3))
    }

    @Test(arguments: Habit.allCases)
    func `a batch that fails fast stops the rest`(habit: Habit) async throws {
        let sender = HabitSender(client: client, habit: habit)
        let batch = sender.batch(requests, options: .failFast, .limit(2))
        for path in ["a", "b"] { await client.started.contains(path) }
        try client.fail("a")
        let results = await batch.results()
        #expect(results.texts == ["no", "CancellationError", "CancellationError"])
        #expect(results.error?.causes.map(\.label) == ["GET a"])
        #expect(Set(client.started.entries) == ["a", "b"])
    }

    @Test(arguments: Habit.allCases)
    func `a limit of a group holds (P4)`(habit: Habit) async throws {
        let sender = HabitSender(client: client, habit: habit)
        let group = try await withRequestGroup(options: .limit(1)) { group in
            for request in requests { sender.perform(request) { _ in } }
            for (count, path) in ["a", "b", "c"].enumerated() {
                await client.started.contains(path)
                #expect(client.started.entries.count == count + 1)
                try client.succeed(path)
            }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 3, total: 3))
    }

    @Test(arguments: Habit.allCases)
    func `unanswered steps of a plan time out at the deadline, by label (P3)`(
        habit: Habit
    ) async throws {
        let clock = ManualClock()
        let sender = HabitSender(client: client, habit: habit, heedsCancelling: false)
        let batch = sender.batch(requests, options: .timeout(.seconds(1), clock: clock))
        for path in ["a", "b", "c"] { await client.started.contains(path) }
        try client.succeed("b")
        await clock.advanceWhenAsleep(by: .seconds(1))
        let results = await batch.results()
        let timeouts = results.map { $0.reportedFailure as? RequestTimeoutError }
        #expect(timeouts.map(\.?.label) == ["GET a", nil, "GET c"])
        #expect(results.error?.failures.map(\.reason) == [.timedOut, .timedOut])
        _ = client.takeAll()
    }

    @Test(arguments: Habit.allCases, Kind.allCases)
    func `every kind of plan counts once, and fails the group with its error`(
        habit: Habit,
        kind: Kind
    ) async throws {
        let sender = HabitSender(client: client, habit: habit)
        let group = try await withRequestGroup(options: .tolerant) { group in
            kind.perform("a", through: sender) { _ in }
            await client.started.contains("a")
            try client.fail("a", with: "broken")
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, failed: 1, total: 1))
        let error = group.failures.first?.error
        let inner = (error as? RequestGroupError)?.failures.first?.error
        #expect((inner ?? error) as? ClientError == ClientError("broken"))
    }

    @Test(arguments: Kind.allCases)
    func `the group waits for the completion of a plan that the client releases (M1)`(
        kind: Kind
    ) async throws {
        let sender = HabitSender(client: client, habit: .intercepts)
        let steps = Journal<String>()
        withRequestGroup("page", options: .tolerant, queue: .global()) {
            kind.perform("a", through: sender) { _ in
                let membership = RequestGroup.current?.enter("follow-up")
                steps.append(membership == nil ? "too late" : "joined")
                membership?.leave()
            }
        } completion: { _ in
            steps.append("completed")
        }
        try client.lose("a")
        #expect(await steps.first(2) == ["joined", "completed"])
    }

    @Test(arguments: Kind.allCases)
    func `a plan has left its group when it is no longer awaited (M8)`(kind: Kind) async throws {
        for end in ["succeed", "fail", "lose"] {
            let queue = DispatchQueue(label: "of the client")
            let client = ManualClient { call in
                queue.async {
                    switch end {
                    case "succeed": call.succeed()
                    case "fail": call.fail()
                    default: break
                    }
                }
            }
            let sender = HabitSender(client: client, habit: .intercepts)
            for _ in 0..<50 {
                let group = try await withRequestGroup(options: .tolerant) { group in
                    let hasSucceeded = await kind.awaited("a", through: sender)
                    #expect(hasSucceeded == (end == "succeed"))
                    #expect(group.progress.finished == 1)
                    #expect(group.failures.count == (hasSucceeded ? 0 : 1))
                    #expect(group.outstanding == [])
                    return group
                }
                #expect(group.progress.total == 1)
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a plan issued after its group was cancelled ends without calling a client (P2)`(
        kind: Kind
    ) async throws {
        for isDeadline in [false, true] {
            let clock = ManualClock()
            let sender = HabitSender(client: client, habit: .ignores)
            let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
            try await withRequestGroup(options: timeout, .tolerant) { group in
                if isDeadline {
                    await clock.advanceWhenAsleep(by: .seconds(1))
                    while !group.isCancelled { await Task.yield() }
                } else {
                    group.cancel()
                }
                let ends = Journal<String>()
                kind.perform("a", through: sender) { ends.append($0.ending) }
                let single = isDeadline ? "RequestTimeoutError" : "CancellationError"
                let expected = kind == .batch && isDeadline ? "timed out" : single
                #expect(await ends.first(1) == [expected])
                #expect(await kind.awaited("a", through: sender) == false)
            }
        }
        #expect(client.started.entries.isEmpty)
    }

    @Test func `further answers of a plan notify observers and have no effect (M2)`() async throws {
        let (recorder, answers) = (EventRecorder(), Journal<String>())
        try await withRequestGroup(options: .observer(recorder)) {
            HabitSender(client: client, habit: .ignores).perform(requests[0]) {
                answers.append($0.text)
            }
            let call = try client.take("a")
            call.succeed("first")
            call.fail("second")
        }
        #expect(answers.entries == ["first"])
        #expect(recorder.lines.filter { $0.hasPrefix("duplicate") }.count == 1)
    }

    @Test func `a failed request whose completion cancels the group is a cause (P1)`()
        async throws
    {
        let sender = HabitSender(client: client, habit: .intercepts)
        for kind in Kind.allCases {
            let error = await #expect(throws: RequestGroupError.self) {
                try await withRequestGroup { group in
                    kind.perform("a", through: sender) { _ in group.cancel() }
                    try client.fail("a", with: "broken")
                }
            }
            #expect(error?.causes.count == 1, "\(kind)")
        }
    }

    @Test func `map keeps the label of the request, and can fail it`() async throws {
        let sender = HabitSender(client: client, habit: .intercepts)
        let group = try await withRequestGroup(options: .tolerant) { group in
            let plan = RequestPlan(requests[0]).map { _ -> Int in
                throw ClientError("undecodable")
            }
            sender.perform(plan) { (_: Result<Int, any Error>) in }
            try client.succeed("a")
            return group
        }
        #expect(group.failures.map(\.label) == ["GET a"])
        #expect(group.failures.first?.error as? ClientError == ClientError("undecodable"))
    }

    @Test func `a client that waits for its callback on another thread is not held up (I1)`()
        async throws
    {
        let (mark, places) = (QueueMark(), Journal<Bool>())
        let client = ManualClient { call in
            let hasReturned = DispatchSemaphore(value: 0)
            mark.queue.async {
                call.succeed()
                hasReturned.signal()
            }
            hasReturned.wait()
        }
        let plan = RequestPlan(requests[0]).map { response in
            places.append(mark.isCurrent)
            return response
        }
        try await OwnThread {
            PathSender(client: client).perform(plan) { _ in places.append(mark.isCurrent) }
        }
        .ended()
        #expect(places.entries == [true, true])
    }
}

// MARK: - Senders and plans of every kind

extension `Plans as members` {
    /// What a sender does with the group of its caller.
    enum Habit: CaseIterable {
        /// It knows of no groups.
        case ignores
        /// It enters the group, before the client is called.
        case intercepts
        /// It enters the group twice, for a request before the request.
        case interceptsTwice
        /// It enters the group in a task, after it has returned.
        case interceptsLater
    }

    enum Kind: CaseIterable {
        case request, map, then, chain, batch, service

        private func plan(_ path: String) -> RequestPlan<Int> {
            let request = RequestPlan(URLRequest(path: path))
            return switch self {
            case .request, .service: request.onCompletion { _ in }.map { _ in 1 }
            case .map: request.map { _ in 1 }
            case .then: request.then { _ in request }.map { _ in 1 }
            case .chain: RequestPlan.chain(request) { _ in nil }.map { _ in 1 }
            case .batch: RequestPlan.batch([request]).map { _ in 1 }
            }
        }

        func perform(
            _ path: String,
            through sender: HabitSender,
            _ completion: @escaping @Sendable (Result<Int, any Error>) -> Void
        ) {
            if self == .service {
                Self.mediator(path, sender)
                    .send(ServiceDefinition<Int>("") { _ in 1 }, completion: completion)
            } else {
                sender.perform(plan(path), completion: completion)
            }
        }

        /// Awaits it, and returns whether it has succeeded.
        func awaited(_ path: String, through sender: HabitSender) async -> Bool {
            do {
                try await result(path, through: sender)
                return true
            } catch {
                return false
            }
        }

        /// Awaits it, in the form of its own if it has one.
        func result(_ path: String, through sender: HabitSender) async throws {
            let request = URLRequest(path: path)
            switch self {
            case .service:
                _ = try await Self.mediator(path, sender).send(
                    ServiceDefinition<Int>("") { _ in 1 }
                )
            case .batch: _ = try await sender.batch([request]).results().values()
            case .chain: _ = try await sender.chain(request) { _ in nil }
            case .request: _ = try await sender.perform(request)
            case .map, .then: _ = try await sender.perform(plan(path))
            }
        }

        private static func mediator(_ path: String, _ sender: HabitSender) -> ServiceMediator {
            let url = URLRequest(path: path).url ?? URL(fileURLWithPath: "/")
            return ServiceMediator(client: sender, baseURL: url)
        }
    }

    struct HabitSender: RequestSender {
        let client: ManualClient
        let habit: Habit
        var heedsCancelling = true

        func send(
            _ request: URLRequest,
            completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
        ) -> SentRequest {
            let (client, path, network) = (client, request.path, InterceptingClient(client))
            let fail = { @Sendable (error: any Error) in completion(.failure(error)) }
            let send = { @Sendable in
                network.intercept(
                    "of the sender",
                    .success { completion(.success(LoadedResponse(text: $0))) },
                    .failure(fail)
                ) {
                    client.get(
                        path,
                        success: $0,
                        failure: $1
                    )
                }
            }
            switch habit {
            case .ignores:
                client.get(
                    path,
                    success: { completion(.success(LoadedResponse(text: $0))) },
                    failure: fail
                )
            case .intercepts: send()
            case .interceptsTwice:
                network.intercept("before") { call in call.wrap(.success { (_: Int) in })(1) }
                send()
            case .interceptsLater: Task { send() }
            }
            guard heedsCancelling else { return SentRequest {} }
            return SentRequest { for call in client.takeAll(path) { call.fail("cancelled") } }
        }
    }
}

extension Result<Int, any Error> {
    fileprivate var ending: String {
        switch self {
        case .success: "success"
        case .failure(let error as RequestGroupError): error.code.description
        case .failure(let error): "\(type(of: error))"
        }
    }
}
