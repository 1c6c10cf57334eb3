extension MemberWriter {
    /// What a method does: one statement, as a rule.
    var body: [String] {
        switch plan.form {
        case .passedOn: call().lines(prefix: effort, width: inner)
        case .wrapped: wrapping("\(effort)\(call().line)")
        case .callbacks(let callbacks): body(callbacks)
        case .asynchronous(let refusal): body(refusal)
        case .future(let value): futureBody(value)
        }
    }

    /// The room inside the method.
    private var inner: Int { width - 4 }

    /// What has to stand before the call.
    private var effort: String {
        (declaration.isThrowing ? "try " : "")
            + (declaration.isAsync || crossesActor ? "await " : "")
    }

    private var label: String { "\"\(plan.label)\"" }

    // MARK: - Names

    private var names: Set<String> { Set(declaration.parameters.map(\.name)) }

    /// What the wrapper calls the call, if no parameter is called so.
    private var callName: String {
        ["call", "request", "interceptedCall"].first { !names.contains($0) } ?? "wrappedCall"
    }

    private var scope: String { names.contains("intercept") ? "self." : "" }

    var receiver: String {
        // In a class, a closure that is kept has to name what it keeps.
        style.shape == .conformance || names.contains(style.receiver) && style.receiver != "super"
            ? "self.\(style.receiver)" : style.receiver
    }

    // MARK: - The call of the client

    private func call(_ callbacks: [(callback: Callback, role: Role)] = []) -> Call {
        let arguments = declaration.parameters.map { parameter in
            let wrapped = callbacks.first { $0.callback.parameter.name == parameter.name }
            guard let wrapped else { return Argument(parameter.label, value(of: parameter)) }
            let value = Forms.argument(wrapped.callback, as: wrapped.role, of: callName)
            return Argument(parameter.label, value)
        }
        return Call("\(receiver).\(declaration.name.escapedAfterDot)", arguments)
    }

    private func value(of parameter: Parameter) -> String {
        let prefixes = parameter.type.unprefixed.prefixes
        let name = parameter.name.escaped
        if prefixes.contains("inout") { return "&\(name)" }
        if prefixes.contains("@autoclosure") { return "\(name)()" }
        if case .prefixed("repeat", _) = parameter.type { return "repeat each \(name)" }
        return name
    }

    /// Wraps the client that the value is.
    func wrapping(_ value: String) -> [String] {
        let wrapper =
            style.shape == .conformance
            ? types.client.wrapperName : "\(result.unwrappingOptional.type)"
        guard declaration.result.unwrappingOptional.isOptional else {
            return [Forms.wrapped(value, as: wrapper)]
        }
        let call = effort.isEmpty ? value : "(\(value))"
        return ["\(call).map { \(Forms.wrapped("$0", as: wrapper)) }"]
    }

    // MARK: - Requests

    private func body(_ plan: Plan.CallbackPlan) -> [String] {
        let call = call(plan.roles)
        let effort = declaration.isThrowing ? "try " : ""
        let opening =
            plan.cancel.map { cancel in
                Forms.immediateRequest(
                    label,
                    cancel: cancel,
                    holdsHandle: plan.holdsHandle,
                    in: scope
                )
            } ?? Forms.request(label, refusal: plan.refusal, in: scope)
        let returnsClient = plan.returnsClient && style.shape != .subclass
        let head = opening.lines(
            prefix: returnsClient ? "let handle = \(effort)" : effort,
            suffix: "",
            width: inner - callName.count - 7
        )
        let statement = call.lines(prefix: effort, width: inner - 4)
        var lines = head.dropLast() + ["\(head.last ?? "") { \(callName) in"]
        lines += statement.indented + ["}"]
        return returnsClient ? lines + wrapping("handle").returned : Array(lines)
    }

    private func body(_ refusal: Plan.AsynchronousRefusal) -> [String] {
        let statement = call().lines(prefix: effort.isEmpty ? "await " : effort, width: inner - 4)
        let opening = "\(scope)intercept(\(label))"
        let signature =
            types.leavesActor(declaration, of: member) ? Forms.leavingActor : nil
        switch refusal {
        case .throws:
            return statement.inBraces(after: ["try await \(opening)"], signature, width: inner)
        case .returns:
            return statement.inBraces(after: ["try? await \(opening)"], signature, width: inner)
        case .value(let value):
            let request = statement.inBraces(
                after: ["return try await \(opening)"],
                signature,
                width: inner - 4
            )
            return ["do {"] + request.indented + ["} catch {", "    return \(value)", "}"]
        case .startsAllTheSame:
            let request = statement.inBraces(
                after: ["return try await \(opening)"],
                signature,
                width: inner - 4
            )
            return ["do {"] + request.indented + ["} catch {"]
                + ["    // Refused, and there is nothing else to return."]
                + call().lines(prefix: "return \(effort)", width: inner - 4).indented + ["}"]
        }
    }

    private func futureBody(_ value: TypeSyntax) -> [String] {
        let effort = declaration.isThrowing ? "try " : ""
        let opening = Forms.immediateRequest(
            label,
            cancel: Forms.cancelsNothing,
            holdsHandle: false,
            in: scope
        )
        let head = opening.lines(prefix: effort, suffix: " { \(callName) in", width: inner)
        let statements =
            call().lines(prefix: "let future = \(effort)", width: inner - 4)
            + Forms.future(of: value, callName)
        return head + statements.indented + ["}"]
    }
}

extension Call {
    var line: String { lines(width: .max)[0] }
}

extension Plan {
    var wraps: Bool {
        if case .wrapped = form { true } else { false }
    }
}

extension [String] {
    fileprivate var returned: [String] { ["return \(self[0])"] + dropFirst() }
}

extension String {
    /// The name behind a dot, where most words may stand.
    var escapedAfterDot: String {
        ["init", "self", "Type", "Protocol"].contains(self) ? "`\(self)`" : self
    }
}

extension Client {
    /// What a class of the wrapper's own is called.
    var wrapperName: String { "Intercepting\(title)" }
}
