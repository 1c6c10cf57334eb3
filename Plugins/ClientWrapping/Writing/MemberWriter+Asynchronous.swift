// Writes asynchronous methods and getters.
extension MemberWriter {
    /// Returns the body of a method or a getter whose request ends when the client's method returns.
    func body(_ plan: Plan.AsynchronousPlan) -> [String] {
        if let fallback = plan.fallback { return attempt([fallback]) }
        if declaration.isThrowing { return request("try await ", width: inner) }
        if declaration.result.isVoid { return request("try? await ", width: inner) }
        let comment = ["// Rejected, and there is nothing else to return."]
        return attempt(comment + ("return \(effort)" + call()).lines(width: inner - 4))
    }

    private func attempt(_ otherwise: [String]) -> [String] {
        ["do {"] + request("return try await ", width: inner - 4).indented
            + ["} catch {"] + otherwise.indented + ["}"]
    }

    private func request(_ prefix: String, width: Int) -> [String] {
        let signature = types.leavesActor(declaration, of: member) ? Forms.leavingActor : nil
        let prelude = sent + capturing
        let result = prelude.isEmpty || declaration.result.isVoid ? effort : "return \(effort)"
        let replaced = plan.captured.map { ($0.parameter.name, Code(captured($0))) }
        let asked = (result + call(Dictionary(replaced) { $1 })).lines(width: width - 4)
        let closures = declaration.parameters.filter(types.isBorrowed).map(\.name.escaped)
        let head = closures.isEmpty ? prefix : prefix.contains("try") ? "try await " : "await "
        let errors = plan.roles.compactMap(\.role.finding).map { "error: " + closure($0) }
        let opening = head + Code.call("\(scope)intercept", [Code(label)] + errors)
        let request = (prelude + asked)
            .inBraces(after: opening.lines(width: width - 2), signature, width: width)
        return closures.reversed().enumerated().reduce(request) { lines, closure in
            let start = closure.offset == closures.count - 1 ? prefix : head
            let opening = "\(start)withoutActuallyEscaping(\(closure.element))"
            return lines.inBraces(after: [opening], "\(closure.element) in", width: width)
        }
    }
}
