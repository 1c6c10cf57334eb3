import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `The finished role` {
    struct Forms: RequestIntercepting {}

    @Test(arguments: finishedForms) @MainActor
    func `M1: alone, every form ends the request as succeeded`(form: RoleCase) async throws {
        let outcome = try await form.outcome()
        #expect(outcome.values == ["end"])
        #expect(outcome.wereInGroup == [true])
        #expect(outcome.hasLeft)
        #expect(outcome.failures.isEmpty)
        #expect(form.valuesOutside() == outcome.values)
    }

    @Test(arguments: [true, false])
    func `M1: the request stays until finished has returned, and leaves with the outcome before it`(
        succeeds: Bool
    ) async throws {
        let seen = Journal<[String]>()
        let failures = try await withRequestGroup(options: .tolerant) { group in
            Forms().intercept("a") { call in
                let success: () -> Void = call.success {}
                let failure: (any Error) -> Void = call.failure { (_: any Error) in }
                let finished: () -> Void = call.finished { seen.append(group.outstanding) }
                if succeeds { success() } else { failure(ClientError("no")) }
                #expect(group.outstanding == ["a"])
                finished()
                #expect(group.outstanding.isEmpty)
            }
            return group.failures
        }
        #expect(seen.entries == [["a"]])
        #expect(failures.map { $0.error as? ClientError } == (succeeds ? [] : [ClientError("no")]))
    }

    @Test(arguments: [true, false])
    func `M3: a finish that is lost ends the request with the outcome before it`(
        succeeds: Bool
    ) async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            Forms().intercept("a") { call in
                let success: () -> Void = call.success {}
                let failure: (any Error) -> Void = call.failure { (_: any Error) in }
                _ = call.finished {}
                if succeeds { success() } else { failure(ClientError("no")) }
            }
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map { $0.error as? ClientError } == (succeeds ? [] : [ClientError("no")]))
    }

    @Test func `M3: a request of which everything is lost fails as lost`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            Forms().intercept("a") { call in
                _ = call.success {}
                _ = call.finished {}
            }
            return group.failures
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `M2: the first outcome counts, and a second finish is only told to observers`()
        async throws
    {
        let recorder = EventRecorder()
        let failures = try await withRequestGroup(options: .tolerant, .observer(recorder)) {
            group in
            Forms().intercept("a") { call in
                let success: () -> Void = call.success {}
                let failure: (any Error) -> Void = call.failure { (_: any Error) in }
                let finished: () -> Void = call.finished {}
                success()
                failure(ClientError("too late"))
                finished()
                finished()
            }
            return group.failures
        }
        #expect(failures.isEmpty)
        #expect(
            recorder.lines == [
                "opened", "entered a", "duplicate callback a", "left a", "duplicate callback a",
                "completed",
            ]
        )
    }

    @Test func `S5: nil stays nil outside a group, and leaves in one`() async throws {
        let plain: (() -> Void)? = nil
        let sendable: (@Sendable () -> Void)? = nil
        Forms().intercept { call in
            #expect(call.finished(plain) == nil)
            #expect(call.finished(sendable, ()) == nil)
            #expect(call.finished(onMain: nil as (@MainActor () -> Void)?) == nil)
        }
        try await withRequestGroup { group in
            Forms().intercept { $0.finished(plain)?() }
            Forms().intercept { $0.finished(sendable, ())?() }
            #expect(group.progress == GroupProgress(finished: 2, total: 2))
        }
    }

    @Test func `S2: a request issued from finished joins the group`() async throws {
        let client = ManualClient()
        try await withRequestGroup { group in
            Forms().intercept("a") { call in
                call.finished { InterceptingClient(client).get("b") }()
            }
            #expect(group.outstanding == ["GET b"])
            try client.succeed("b")
        }
    }
}

private let finishedForms = [
    RoleCase("plain") { call, witness in
        let wrapped: () -> Void = call.finished { witness.note("end") }
        wrapped()
    },
    RoleCase("optional") { call, witness in
        let callback: (() -> Void)? = { witness.note("end") }
        let wrapped: (() -> Void)? = call.finished(callback)
        wrapped?()
    },
    RoleCase("@Sendable") { call, witness in
        let callback: @Sendable () -> Void = { witness.note("end") }
        let wrapped: @Sendable () -> Void = call.finished(callback)
        wrapped()
    },
    RoleCase("optional @Sendable") { call, witness in
        let callback: (@Sendable () -> Void)? = { witness.note("end") }
        let wrapped: (@Sendable () -> Void)? = call.finished(callback)
        wrapped?()
    },
    RoleCase("@MainActor") { call, witness in
        let wrapped: @MainActor () -> Void = call.finished(onMain: { witness.note("end") })
        wrapped()
    },
    RoleCase("optional @MainActor") { call, witness in
        let callback: (@MainActor () -> Void)? = { witness.note("end") }
        let wrapped: (@MainActor () -> Void)? = call.finished(onMain: callback)
        wrapped?()
    },
]
