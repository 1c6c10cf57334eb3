@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Roles` {
    struct Network: RequestIntercepting {}

    let seen = Journal<String>()

    @Test(arguments: RoleTable.cases) @MainActor
    func `a callback ends its request in the group (M1, M5, S2, I5)`(form: RoleCase) async {
        let outcome = await withRequestGroupOutcome { group in
            let witness = RoleWitness(group: group)
            form.issue(witness)
            #expect(witness.hadCallback.entries == [true])
            #expect(witness.values.entries.count == (form.isNil ? 0 : 2))
            // Only progress callbacks find their request in the group the second time.
            let wereInGroup = form.isNil ? [] : [true, form.ending == .lost]
            #expect(witness.wereInGroup.entries == wereInGroup)
            #expect(group.outstanding.isEmpty)
        }
        let reasons: [RequestFailure.Reason] =
            switch form.ending {
            case .succeeded: []
            case .failed: [.failed]
            case .lost: [.lostCallback]
            }
        #expect(outcome.failures.map(\.reason) == reasons)
        guard form.ending == .failed else { return }
        let error = outcome.failures.first?.error
        #expect(error is UnexplainedFailureError || error as? ClientError == ClientError("no"))
    }

    @Test(arguments: RoleTable.cases) @MainActor
    func `outside any group a callback gets the same values (I1, S5)`(form: RoleCase) async {
        let (inside, outside) = (RoleWitness(group: nil), RoleWitness(group: nil))
        _ = await withRequestGroupOutcome { _ in form.issue(inside) }
        form.issue(outside)
        #expect(outside.hadCallback.entries == [!form.isNil])
        #expect(outside.values.entries == inside.values.entries)
    }

    @Test(arguments: RoleTable.cases)
    func `a rejection is reported by a callback that can carry it (V3)`(form: RoleCase) async {
        let witness = RoleWitness(group: nil)
        let outcome = await withRequestGroupOutcome { group in
            group.cancel()
            // Issued on a thread that is not the main thread.
            form.issue(witness)
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(witness.hadCallback.entries.isEmpty)
        #expect(witness.values.entries.count == (form.isRejected ? 1 : 0))
        let values = witness.values.entries.first ?? ""
        #expect(values.isEmpty || values.contains("CancellationError"))
        if form.isOnMain { #expect(witness.wereOnMain.entries.allSatisfy { $0 }) }
    }

    @Test func `a rejected request calls the finally callback after all others (V3)`() async {
        // An issue on another thread names the test by its task-locals.
        let (mainQueue, taskLocals) = (QueueMark(.main), TaskLocalSnapshot())
        _ = await withRequestGroupOutcome { group in
            group.cancel()
            let failure: (any Error) -> Void = {
                seen.append("\(type(of: $0))")
                taskLocals.run { #expect(mainQueue.isCurrent) }
            }
            let finally: @MainActor () -> Void = { [seen] in seen.append("finally") }
            Network().intercept(
                "a",
                .progress { (_: Int) in seen.append("progress") },
                .finally(onMain: finally),
                .success { seen.append("success") },
                .failure(failure)
            ) { _, _, _, _ in seen.append("started") }
        }
        #expect(seen.entries == ["CancellationError", "finally"])
    }

    @Test func `a response that is FailureReporting can fail its request (M1)`() async throws {
        struct Reply: FailureReporting {
            let status: Int
            var reportedFailure: (any Error)? { status < 400 ? nil : ClientError("\(status)") }
            static func reporting(_ error: any Error) -> Reply? { nil }
        }
        let failures = try await failuresOfGroup { _ in
            for status in [200, 404] {
                let completion: (Reply) -> Void = { _ in }
                Network().intercept("\(status)", .completion(completion)) {
                    $0(Reply(status: status))
                }
            }
        }
        #expect(failures.map(\.label) == ["404"])
    }

    @Test func `a request succeeds if a callback's error closure returns nil (M1)`() async throws {
        try await withRequestGroup { group in
            let done: (Int, Bool, (any Error)?) -> Void = { status, _, _ in
                seen.append("\(status)")
            }
            Network().intercept("a", .callback(done) { _, _, problem in problem }) {
                $0(200, true, nil)
            }
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
        #expect(seen.entries == ["200"])
    }

    @Test(arguments: [NSError(domain: "old", code: 7), nil])
    func `a failure callback called without an error fails the group (I5)`(error: NSError?) async {
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        let failure: ((NSError?) -> Void)! = { seen.append("\($0?.code ?? 0)") }
        let outcome = await withRequestGroupOutcome {
            Network().intercept("a", .failure(failure)) { $0?(error) }
        }
        #expect(seen.entries == ["\(error?.code ?? 0)"])
        #expect(outcome.failures.map { $0.error is UnexplainedFailureError } == [error == nil])
    }

    @Test func `a rejection calls only failure callbacks whose type can carry it (I3, I5)`() async {
        let any: ((any Error) -> Void)? = { seen.append("any \($0 is CancellationError)") }
        let objective: @Sendable (NSError?) -> Void = { [seen] error in
            seen.append("objective \(error?.domain.contains("Cancellation") == true)")
        }
        let typed: (ClientError) -> Void = { _ in seen.append("typed") }
        let optional: (ClientError?) -> Void = { _ in seen.append("optional") }
        let outcome = await withRequestGroupOutcome { group in
            group.cancel()
            Network().intercept("a", .failure(any)) { _ in seen.append("started") }
            Network().intercept("b", .failure(objective)) { _ in seen.append("started") }
            Network().intercept("c", .failure(typed)) { _ in seen.append("started") }
            Network().intercept("d", .failure(optional)) { _ in seen.append("started") }
            _ = await seen.waitForFirst(2)
        }
        #expect(seen.entries.sorted() == ["any true", "objective true"])
        #expect(outcome.failures.map(\.reason) == Array(repeating: .cancelled, count: 4))
    }
}
