import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Callbacks of any signature` {
    @Test(arguments: callbackForms) @MainActor
    func `M1, S2: callback(_:error:) runs in the group, and the closure finds the error`(
        form: RoleCase
    ) async throws {
        let outcome = try await form.outcome()
        #expect(outcome.values.count == 1)
        #expect(outcome.wereInGroup == [true])
        #expect(outcome.hasLeft)
        #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("404")])
        #expect(form.valuesOutside() == outcome.values)
    }

    @Test func `M1: callback(_:error:) without an error ends the request as succeeded`()
        async throws
    {
        try await withRequestGroup { group in
            Forms().intercept { call in
                let callback: (Int) -> Void = { _ in }
                let wrapped = call.callback(callback, error: problem)
                wrapped(200)
            }
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
    }

    @Test func `S5: nil stays nil outside a group, and leaves in one`() async throws {
        let one: ((Int) -> Void)? = nil
        let two: ((Int, String) -> Void)? = nil
        let three: ((Int, String, Bool) -> Void)? = nil
        Forms().intercept { call in
            #expect(call.callback(one, error: problem) == nil)
            #expect(call.callback(two, error: problem) == nil)
            #expect(call.callback(three, error: problem) == nil)
        }
        try await withRequestGroup(options: .tolerant) { group in
            Forms().intercept { call in
                let wrapped = call.callback(one, error: problem)
                wrapped?(404)
            }
            Forms().intercept { call in
                let wrapped = call.callback(two, error: problem)
                wrapped?(404, "")
            }
            Forms().intercept { call in
                let wrapped = call.callback(three, error: problem)
                wrapped?(404, "", true)
            }
            #expect(group.failures.count == 3)
            #expect(group.failures.allSatisfy { $0.reason == .failed })
        }
    }

    @Test func `M1: answer runs any callback in the group, and then leaves`() async throws {
        let names = Journal<[String]>()
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            for status in [200, 404] {
                Forms().intercept("\(status)") { call in
                    call.answer(problem(status)) {
                        names.append([RequestGroup.current?.name ?? "none"] + group.outstanding)
                    }
                }
            }
            return group.failures
        }
        #expect(names.entries == [["page", "200"], ["page", "404"]])
        #expect(failures.map(\.label) == ["404"])
    }

    @Test func `S5: answer outside a group only calls`() {
        let calls = Journal<String?>()
        Forms().intercept { call in
            call.answer(ClientError("no")) { calls.append(RequestGroup.current?.name) }
        }
        #expect(calls.entries == [nil])
    }

    struct Forms: RequestIntercepting {}
}

private func problem(_ status: Int) -> (any Error)? {
    status < 400 ? nil : ClientError("\(status)")
}

private func problem(_ status: Int, _ text: String) -> (any Error)? { problem(status) }

private func problem(_ status: Int, _ text: String, _ isLast: Bool) -> (any Error)? {
    problem(status)
}

private let callbackForms = [
    RoleCase("one value") { call, witness in
        let callback: (Int) -> Void = { witness.note($0) }
        let wrapped: (Int) -> Void = call.callback(callback, error: problem)
        wrapped(404)
    },
    RoleCase("two values") { call, witness in
        let callback: (Int, String) -> Void = { witness.note($0, $1) }
        let wrapped: (Int, String) -> Void = call.callback(callback, error: problem)
        wrapped(404, "b")
    },
    RoleCase("three values") { call, witness in
        let callback: (Int, String, Bool) -> Void = { witness.note($0, $1, $2) }
        let wrapped: (Int, String, Bool) -> Void = call.callback(callback, error: problem)
        wrapped(404, "b", true)
    },
    RoleCase("optional, one value") { call, witness in
        let callback: ((Int) -> Void)? = { witness.note($0) }
        let wrapped: ((Int) -> Void)? = call.callback(callback, error: problem)
        wrapped?(404)
    },
    RoleCase("optional, two values") { call, witness in
        let callback: ((Int, String) -> Void)? = { witness.note($0, $1) }
        let wrapped: ((Int, String) -> Void)? = call.callback(callback, error: problem)
        wrapped?(404, "b")
    },
    RoleCase("optional, three values") { call, witness in
        let callback: ((Int, String, Bool) -> Void)? = { witness.note($0, $1, $2) }
        let wrapped: ((Int, String, Bool) -> Void)? = call.callback(callback, error: problem)
        wrapped?(404, "b", true)
    },
]
