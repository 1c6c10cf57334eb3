extension MemberWriter {
    /// The body of a method whose request ends when the client's method returns.
    func body(_ plan: Plan.AsynchronousPlan) -> [String] {
        switch plan.rejection {
        case .throws: request(prefix: "try await ", width: inner)
        case .returns: request(prefix: "try? await ", width: inner)
        case .throwsOnly(let error, let otherwise):
            attempt(plan, ["throw error as? \(error) ?? \(otherwise)"])
        case .value(let value): attempt(plan, ["return \(value)"])
        case .startsAllTheSame:
            attempt(
                plan,
                ["// Rejected, and there is nothing else to return."]
                    + asked(prefix: "return \(effort)", width: inner - 4)
            )
        }
    }

    /// The expression to await, which is a call or a property.
    private func asked(prefix: String, suffix: String = "", width: Int) -> [String] {
        declaration.kind == .method
            ? call().lines(prefix: prefix, suffix: suffix, width: width)
            : ["\(prefix)\(access)\(suffix)"]
    }

    private func attempt(_ plan: Plan.AsynchronousPlan, _ otherwise: [String]) -> [String] {
        guard let (success, failure) = plan.result else {
            return ["do {"] + request(prefix: "return try await ", width: inner - 4).indented
                + ["} catch {"] + otherwise.indented + ["}"]
        }
        // The request fails if the method returns a failure, so `intercept` has to see an error.
        let value = names.free("value", "answer")
        let prefix = "let \(value): \(outside(success)) = try await "
        let isOnlyFailure = failure.precise == KnownTypes.anyError
        let pattern = isOnlyFailure ? "" : " let error as \(outside(failure))"
        return ["do {"] + request(prefix: prefix, isResult: true, width: inner - 4).indented
            + [
                "    return .success(\(value))", "} catch\(pattern) {",
                "    return .failure(error)",
            ]
            + (isOnlyFailure ? [] : ["} catch {"] + otherwise.indented) + ["}"]
    }

    private func request(prefix: String, isResult: Bool = false, width: Int) -> [String] {
        let signature = types.leavesActor(declaration, of: member) ? Forms.leavingActor : nil
        let effort = isResult ? "try await " : effort.isEmpty ? "await " : effort
        let prelude = sent + capturing
        let result = prelude.isEmpty || declaration.result.isVoid ? effort : "return \(effort)"
        let asked = asked(prefix: result, suffix: isResult ? ".get()" : "", width: width - 4)
        return (prelude + asked)
            .inBraces(after: ["\(prefix)\(scope)intercept(\(label))"], signature, width: width)
    }
}
