import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `The failure role` {
    @Test(arguments: failureForms) @MainActor
    func `M1, S2: every form runs the callback in the group, and the request leaves with its error`(
        form: RoleCase
    ) async throws {
        let outcome = try await form.outcome()
        #expect(outcome.values == ["\(ClientError("no"))"])
        #expect(outcome.wereInGroup == [true])
        #expect(outcome.hasLeft)
        #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("no")])
    }

    @Test(arguments: failureForms) @MainActor
    func `I1: every form passes the same error on outside any group`(form: RoleCase) {
        #expect(form.valuesOutside() == ["\(ClientError("no"))"])
    }

    @Test func `S5: nil stays nil outside a group, in every form`() {
        Forms().intercept { call in
            #expect(call.failure(nil as ((any Error) -> Void)?) == nil)
            #expect(call.failure(nil as (@Sendable (any Error) -> Void)?, ()) == nil)
            #expect(call.failure(onMain: nil as (@MainActor (any Error) -> Void)?) == nil)
            #expect(call.failure(nil as ((ClientError) -> Void)?) == nil)
            #expect(call.failure(nil as (@Sendable (ClientError) -> Void)?, ()) == nil)
            #expect(call.failure(onMain: nil as (@MainActor (ClientError) -> Void)?) == nil)
        }
    }

    @Test @MainActor func `M1: nil becomes a callback that leaves, in a group`() async throws {
        let error = ClientError("no")
        try await withRequestGroup(options: .tolerant) { group in
            let forms: [(InterceptedCall) -> Void] = [
                { $0.failure(nil as ((any Error) -> Void)?)?(error) },
                { $0.failure(nil as (@Sendable (any Error) -> Void)?, ())?(error) },
                { $0.failure(onMain: nil as (@MainActor (any Error) -> Void)?)?(error) },
                { $0.failure(nil as ((ClientError) -> Void)?)?(error) },
                { $0.failure(nil as (@Sendable (ClientError) -> Void)?, ())?(error) },
                { $0.failure(onMain: nil as (@MainActor (ClientError) -> Void)?)?(error) },
            ]
            for form in forms { Forms().intercept("request", form) }
            #expect(group.failures.count == forms.count)
            #expect(group.failures.allSatisfy { $0.error is ClientError })
        }
    }

    struct Forms: RequestIntercepting {}
}

private let failureForms = [
    RoleCase("plain") { call, witness in
        let wrapped: (any Error) -> Void = call.failure { (error: any Error) in witness.note(error)
        }
        wrapped(ClientError("no"))
    },
    RoleCase("optional") { call, witness in
        let callback: ((any Error) -> Void)? = { witness.note($0) }
        let wrapped: ((any Error) -> Void)? = call.failure(callback)
        wrapped?(ClientError("no"))
    },
    RoleCase("@Sendable") { call, witness in
        let callback: @Sendable (any Error) -> Void = { witness.note($0) }
        let wrapped: @Sendable (any Error) -> Void = call.failure(callback)
        wrapped(ClientError("no"))
    },
    RoleCase("optional @Sendable") { call, witness in
        let callback: (@Sendable (any Error) -> Void)? = { witness.note($0) }
        let wrapped: (@Sendable (any Error) -> Void)? = call.failure(callback)
        wrapped?(ClientError("no"))
    },
    RoleCase("@MainActor") { call, witness in
        let callback: @MainActor (any Error) -> Void = { witness.note($0) }
        let wrapped: @MainActor (any Error) -> Void = call.failure(onMain: callback)
        wrapped(ClientError("no"))
    },
    RoleCase("optional @MainActor") { call, witness in
        let callback: (@MainActor (any Error) -> Void)? = { witness.note($0) }
        let wrapped: (@MainActor (any Error) -> Void)? = call.failure(onMain: callback)
        wrapped?(ClientError("no"))
    },
    RoleCase("plain, typed") { call, witness in
        let callback: (ClientError) -> Void = { witness.note($0) }
        let wrapped: (ClientError) -> Void = call.failure(callback)
        wrapped(ClientError("no"))
    },
    RoleCase("optional, typed") { call, witness in
        let callback: ((ClientError) -> Void)? = { witness.note($0) }
        let wrapped: ((ClientError) -> Void)? = call.failure(callback)
        wrapped?(ClientError("no"))
    },
    RoleCase("@Sendable, typed") { call, witness in
        let callback: @Sendable (ClientError) -> Void = { witness.note($0) }
        let wrapped: @Sendable (ClientError) -> Void = call.failure(callback)
        wrapped(ClientError("no"))
    },
    RoleCase("optional @Sendable, typed") { call, witness in
        let callback: (@Sendable (ClientError) -> Void)? = { witness.note($0) }
        let wrapped: (@Sendable (ClientError) -> Void)? = call.failure(callback)
        wrapped?(ClientError("no"))
    },
    RoleCase("@MainActor, typed") { call, witness in
        let callback: @MainActor (ClientError) -> Void = { witness.note($0) }
        let wrapped: @MainActor (ClientError) -> Void = call.failure(onMain: callback)
        wrapped(ClientError("no"))
    },
    RoleCase("optional @MainActor, typed") { call, witness in
        let callback: (@MainActor (ClientError) -> Void)? = { witness.note($0) }
        let wrapped: (@MainActor (ClientError) -> Void)? = call.failure(onMain: callback)
        wrapped?(ClientError("no"))
    },
]
