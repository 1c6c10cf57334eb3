import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `The repeating role` {
    struct Forms: RequestIntercepting {}

    @Test(arguments: repeatingForms) @MainActor
    func `M5: every form runs in the group each time, and does not leave`(
        form: RoleCase
    ) async throws {
        try await withRequestGroup { group in
            let witness = RoleWitness(group: group)
            Forms().intercept("request") { call in
                withoutRequestGroup { form.use(call, witness) }
                #expect(group.outstanding == ["request"])
                call.success {}()
            }
            #expect(witness.values.entries.count == 2)
            #expect(witness.places.entries == [true, true])
            #expect(group.progress.finished == 1)
        }
        #expect(form.valuesOutside().count == 2)
    }

    @Test(arguments: repeatingForms) @MainActor
    func `M3: a request with nothing but repeating callbacks is lost with them`(
        form: RoleCase
    ) async throws {
        let outcome = try await form.outcome()
        #expect(outcome.failures.map(\.reason) == [.lostCallback])
    }

    @Test func `S5: nil stays nil outside a group, in every form`() {
        Forms().intercept { call in
            #expect(call.repeating(nil as ((Int) -> Void)?) == nil)
            #expect(call.repeating(nil as (@Sendable (Int) -> Void)?, ()) == nil)
            #expect(call.repeating(onMain: nil as (@MainActor (Int) -> Void)?) == nil)
            #expect(call.repeating(nil as ((Int, String) -> Void)?) == nil)
            #expect(call.repeating(nil as (@Sendable (Int, String) -> Void)?, ()) == nil)
            #expect(call.repeating(onMain: nil as (@MainActor (Int, String) -> Void)?) == nil)
            #expect(call.repeating(nil as ((Int, String, Bool) -> Void)?) == nil)
            #expect(call.repeating(nil as (@Sendable (Int, String, Bool) -> Void)?, ()) == nil)
            #expect(call.repeating(onMain: nil as (@MainActor (Int, String, Bool) -> Void)?) == nil)
        }
    }
}

private let repeatingForms = [
    RoleCase("one value") { call, witness in
        let callback: (Int) -> Void = { witness.note($0) }
        let wrapped: (Int) -> Void = call.repeating(callback)
        for _ in 1...2 { wrapped(1) }
    },
    RoleCase("optional one value") { call, witness in
        let callback: ((Int) -> Void)? = { witness.note($0) }
        let wrapped: ((Int) -> Void)? = call.repeating(callback)
        for _ in 1...2 { wrapped?(1) }
    },
    RoleCase("@Sendable one value") { call, witness in
        let callback: @Sendable (Int) -> Void = { witness.note($0) }
        let wrapped: @Sendable (Int) -> Void = call.repeating(callback)
        for _ in 1...2 { wrapped(1) }
    },
    RoleCase("optional @Sendable one value") { call, witness in
        let callback: (@Sendable (Int) -> Void)? = { witness.note($0) }
        let wrapped: (@Sendable (Int) -> Void)? = call.repeating(callback)
        for _ in 1...2 { wrapped?(1) }
    },
    RoleCase("@MainActor one value") { call, witness in
        let callback: @MainActor (Int) -> Void = { witness.note($0) }
        let wrapped: @MainActor (Int) -> Void = call.repeating(onMain: callback)
        for _ in 1...2 { wrapped(1) }
    },
    RoleCase("optional @MainActor one value") { call, witness in
        let callback: (@MainActor (Int) -> Void)? = { witness.note($0) }
        let wrapped: (@MainActor (Int) -> Void)? = call.repeating(onMain: callback)
        for _ in 1...2 { wrapped?(1) }
    },
    RoleCase("two values") { call, witness in
        let callback: (Int, String) -> Void = { witness.note($0, $1) }
        let wrapped: (Int, String) -> Void = call.repeating(callback)
        for _ in 1...2 { wrapped(1, "b") }
    },
    RoleCase("optional two values") { call, witness in
        let callback: ((Int, String) -> Void)? = { witness.note($0, $1) }
        let wrapped: ((Int, String) -> Void)? = call.repeating(callback)
        for _ in 1...2 { wrapped?(1, "b") }
    },
    RoleCase("@Sendable two values") { call, witness in
        let callback: @Sendable (Int, String) -> Void = { witness.note($0, $1) }
        let wrapped: @Sendable (Int, String) -> Void = call.repeating(callback)
        for _ in 1...2 { wrapped(1, "b") }
    },
    RoleCase("optional @Sendable two values") { call, witness in
        let callback: (@Sendable (Int, String) -> Void)? = { witness.note($0, $1) }
        let wrapped: (@Sendable (Int, String) -> Void)? = call.repeating(callback)
        for _ in 1...2 { wrapped?(1, "b") }
    },
    RoleCase("@MainActor two values") { call, witness in
        let callback: @MainActor (Int, String) -> Void = { witness.note($0, $1) }
        let wrapped: @MainActor (Int, String) -> Void = call.repeating(onMain: callback)
        for _ in 1...2 { wrapped(1, "b") }
    },
    RoleCase("optional @MainActor two values") { call, witness in
        let callback: (@MainActor (Int, String) -> Void)? = { witness.note($0, $1) }
        let wrapped: (@MainActor (Int, String) -> Void)? = call.repeating(onMain: callback)
        for _ in 1...2 { wrapped?(1, "b") }
    },
    RoleCase("three values") { call, witness in
        let callback: (Int, String, Bool) -> Void = { witness.note($0, $1, $2) }
        let wrapped: (Int, String, Bool) -> Void = call.repeating(callback)
        for _ in 1...2 { wrapped(1, "b", true) }
    },
    RoleCase("optional three values") { call, witness in
        let callback: ((Int, String, Bool) -> Void)? = { witness.note($0, $1, $2) }
        let wrapped: ((Int, String, Bool) -> Void)? = call.repeating(callback)
        for _ in 1...2 { wrapped?(1, "b", true) }
    },
    RoleCase("@Sendable three values") { call, witness in
        let callback: @Sendable (Int, String, Bool) -> Void = { witness.note($0, $1, $2) }
        let wrapped: @Sendable (Int, String, Bool) -> Void = call.repeating(callback)
        for _ in 1...2 { wrapped(1, "b", true) }
    },
    RoleCase("optional @Sendable three values") { call, witness in
        let callback: (@Sendable (Int, String, Bool) -> Void)? = { witness.note($0, $1, $2) }
        let wrapped: (@Sendable (Int, String, Bool) -> Void)? = call.repeating(callback)
        for _ in 1...2 { wrapped?(1, "b", true) }
    },
    RoleCase("@MainActor three values") { call, witness in
        let callback: @MainActor (Int, String, Bool) -> Void = { witness.note($0, $1, $2) }
        let wrapped: @MainActor (Int, String, Bool) -> Void = call.repeating(onMain: callback)
        for _ in 1...2 { wrapped(1, "b", true) }
    },
    RoleCase("optional @MainActor three values") { call, witness in
        let callback: (@MainActor (Int, String, Bool) -> Void)? = { witness.note($0, $1, $2) }
        let wrapped: (@MainActor (Int, String, Bool) -> Void)? = call.repeating(onMain: callback)
        for _ in 1...2 { wrapped?(1, "b", true) }
    },
]
