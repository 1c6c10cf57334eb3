import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// What each form of `intercept` does, with one to four roles.
@Suite(.timeLimit(.ordinary)) struct `Intercepting with one to four roles` {
    static let counts = [1, 2, 3, 4]

    private let client = AnsweringClient()
    private let answers = Journal<String>()

    private func network(_ limiter: RequestLimiter? = nil) -> NumberedNetwork {
        NumberedNetwork(
            client: client,
            interceptionSettings: InterceptionSettings { $0.limiter = limiter }
        )
    }

    @Test(arguments: counts, [nil, ClientError("no")])
    func `callbacks run in the group, and the request leaves with its outcome (M1, S2)`(
        count: Int,
        error: ClientError?
    ) async throws {
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            network().get(count, note)
            try network().load(count, note)
            #expect(group.outstanding == ["get", "load"])
            withoutRequestGroup { client.answerAll(error) }
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map(\.label) == (error == nil ? [] : ["get", "load"]))
        let answer = error == nil ? "ok in page" : "no in page"
        #expect(answers.entries == [answer, answer])
    }

    @Test(arguments: counts)
    func `outside any group roles change nothing and build no label (I2, S5)`(count: Int) throws {
        let network = network()
        network.get(count, note)
        try network.load(count, note)
        client.answerAll(nil)
        #expect(answers.entries == ["ok in none", "ok in none"])
        #expect(network.labels.entries.isEmpty)
    }

    @Test(arguments: counts)
    func `an optional request that fails leaves the group successful, waiting or not (P1)`(
        count: Int
    ) async throws {
        var network = network()
        network.isOptional = true
        let failures = try await withRequestGroup(options: .limit(1)) { [network] group in
            network.get(count, note)
            network.get(count, note)
            try network.load(count, note)
            for _ in 1...2 { client.answerAll(ClientError("no")) }
            return group.failures
        }
        #expect(failures.map(\.isOptional) == [true, true, true])
    }

    @Test(arguments: counts)
    func `under a limit a request waits, and the most urgent is next (P4)`(count: Int) async throws
    {
        let started = Journal<String>()
        var network = network(RequestLimiter(limit: 1))
        try await withRequestGroup {
            for (name, priority) in [("first", nil), ("low", .low), ("high", RequestPriority.high)]
            {
                network.priority = priority
                network.get(count) { _ in started.append(name) }
            }
            for _ in 1...3 {
                #expect(client.count == 1)
                client.answerAll(nil)
            }
        }
        #expect(started.entries == ["first", "high", "low"])
    }

    @Test(arguments: counts)
    func `a request that waited starts on the actor that issued it (P4)`(
        count: Int
    ) async throws {
        var network = network()
        network.isolation = MainActor.shared
        try await withRequestGroup(options: .limit(1)) { [network] in
            await MainActor.run { for _ in 1...2 { network.get(count, note) } }
            let isAnswered = OwnThread { client.answerAll(nil) }
            #expect(await client.wereOnMain.first(2) == [true, true])
            try await isAnswered.ended()
            client.answerAll(nil)
        }
    }

    @Test(arguments: counts)
    func `one of two answers counts, and a request without an answer is lost (M2, M3)`(
        count: Int
    ) async throws {
        let recorder = EventRecorder()
        let options: [RequestGroupOption] = [.tolerant, .observer(recorder)]
        let failures = try await withRequestGroup("page", options: .combining(options)) { group in
            network().get(count, note)
            client.answerAll(nil, ClientError("late"))
            network().get(count, note)
            client.answerAll()
            return group.failures
        }
        #expect(answers.entries == ["ok in page", "late in page"])
        #expect(failures.map(\.reason) == [.lostCallback])
        #expect(recorder.lines.contains("duplicate callback get"), "\(recorder.lines)")
    }

    @Test(arguments: counts)
    func `cancelling the group cancels the handle (P2)`(count: Int) async {
        let outcome = await withRequestGroupOutcome { group in
            let handle = try network().load(count, note)
            #expect(handle.isCancelled.entries.isEmpty)
            group.cancel()
            #expect(handle.isCancelled.entries == [true])
            client.answerAll(CancellationError())
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test(arguments: counts)
    func `the group retains a handle only if the wrapper asks for it (P2)`(count: Int) async {
        for holdsHandle in [true, false] {
            let isCancelled = Journal<Bool>()
            _ = await withRequestGroupOutcome { group in
                try network().load(count, holdsHandle: holdsHandle, isCancelled: isCancelled, note)
                group.cancel()
                client.answerAll(CancellationError())
            }
            #expect(isCancelled.entries == (holdsHandle ? [true] : []))
        }
    }

    @Test(arguments: counts)
    func `a client that throws ends its request with the error (M1)`(count: Int) async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            client.throwsErrors()
            #expect(throws: ClientError("thrown")) { try network().load(count, note) }
            return group.failures
        }
        #expect(failures.map { $0.error as? ClientError } == [ClientError("thrown")])
    }

    private func note(_ error: (any Error)?) {
        let answer = error.map { ($0 as? ClientError)?.reason ?? "\($0)" } ?? "ok"
        answers.append("\(answer) in \(RequestGroup.current?.name ?? "none")")
    }
}
