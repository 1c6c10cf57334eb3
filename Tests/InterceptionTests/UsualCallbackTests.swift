import Foundation
import Interception
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct `Callbacks that are handed to intercept` {
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
            #expect(group.outstanding == ["request"])
            try client.answer(nil)
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
                try client.answer(ClientError("no"))
            }
        }
        #expect(error?.failures.map(\.description) == ["#0 request: ClientError"])
        #expect(answers.entries == ["no in page, waited for"])
    }

    @Test(arguments: UsualForm.all)
    func `S5: outside any group nothing is done to them`(form: UsualForm) throws {
        let answers = Journal<String>()
        form.issue(wrapped(), note(answers))
        try client.answer(nil)
        #expect(answers.entries == ["ok in none"])
    }

    @Test func `S5: nil stays nil outside any group, and leaves in one`() async throws {
        let client = wrapped()
        client.postOptional(success: nil, failure: nil)
        client.postOptionalSendable(success: nil, failure: nil)
        #expect(self.client.lastHadCallbacks == [false, false])
        for _ in 0..<2 { try self.client.answer(nil) }
        let group = try await withRequestGroup { group in
            client.postOptional(success: nil, failure: nil)
            client.postOptionalSendable(success: nil, failure: nil)
            #expect(self.client.lastHadCallbacks == [false, false, true, true])
            for _ in 0..<2 { try self.client.answer(nil) }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
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
            let settings = InterceptionSettings(limiter: isGroups ? nil : RequestLimiter(limit: 1))
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
            recorder.lines.contains("duplicate callback request"),
            "\(recorder.lines)"
        )
        #expect(recorder.lines.filter { $0.hasPrefix("left") } == ["left request"])
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
            let isWaitedFor = group?.outstanding == ["request"] ? ", waited for" : ""
            let answer = error.map { ($0 as? ClientError)?.reason ?? "\($0)" } ?? "ok"
            answers.append("\(answer) in \(group?.name ?? "none")\(isWaitedFor)")
        }
    }
}
