import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary)) struct `Callbacks that are handed to intercept` {
    private let client = UsualClient()

    private func wrapped(_ settings: InterceptionSettings = InterceptionSettings()) -> Wrapped {
        Wrapped(base: client, interceptionSettings: settings)
    }

    @Test(arguments: UsualForm.all)
    func `M1, S2: a success runs in the group, and then the request leaves`(
        form: UsualForm
    ) async throws {
        let answers = Journal<String>()
        let group = try await withRequestGroup("page") { group in
            form.issue(wrapped(), note(answers))
            #expect(group.outstanding == [form.label])
            try withoutRequestGroup { try client.answer(nil) }
            #expect(group.outstanding == [])
            return group
        }
        #expect(answers.entries == ["ok in page, waited for"])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(arguments: UsualForm.all)
    func `M1, S2: a failure runs in the group, and fails it`(form: UsualForm) async throws {
        let answers = Journal<String>()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                form.issue(wrapped(), note(answers))
                try withoutRequestGroup { try client.answer(ClientError("no")) }
            }
        }
        #expect(error?.failures.map(\.description) == ["#0 \(form.label): ClientError"])
        #expect(answers.entries == ["no in page, waited for"])
    }

    @Test(arguments: UsualForm.all)
    func `S5: outside any group nothing is done to them`(form: UsualForm) throws {
        let (client, answers) = (wrapped(), Journal<String>())
        form.issue(client, note(answers))
        try self.client.answer(nil)
        #expect(answers.entries == ["ok in none"])
        // I2
        #expect(client.labels.entries == [])
    }

    @Test func `I2: without a label they are called as the method that issues them`() async throws {
        let network = wrapped()
        let outstanding = try await withRequestGroup { group in
            network.intercept(success: { _ in }, failure: { _ in }) {
                client.post(success: $0, failure: $1)
            }
            network.intercept(completion: { (_: Data?, _: URLResponse?, _: (any Error)?) in }) {
                client.data(completion: $0)
            }
            network.intercept(completion: { (_: Result<Data, any Error>) in }) {
                client.result(completion: $0)
            }
            let outstanding = group.outstanding
            for _ in 0..<3 { try client.answer(nil) }
            return outstanding
        }
        #expect(Set(outstanding).count == 1)
        #expect(outstanding.first?.hasPrefix("I2: without a label") == true, "\(outstanding)")
    }

    @Test func `S5: nil stays nil outside any group, and leaves in one`() async throws {
        issueWithoutCallbacks()
        #expect(client.hadCallbacks == Array(repeating: false, count: 6))
        for _ in 0..<6 { try client.answer(nil) }
        let group = try await withRequestGroup { group in
            issueWithoutCallbacks()
            #expect(client.hadCallbacks.suffix(6) == Array(repeating: true, count: 6))
            for _ in 0..<6 { try client.answer(nil) }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 6, total: 6))
    }

    @Test func `P2: without a callback to report through, they do not start in a cancelled group`()
        async
    {
        let outcome = await withRequestGroupOutcome { group in
            group.cancel()
            issueWithoutCallbacks()
            wrapped().postOptional(
                success: { _ in Issue.record("It did not start.") },
                failure: nil
            )
        }
        #expect(client.count == 0)
        #expect(outcome.failures.map(\.reason) == Array(repeating: .cancelled, count: 7))
        #expect(outcome.error is CancellationError)
    }

    /// Six requests, one of each form with optional callbacks.
    private func issueWithoutCallbacks() {
        let client = wrapped()
        client.postOptional(success: nil, failure: nil)
        client.postOptionalSendable(success: nil, failure: nil)
        client.dataOptional(completion: nil)
        client.dataOptionalSendable(completion: nil)
        client.resultOptional(completion: nil)
        client.resultOptionalSendable(completion: nil)
    }

    @Test(arguments: UsualForm.all)
    func `I3: a refused request reports through them, and the client is not called`(
        form: UsualForm
    ) async {
        let answers = Journal<String>()
        _ = try? await withRequestGroup("page") { group in
            group.cancel()
            form.issue(wrapped(), note(answers))
        }
        #expect(client.count == 0)
        #expect(answers.entries.map { $0.contains("CancellationError") } == [true])
    }

    @Test(arguments: UsualForm.all)
    func `P4: under a limit of the group or the client the next waits for the first`(
        form: UsualForm
    ) async throws {
        for isGroups in [true, false] {
            let answers = Journal<String>()
            let settings = InterceptionSettings {
                $0.limiter = isGroups ? nil : RequestLimiter(limit: 1)
            }
            try await withRequestGroup("page", options: .limit(isGroups ? 1 : 5)) {
                form.issue(wrapped(settings), note(answers))
                form.issue(wrapped(settings), note(answers))
                #expect(client.count == 1)
                try client.answer(nil)
                #expect(client.count == 1)
                try client.answer(nil)
            }
            #expect(answers.entries.count == 2)
        }
    }

    @Test(arguments: UsualForm.all)
    func `P4: of those that wait, the most urgent is next`(form: UsualForm) async throws {
        let started = Journal<String>()
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        try await withRequestGroup {
            for (name, priority) in [("first", nil), ("low", .low), ("high", RequestPriority.high)]
            {
                var client = wrapped(settings)
                client.priority = priority
                form.issue(client) { _ in started.append(name) }
            }
            for _ in 0..<3 { try client.answer(nil) }
        }
        #expect(started.entries == ["first", "high", "low"])
    }

    @Test(arguments: UsualForm.all)
    func `P4: one that has waited starts on the actor on which it was issued`(
        form: UsualForm
    ) async throws {
        var onMain = wrapped()
        onMain.isolation = MainActor.shared
        try await withRequestGroup(options: .serial) { [onMain] in
            await MainActor.run {
                for _ in 0..<2 { form.issue(onMain, note(Journal())) }
            }
            let isAnswered = OwnThread { try client.answer(nil) }
            #expect(await client.wereOnMain.first(2) == [true, true])
            try await isAnswered.ended()
            try client.answer(nil)
        }
    }

    @Test(arguments: UsualForm.all)
    func `P1: an optional one that fails leaves the group successful, waiting or not`(
        form: UsualForm
    ) async throws {
        var optional = wrapped()
        optional.isOptional = true
        let group = try await withRequestGroup(options: .serial) { [optional] group in
            for _ in 0..<2 { form.issue(optional, note(Journal())) }
            for _ in 0..<2 { try client.answer(ClientError("no")) }
            return group
        }
        #expect(group.failures.map(\.isOptional) == [true, true])
        let unlimited = try await withRequestGroup { [optional] group in
            form.issue(optional, note(Journal()))
            try client.answer(ClientError("no"))
            return group
        }
        #expect(unlimited.failures.map(\.isOptional) == [true])
    }

    @Test(arguments: UsualForm.all)
    func `M2: answered again, they run again, and the group counts once`(
        form: UsualForm
    ) async throws {
        let (answers, recorder) = (Journal<String>(), EventRecorder())
        try await withRequestGroup("page", options: .observer(recorder)) {
            form.issue(wrapped(), note(answers))
            try client.answer(nil, ClientError("late"))
        }
        #expect(answers.entries == ["ok in page, waited for", "late in page"])
        #expect(
            recorder.lines.contains("duplicate callback \(form.label)"),
            "\(recorder.lines)"
        )
        #expect(recorder.lines.filter { $0.hasPrefix("left") } == ["left \(form.label)"])
    }

    @Test(arguments: UsualForm.all)
    func `M3: released without having run, they end the request as lost`(form: UsualForm) async {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                form.issue(wrapped(), note(Journal()))
                client.dropAll()
            }
        }
        #expect(error?.failures.map(\.reason) == [.lostCallback])
    }

    @Test(arguments: UsualForm.all)
    func `M4: a client may call them before its method returns`(form: UsualForm) async throws {
        let answers = Journal<String>()
        client.answersAtOnce()
        let group = try await withRequestGroup("page") { group in
            form.issue(wrapped(), note(answers))
            return group
        }
        #expect(answers.entries == ["ok in page, waited for"])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    /// Writes down what came, in which group, and whether that waits for the request.
    private func note(_ answers: Journal<String>) -> @Sendable ((any Error)?) -> Void {
        { error in
            let group = RequestGroup.current
            let isWaitedFor = group?.outstanding.count == 1 ? ", waited for" : ""
            let answer = error.map { ($0 as? ClientError)?.reason ?? "\($0)" } ?? "ok"
            answers.append("\(answer) in \(group?.name ?? "none")\(isWaitedFor)")
        }
    }
}
