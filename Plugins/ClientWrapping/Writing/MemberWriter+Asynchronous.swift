extension MemberWriter {
    /// The body of a method whose request ends when the client's method returns.
    func body(_ plan: Plan.AsynchronousPlan) -> [String] {
        switch plan.rejection {
        case .throws: request(prefix: "try await ", width: inner)
        case .returns: request(prefix: "try? await ", width: inner)
        case .throwsOnly(let error, let otherwise):
            attempt(["throw error as? \(error) ?? \(otherwise)"])
        case .value(let value): attempt(["return \(value)"])
        case .startsAllTheSame:
            attempt(
                ["// Rejected, and there is nothing else to return."]
                    + asked(prefix: "return \(effort)", width: inner - 4)
            )
        }
    }

    /// The expression to await, which is a call or a property.
    private func asked(prefix: String, width: Int) -> [String] {
        declaration.kind == .method
            ? call().lines(prefix: prefix, width: width) : ["\(prefix)\(access)"]
    }

    private func attempt(_ otherwise: [String]) -> [String] {
        ["do {"] + request(prefix: "return try await ", width: inner - 4).indented + ["} catch {"]
            + otherwise.indented + ["}"]
    }

    private func request(prefix: String, width: Int) -> [String] {
        let signature = types.leavesActor(declaration, of: member) ? Forms.leavingActor : nil
        let effort = effort.isEmpty ? "await " : effort
        let prelude = sent + capturing
        let result = prelude.isEmpty || declaration.result.isVoid ? effort : "return \(effort)"
        return (prelude + asked(prefix: result, width: width - 4))
            .inBraces(after: ["\(prefix)\(scope)intercept(\(label))"], signature, width: width)
    }
}
