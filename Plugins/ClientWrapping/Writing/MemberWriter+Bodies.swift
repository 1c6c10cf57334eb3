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
    private var callName: String { names.free("call", "request", "interceptedCall") }

    var scope: String { names.isTaken("intercept") ? "self." : "" }

    var receiver: String {
        // In a class, a closure that is kept has to name what it keeps.
        style.shape == .conformance || names.isTaken(style.receiver) && style.receiver != "super"
            ? "self.\(style.receiver)" : style.receiver
    }

    // MARK: - The call of the client

    func call(
        _ callbacks: [(callback: Callback, role: Role)] = [],
        isShort: Bool = false,
        awaited: [Callback] = []
    ) -> Call {
        let arguments = declaration.parameters.map { parameter in
            let wrapped = callbacks.first { $0.callback.parameter.name == parameter.name }
            if let callback = awaited.first(where: { $0.parameter.name == parameter.name }) {
                return Argument(parameter.label, Forms.captured(callback, by: capturedName))
            }
            guard let wrapped, !isShort else {
                return Argument(parameter.label, value(of: parameter))
            }
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
        if plan.isShort { return shortBody(plan) }
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
        let unchecked =
            plan.cancel?.contains(Forms.unchecked) == true
            ? Forms.uncheckedClient(style.shape == .subclass ? "self" : receiver) : []
        let hasResult = !declaration.result.isVoid && !unchecked.isEmpty
        let handle = names.free("handle", "returned")
        let head = opening.lines(
            prefix: returnsClient
                ? "let \(handle) = \(effort)" : (hasResult ? "return " : "") + effort,
            suffix: "",
            width: inner - callName.count - 7
        )
        let binding = plan.keptCancel == nil ? effort : "let \(handle) = "
        var statement = call.lines(prefix: binding, width: inner - 4)
        if let cancel = plan.keptCancel {
            statement.append(Forms.onCancel(handle, cancel, of: callName, isHeld: plan.holdsHandle))
        }
        statement = carried(plan) + statement
        var lines = unchecked + head.dropLast() + ["\(head.last ?? "") { \(callName) in"]
        lines += statement.indented + ["}"]
        return returnsClient ? lines + wrapping(handle).returned : Array(lines)
    }

    /// What comes before the call: callbacks in the place of those that a parameter carries, and cancelling.
    private func carried(_ plan: Plan.CallbackPlan) -> [String] {
        var lines = plan.copied.map { "var \($0.escaped) = \($0.escaped)" }
        for (callback, role) in plan.roles where callback.carrier != nil {
            let value = Forms.argument(callback, as: role, of: callName)
            lines += Argument(nil, value).lines(width: inner).prefixed("\(callback.expression) = ")
        }
        if let onCancel = plan.onCancel {
            let objects = declaration.parameters.map(\.name)
                .filter { name in !plan.copied.contains(name) }
            let owner = style.shape == .subclass ? "self" : receiver
            lines.append(
                Forms.onCancel(
                    onCancel,
                    of: callName,
                    objects: objects.map { ($0, $0) } + [("base", owner), ("self", owner)],
                    onMain: plan.cancelsOnMain ? names.free("handle", "returned") : nil
                )
            )
        }
        return lines
    }

    private func shortBody(_ plan: Plan.CallbackPlan) -> [String] {
        // The library wants success before failure.
        let roles = plan.roles.first?.role == .failure ? plan.roles.reversed() : plan.roles
        let names = roles.map(\.callback.expression).list()
        let head = Forms.shortRequest(label, roles, in: scope)
            .lines(suffix: " { \(names) in", width: inner)
        return head + call(plan.roles, isShort: true).lines(width: inner - 4).indented + ["}"]
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
        let future = names.free("future", "answer")
        let statements =
            call().lines(prefix: "let \(future) = \(effort)", width: inner - 4)
            + Forms.future(future, of: value, as: names.free("promise", "result"), callName)
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

    /// Whether it returns the client, as a rule itself.
    var returnsClientItself: Bool { wraps && isOfClient }
}

extension [String] {
    /// The lines with something before the first.
    fileprivate func prefixed(_ text: String) -> [String] {
        first.map { [text + $0] + dropFirst() } ?? []
    }

    fileprivate var returned: [String] { ["return \(self[0])"] + dropFirst() }
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
