import Interception
import Testing

@testable import InterceptionTestSupport

@Suite struct `The success role` {
    @Test(arguments: successForms) @MainActor
    func `M1, S2: every form runs the callback in the group, and the request leaves as succeeded`(
        form: RoleCase
    ) async throws {
        let outcome = try await form.outcome()
        #expect(outcome.values.count == 1)
        #expect(outcome.wereInGroup == [true])
        #expect(outcome.hasLeft)
        #expect(outcome.failures.isEmpty)
    }

    @Test(arguments: successForms) @MainActor
    func `I1: every form passes the same values on outside any group`(form: RoleCase) async throws {
        #expect(form.valuesOutside() == (try await form.outcome().values))
    }

    @Test func `S5: nil stays nil outside a group, in every form`() {
        Forms().intercept { call in
            #expect(call.success(nil as (() -> Void)?) == nil)
            #expect(call.success(nil as (@Sendable () -> Void)?, ()) == nil)
            #expect(call.success(onMain: nil as (@MainActor () -> Void)?) == nil)
            #expect(call.success(nil as ((Int) -> Void)?) == nil)
            #expect(call.success(nil as (@Sendable (Int) -> Void)?, ()) == nil)
            #expect(call.success(onMain: nil as (@MainActor (Int) -> Void)?) == nil)
            #expect(call.success(nil as ((Int, Int) -> Void)?) == nil)
            #expect(call.success(nil as (@Sendable (Int, Int) -> Void)?, ()) == nil)
            #expect(call.success(onMain: nil as (@MainActor (Int, Int) -> Void)?) == nil)
        }
    }

    @Test @MainActor func `M1: nil becomes a callback that leaves, in a group`() async throws {
        try await withRequestGroup { group in
            for form in nilForms {
                Forms().intercept(form.testDescription) { form.use($0, RoleWitness(group: group)) }
                #expect(group.outstanding.isEmpty, "\(form.testDescription)")
            }
            #expect(group.progress == GroupProgress(finished: 9, total: 9))
        }
    }

    struct Forms: RequestIntercepting {}
}

