import Interception
import Testing

/// One form of a role: wraps a callback with the call, and calls it.
struct RoleCase: CustomTestStringConvertible, Sendable {
    typealias Use = @MainActor @Sendable (InterceptedCall, RoleWitness) -> Void

    let testDescription: String
    let use: Use

    init(_ description: String, _ use: @escaping Use) {
        testDescription = description
        self.use = use
    }

    /// Uses the form in a group: the callback is called where that is not the current one.
    @MainActor func outcome() async throws -> RoleOutcome {
        try await withRequestGroup(options: .tolerant) { group in
            let witness = RoleWitness(group: group)
            RoleClient().intercept("request") { call in
                withoutRequestGroup { use(call, witness) }
            }
            return RoleOutcome(
                values: witness.values.entries,
                wereInGroup: witness.places.entries,
                hasLeft: group.outstanding.isEmpty,
                failures: group.failures
            )
        }
    }

    /// Uses the form outside any group.
    @MainActor func valuesOutside() -> [String] {
        let witness = RoleWitness(group: nil)
        RoleClient().intercept("request") { use($0, witness) }
        return witness.values.entries
    }
}

/// What a callback tells about how it was called.
struct RoleWitness: Sendable {
    let group: RequestGroup?
    let values = Journal<String>()
    let places = Journal<Bool>()

    func note(_ value: Any...) {
        values.append(value.map { "\($0)" }.joined(separator: ", "))
        places.append(
            RequestGroup.current === group && (group?.outstanding ?? ["request"]) == ["request"]
        )
    }
}

struct RoleOutcome {
    let values: [String]
    /// For each call, whether it ran in the group while the request was still in.
    let wereInGroup: [Bool]
    let hasLeft: Bool
    let failures: [RequestFailure]
}

private struct RoleClient: RequestIntercepting {}
