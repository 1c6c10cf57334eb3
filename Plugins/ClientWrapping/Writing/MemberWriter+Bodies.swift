extension MemberWriter {
    /// What a method does: one statement, as a rule.
    var body: [String] {
        switch plan.form {
        case .passedOn: call().lines(prefix: effort, width: inner)
        case .wrapped: wrapping("\(effort)\(call().line)")
        case .callbacks(let callbacks): body(callbacks)
        case .asynchronous(let request): body(request)
        case .future(let value): futureBody(value)
        }
    }

    /// The room inside the method.
    var inner: Int { width - 4 }

    /// What has to stand before the call.
    var effort: String {
        (declaration.isThrowing ? "try " : "")
            + (declaration.isAsync || crossesActor ? "await " : "")
    }

    var label: String { "\"\(plan.label)\"" }

    // MARK: - Names

    var names: LocalNames { LocalNames(declaration) }

    /// What the wrapper calls the call.
    var callName: String { names.free("call", "request", "interceptedCall") }

    private var handleName: String { names.free("handle", "returned") }

    var scope: String { names.isTaken("intercept") ? "self." : "" }

    var receiver: String {
        // In a class, a closure that is kept has to name what it keeps.
        style.shape == .conformance || names.isTaken(style.receiver) && style.receiver != "super"
            ? "self.\(style.receiver)" : style.receiver
    }

    /// The client, where a closure keeps it.
    private var owner: String { style.shape == .subclass ? "self" : receiver }

    // MARK: - The call of the client

    /// The call, with other values in the place of some parameters.
    func call(_ replaced: [String: Argument.Value] = [:]) -> Call {
        let arguments = declaration.parameters.map { parameter in
            if case .asynchronous(let request) = plan.form,
                let callback = request.progress.first(where: { $0.parameter == parameter })
            {
                return Argument(parameter.label, captured(callback))
            }
            return Argument(
                parameter.label,
                replaced[parameter.name] ?? .text(value(of: parameter))
            )
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

    /// Wraps the client that the value is, with the same settings.
    ///
    /// The type is spelled out: in an extension the bare name is that of the extended type.
    func wrapping(_ value: String) -> [String] {
        let wrapper =
            style.shape == .conformance
            ? types.client.wrapperName : "\(result.unwrappingOptional.type.elementOfArray)"
        let type = declaration.result
        guard type.unwrappingOptional.isOptional || type.elementOfArray != type else {
            return ["\(wrapper)(\(value), settings: \(Forms.settings))"]
        }
        let call = effort.isEmpty ? value : "(\(value))"
        return ["\(call).map { \(wrapper)($0, settings: \(Forms.settings)) }"]
    }

    // MARK: - Requests

    private func body(_ plan: Plan.CallbackPlan) -> [String] {
        let unchecked =
            plan.cancel?.contains(Forms.unchecked) == true
            ? [
                "// A hint has it called from wherever the group is cancelled.",
                "nonisolated(unsafe) let \(Forms.unchecked) = \(owner)",
            ] : []
        let prelude = passedOn(plan) + unchecked + capturing
        let returnsClient = plan.returnsClient && style.shape != .subclass
        let effort = declaration.isThrowing ? "try " : ""
        var prefix = effort
        if returnsClient {
            prefix = "let \(handleName) = \(effort)"
        } else if !declaration.result.isVoid, plan.keptCancel == nil, !prelude.isEmpty {
            prefix = "return \(effort)"
        }
        let end = returnsClient ? ["return \(wrapping(handleName)[0])"] : []
        return prelude + request(plan, prefix, effort) + end
    }

    /// Passes on the calls that are no requests, as a hint says.
    private func passedOn(_ plan: Plan.CallbackPlan) -> [String] {
        guard let condition = plan.forwardIf else { return [] }
        let isWrapped = plan.returnsClient && style.shape != .subclass
        let passed =
            isWrapped
            ? ["return \(wrapping("\(effort)\(call().line)")[0])"]
            : call().lines(prefix: "return \(effort)", width: inner - 4)
        return passed.inBraces(after: ["if \(condition)"], width: inner)
    }

    /// The call of `intercept`: in one line with `$0`, or with names for the callbacks, or for the call.
    private func request(
        _ plan: Plan.CallbackPlan,
        _ prefix: String,
        _ effort: String
    ) -> [String] {
        let roles = plan.isRaw ? [] : plan.roles.filter(\.role.isOfLibrary)
        var arguments = [Argument(label)] + roles.map { Argument(nil, role($0, $1)) }
        if let cancel = plan.cancel {
            arguments.append(Argument("cancel", cancel))
            if plan.holdsHandle { arguments.append(Argument("holdsHandle", "true")) }
        } else if plan.isRaw {
            arguments.append(Argument("onRejection", plan.rejection))
        }
        let opening = Call("\(scope)intercept", arguments)
        let hasCarrier = plan.roles.contains { $0.callback.carrier != nil }
        let names = LocalNames.distinct(
            roles.map(\.callback.ownName),
            besides: hasCarrier ? Set(declaration.parameters.map(\.name)) : []
        )
        .map(\.escaped)
        let signature = plan.isRaw ? callName : names.list()
        let head = opening.lines(prefix: prefix, suffix: " { \(signature) in", width: inner)
        if !plan.isRaw, !hasCarrier, capturing.isEmpty {
            let statement = effort + call(values(plan, roles.indices.map { "$\($0)" })).line
            let short = [statement].inBraces(after: ["\(prefix)\(opening.line)"], width: inner)
            let isShorter = head.count > 1 && short.allSatisfy { $0.count <= inner }
            if short.count == 1 || isShorter { return short }
        }
        return head + statements(plan, values(plan, names), effort).indented + ["}"]
    }

    /// What the client gets in place of each callback, by the name of its parameter.
    private func values(_ plan: Plan.CallbackPlan, _ names: [String]) -> [String: Argument.Value] {
        var names = names[...]
        var values: [String: Argument.Value] = [:]
        for (callback, role) in plan.roles {
            let name = plan.isRaw || !role.isOfLibrary ? nil : names.popFirst()
            values[callback.parameter.name] = name.map { .text($0) } ?? wrapped(callback, role)
        }
        return values
    }

    private func statements(
        _ plan: Plan.CallbackPlan,
        _ values: [String: Argument.Value],
        _ effort: String
    ) -> [String] {
        var lines = plan.copied.map { "var \($0.escaped) = \($0.escaped)" }
        for (callback, _) in plan.roles where callback.carrier != nil {
            let value = values[callback.parameter.name].map {
                Argument(nil, $0).lines(width: inner)
            }
            let first = value?.first.map { "\(callback.expression) = \($0)" }
            lines += [first].compactMap(\.self) + (value ?? []).dropFirst()
        }
        if let (expression, isOnMain) = plan.onCancel {
            let objects = declaration.parameters.map(\.name).filter { !plan.copied.contains($0) }
            lines.append(onCancel(expression, isOnMain, objects))
        }
        guard let cancel = plan.keptCancel else {
            return lines + call(values).lines(prefix: effort, width: inner - 4)
        }
        lines += call(values).lines(prefix: "let \(handleName) = ", width: inner - 4)
        return lines + [
            plan.holdsHandle && cancel.contains("$0")
                ? "\(callName).onCancel \(cancel.replacing("$0", with: handleName))"
                : "\(callName).onCancel(\(handleName)) \(cancel)"
        ]
    }

    /// Has the group cancel an object by one of its methods, or run anything.
    private func onCancel(_ expression: String, _ isOnMain: Bool, _ objects: [String]) -> String {
        let named = objects.map { ($0, $0) } + [("base", owner), ("self", owner)]
        guard let object = named.first(where: { expression.hasPrefix("\($0.0).") }) else {
            return "\(callName).onCancel { \(expression) }"
        }
        let action = expression.dropFirst(object.0.count)
        let closure =
            isOnMain
            ? "{ \(handleName) in Task { @MainActor in \(handleName)\(action) } }"
            : "{ $0\(action) }"
        return "\(callName).onCancel(\(object.1)) \(closure)"
    }

    private func futureBody(_ value: TypeSyntax) -> [String] {
        let future = names.free("future", "answer")
        let promise = names.free("promise", "result")
        let opening = Call(
            "\(scope)intercept",
            [Argument(label), Argument("cancel", Forms.cancelsNothing)]
        )
        let statements =
            call().lines(prefix: "let \(future) = \(effort)", width: inner - 4) + [
                "let \(promise) = \(future).eventLoop.makePromise(of: \(value).self)",
                "\(future).whenComplete(\(callName).wrap(.completion(\(promise).completeWith)))",
                "return \(promise).futureResult",
            ]
        return opening.lines(prefix: effort, suffix: " { \(callName) in", width: inner)
            + statements.indented + ["}"]
    }
}

extension Plan {
    var wraps: Bool {
        if case .wrapped = form { true } else { false }
    }

    /// Whether it returns the client, as a rule itself.
    var returnsClientItself: Bool { wraps && isOfClient }
}

extension String {
    /// The name behind a dot, where most words may stand.
    var escapedAfterDot: String {
        ["init", "self", "Type", "Protocol"].contains(self) ? "`\(self)`" : escapedLabel
    }
}

extension Client {
    /// What a class of the wrapper's own is called.
    var wrapperName: String { "Intercepting\(title)" }
}