private let successForms = [
    RoleCase("plain") { call, witness in
        let wrapped: () -> Void = call.success { witness.note("ok") }
        wrapped()
    },
    RoleCase("optional") { call, witness in
        let callback: (() -> Void)? = { witness.note("ok") }
        let wrapped: (() -> Void)? = call.success(callback)
        wrapped?()
    },
    RoleCase("@Sendable") { call, witness in
        let callback: @Sendable () -> Void = { witness.note("ok") }
        let wrapped: @Sendable () -> Void = call.success(callback)
        wrapped()
    },
    RoleCase("optional @Sendable") { call, witness in
        let callback: (@Sendable () -> Void)? = { witness.note("ok") }
        let wrapped: (@Sendable () -> Void)? = call.success(callback)
        wrapped?()
    },
    RoleCase("@MainActor") { call, witness in
        let wrapped: @MainActor () -> Void = call.success(onMain: { witness.note("ok") })
        wrapped()
    },
    RoleCase("optional @MainActor") { call, witness in
        let callback: (@MainActor () -> Void)? = { witness.note("ok") }
        let wrapped: (@MainActor () -> Void)? = call.success(onMain: callback)
        wrapped?()
    },
    RoleCase("plain, one value") { call, witness in
        let wrapped: (Int) -> Void = call.success { (value: Int) in witness.note(value) }
        wrapped(1)
    },
    RoleCase("optional, one value") { call, witness in
        let callback: ((Int) -> Void)? = { witness.note($0) }
        let wrapped: ((Int) -> Void)? = call.success(callback)
        wrapped?(1)
    },
    RoleCase("@Sendable, one value") { call, witness in
        let callback: @Sendable (Int) -> Void = { witness.note($0) }
        let wrapped: @Sendable (Int) -> Void = call.success(callback)
        wrapped(1)
    },
    RoleCase("optional @Sendable, one value") { call, witness in
        let callback: (@Sendable (Int) -> Void)? = { witness.note($0) }
        let wrapped: (@Sendable (Int) -> Void)? = call.success(callback)
        wrapped?(1)
    },
    RoleCase("@MainActor, one value") { call, witness in
        let wrapped: @MainActor (Int) -> Void = call.success(onMain: { witness.note($0) })
        wrapped(1)
    },
    RoleCase("optional @MainActor, one value") { call, witness in
        let callback: (@MainActor (Int) -> Void)? = { witness.note($0) }
        let wrapped: (@MainActor (Int) -> Void)? = call.success(onMain: callback)
        wrapped?(1)
    },
    RoleCase("plain, two values") { call, witness in
        let wrapped: (Int, String) -> Void = call.success { witness.note($0, $1) }
        wrapped(1, "b")
    },
    RoleCase("optional, two values") { call, witness in
        let callback: ((Int, String) -> Void)? = { witness.note($0, $1) }
        let wrapped: ((Int, String) -> Void)? = call.success(callback)
        wrapped?(1, "b")
    },
    RoleCase("@Sendable, two values") { call, witness in
        let callback: @Sendable (Int, String) -> Void = { witness.note($0, $1) }
        let wrapped: @Sendable (Int, String) -> Void = call.success(callback)
        wrapped(1, "b")
    },
    RoleCase("optional @Sendable, two values") { call, witness in
        let callback: (@Sendable (Int, String) -> Void)? = { witness.note($0, $1) }
        let wrapped: (@Sendable (Int, String) -> Void)? = call.success(callback)
        wrapped?(1, "b")
    },
    RoleCase("@MainActor, two values") { call, witness in
        let wrapped: @MainActor (Int, String) -> Void = call.success(onMain: {
            witness.note($0, $1)
        })
        wrapped(1, "b")
    },
    RoleCase("optional @MainActor, two values") { call, witness in
        let callback: (@MainActor (Int, String) -> Void)? = { witness.note($0, $1) }
        let wrapped: (@MainActor (Int, String) -> Void)? = call.success(onMain: callback)
        wrapped?(1, "b")
    },
    RoleCase("plain, not optional though the client's parameter is") { call, witness in
        let callback: (Int) -> Void = { witness.note($0) }
        let wrapped: ((Int) -> Void)? = call.success(callback)
        wrapped?(1)
    },
]

private let nilForms = [
    RoleCase("nil") { call, _ in
        let wrapped = call.success(nil as (() -> Void)?)
        wrapped?()
    },
    RoleCase("nil @Sendable") { call, _ in
        let wrapped = call.success(nil as (@Sendable () -> Void)?, ())
        wrapped?()
    },
    RoleCase("nil @MainActor") { call, _ in
        let wrapped = call.success(onMain: nil as (@MainActor () -> Void)?)
        wrapped?()
    },
    RoleCase("nil, one") { call, _ in
        let wrapped = call.success(nil as ((Int) -> Void)?)
        wrapped?(1)
    },
    RoleCase("nil @Sendable, one") { call, _ in
        let wrapped = call.success(nil as (@Sendable (Int) -> Void)?, ())
        wrapped?(1)
    },
    RoleCase("nil @MainActor, one") { call, _ in
        let wrapped = call.success(onMain: nil as (@MainActor (Int) -> Void)?)
        wrapped?(1)
    },
    RoleCase("nil, two") { call, _ in
        let wrapped = call.success(nil as ((Int, Int) -> Void)?)
        wrapped?(1, 2)
    },
    RoleCase("nil @Sendable, two") { call, _ in
        let wrapped = call.success(nil as (@Sendable (Int, Int) -> Void)?, ())
        wrapped?(1, 2)
    },
    RoleCase("nil @MainActor, two") { call, _ in
        let wrapped = call.success(onMain: nil as (@MainActor (Int, Int) -> Void)?)
        wrapped?(1, 2)
    },
]
