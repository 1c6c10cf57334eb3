@testable import InterceptionTestSupport

@Suite struct `The finally role` {
    private typealias Start = (() -> Void, (any Error) -> Void, () -> Void) -> Void

    /// Issues a request whose client calls the callbacks as the closure says.
    private func issue(finally: @escaping () -> Void = {}, _ start: @escaping Start) {
        let failure: (any Error) -> Void = { _ in }
        InterceptingClient(()).intercept("a", .success {}, .failure(failure), .finally(finally)) {
            start($0, $1, $2)
        }
    }

    @Test(arguments: [nil, ClientError("no")], [true, false])
    func `finally ends its request (M1, M2, M3)`(error: ClientError?, isLost: Bool) async throws {
        let (seen, recorder) = (Journal<[String]>(), EventRecorder())
        let failures = try await failuresOfGroup(options: .observer(recorder)) { group in
            issue(finally: { seen.append(group.outstanding) }) { success, failure, finally in
                if let error { failure(error) } else { success() }
                // A second answer, which changes nothing (M2).
                if error == nil { failure(ClientError("too late")) } else { success() }
                #expect(group.outstanding == ["a"])
                if !isLost { finally() }
                #expect(group.outstanding == (isLost ? ["a"] : []))
            }
            #expect(group.outstanding.isEmpty)
        }
        #expect(seen.entries == (isLost ? [] : [["a"]]))
        #expect(failures.map { $0.error as? ClientError } == (error.map { [$0] } ?? []))
        #expect(recorder.lines.suffix(3) == ["duplicate callback a", "left a", "completed"])
    }

    @Test func `a request answered after its finally callback is lost (M2, M3)`() async throws {
        let (seen, recorder) = (Journal<[String]>(), EventRecorder())
        let failures = try await failuresOfGroup(options: .observer(recorder)) { group in
            issue(finally: { seen.append(group.outstanding) }) { success, _, finally in
                finally()
                success()
            }
        }
        #expect(seen.entries == [["a"]])
        #expect(failures.map { $0.error as? LostCallbackError } == [LostCallbackError(label: "a")])
        #expect(recorder.lines.suffix(3) == ["left a", "duplicate callback a", "completed"])
    }

    @Test(arguments: RoleTable.cases)
    func `finally alone loses a request that could report success (M3)`(form: RoleCase) async {
        let outcome = await withRequestGroupOutcome { _ in form.finish(RoleWitness(group: nil)) }
        let isLost = ["success", "completion", "callback"].contains {
            form.testDescription.hasPrefix($0)
        }
        #expect(outcome.failures.map(\.reason) == (isLost ? [.lostCallback] : []))
    }

    @Test func `finally alone loses requests with up to four roles (M3, P1)`() async {
        let (client, stop) = (InterceptingClient(()), { @Sendable (_: Int) in })
        let (none, end) = ((() -> Bool)?.none, { 0 })
        let failure: PlainRole<() -> Void> = .failure {}
        let outcome = await withRequestGroupOutcome { group in
            client.intercept("nil", .success(none), .finally {}) { $1() }
            client.intercept("call") { $0.wrap(.finally {})() }
            client.intercept("before") {
                let end = $0.wrap(.finally {})
                _ = $0.wrap(.success {})
                end()
            }
            client.intercept("3", failure, .success {}, .finally {}) { $2() }
            client.intercept("4", failure, failure, .success {}, .finally {}) { $3() }
            client.intercept("a", .success {}, .finally(end), cancel: stop) { $1() }
            client.intercept("b", failure, .success {}, .finally(end), cancel: stop) { $2() }
            group.cancel()
            client.intercept("c", failure, failure, .success {}, .finally(end), cancel: stop) {
                $3()
            }
        }
        let lost = ["before", "3", "4", "a", "b", "c"].map { LostCallbackError(label: $0) }
        #expect(outcome.failures.map { $0.error as? LostCallbackError } == lost)
        #expect(outcome.failures.last?.reason == .cancelled)
    }
}
