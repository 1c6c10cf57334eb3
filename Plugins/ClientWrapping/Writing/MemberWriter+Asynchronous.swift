extension MemberWriter {
    /// What the group is called that is taken along to the callbacks.
    var capturedName: String {
        guard case .asynchronous(let request) = plan.form else { return "captured" }
        let values = request.repeating.flatMap(\.valueNames)
        return LocalNames(declaration, besides: values).free("captured", "capturedGroup")
    }

    /// A request that ends when the client's method returns.
    func body(_ plan: Plan.AsynchronousPlan) -> [String] {
        switch plan.refusal {
        case .throws: return request(plan, prefix: "try await ", width: inner)
        case .returns: return request(plan, prefix: "try? await ", width: inner)
        case .throwsOnly(let error, let otherwise):
            return attempt(plan) + ["    throw error as? \(error) ?? \(otherwise)", "}"]
        case .value(let value): return attempt(plan) + ["    return \(value)", "}"]
        case .startsAllTheSame:
            return attempt(plan) + ["    // Refused, and there is nothing else to return."]
                + asked(prefix: "return \(effort)", width: inner - 4).indented + ["}"]
        }
    }

    /// What is awaited: a call, or a property that is read.
    private func asked(prefix: String, width: Int) -> [String] {
        declaration.kind == .method
            ? call().lines(prefix: prefix, width: width) : ["\(prefix)\(access)"]
    }

    private func attempt(_ plan: Plan.AsynchronousPlan) -> [String] {
        ["do {"] + request(plan, prefix: "return try await ", width: inner - 4).indented
            + ["} catch {"]
    }

    private func request(
        _ plan: Plan.AsynchronousPlan,
        prefix: String,
        width: Int
    ) -> [String] {
        let signature = types.leavesActor(declaration, of: member) ? Forms.leavingActor : nil
        let effort = effort.isEmpty ? "await " : effort
        let opening = "\(prefix)\(scope)intercept(\(label))"
        guard !plan.repeating.isEmpty else {
            return asked(prefix: effort, width: width - 4)
                .inBraces(after: [opening], signature, width: width)
        }
        let result = declaration.result.isVoid ? effort : "return \(effort)"
        let statement = call(awaited: plan.repeating).lines(prefix: result, width: width - 4)
        return Forms.capturing(statement, as: capturedName)
            .inBraces(after: [opening], signature, width: width)
    }
}
