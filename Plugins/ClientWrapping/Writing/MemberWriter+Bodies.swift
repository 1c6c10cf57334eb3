// Writes the bodies of methods with callbacks, and the call of the client.
extension MemberWriter {
    var body: [String] {
        switch plan.form {
        case .passedOn: (effort + call()).lines(width: inner)
        case .wrapped: [wrapping("\(effort)\(call().line)")]
        case .callbacks: callbackBody
        case .asynchronous: asynchronousBody
        case .future(let value): futureBody(value)
        }
    }

    /// The line width inside the method.
    var inner: Int { width - 4 }

    /// The `try` and `await` in front of the call.
    var effort: String {
        (declaration.isThrowing ? "try " : "")
            + (declaration.isAsync || crossesActor ? "await " : "")
    }

    var label: String { "\"\(plan.label)\"" }

    /// The name of the parameter in the closure that receives the `InterceptedCall`.
    var callName: String { declaration.free("call", "request", "interceptedCall") }

    private var handleName: String { declaration.free("handle", "returned") }

    private func isTaken(_ name: String) -> Bool {
        declaration.parameters.map(\.name).contains(name)
    }

    var scope: String { isTaken("intercept") ? "self." : "" }

    var receiver: String {
        // In a class, an escaping closure has to access a property with `self.`.
        types.shape == .conformance || types.shape == .extension && isTaken(types.receiver)
            ? "self.\(types.receiver)" : types.receiver
    }

    /// The client in an escaping closure; a subclass uses `self`, because the closure cannot use `super`.
    private var owner: String { types.shape == .subclass ? "self" : receiver }

    /// Returns the property of the client, or the call with some arguments replaced, such as the callbacks.
    func call(_ replaced: [String: Code] = [:]) -> Code {
        guard declaration.kind == .method else { return Code(access) }
        let arguments = declaration.parameters.map { parameter in
            (parameter.label.map { "\($0.escapedLabel): " } ?? "")
                + (replaced[parameter.name].map { $0 + coercion(of: parameter) }
                    ?? Code(value(of: parameter)))
        }
        return .call(access, arguments)
    }

    /// ` as (Page<T>) -> Void` for a callback whose `T` has a superclass, which the compiler would infer for `T`.
    private func coercion(of parameter: Parameter) -> String {
        let classes = member.symbol.constraints.filter { $0.kind == "superclass" }
        let type = parameter.type.unprefixed.type
        let isInferred = type.names.contains { name in classes.contains { $0.lhs == name.name } }
        return isInferred && types.callback(parameter) != nil ? " as \(outside(type))" : ""
    }

    private func value(of parameter: Parameter) -> String {
        let prefixes = parameter.type.unprefixed.prefixes
        let name = parameter.name.escaped
        if prefixes.contains("inout") { return "&\(name)" }
        if prefixes.contains("@autoclosure") { return "\(name)()" }
        if case .prefixed("repeat", _) = parameter.type { return "repeat each \(name)" }
        return name
    }

    /// Returns the expression that wraps a client with the settings of this wrapper; the type needs its generic
    /// arguments, because in an extension the name alone means the extended type.
    func wrapping(_ value: String) -> String {
        let type = declaration.result
        let existential = types.wrapperName(ofProtocol: type.element)
        let isGeneric = types.needsGenericWrapper(type.element)
        let other = types.shape == .conformance ? types.client.wrapperName : "\(result.element)"
        let wrapper = existential ?? other
        let value = type == type.element || effort.isEmpty ? value : "(\(value))"
        // Without the type, the compiler crashes in the closure if the wrapper does not conform to the protocol yet.
        let isOther = existential != nil && type != type.element
        let end = isOther && "\(result.element)".hasPrefix("any ") ? " as \(result.element)" : ""
        return convert(value, type) { value in
            isGeneric
                ? "\(value).intercepted(settings: \(Forms.settings))"
                : "\(wrapper)(\(value), settings: \(Forms.settings))\(end)"
        }
    }

    /// Returns the expression for the client of a new value, which may be a wrapper.
    func unwrapping(_ value: String) -> String {
        let wrapper = types.wrapperName(ofProtocol: declaration.result.element)
        return convert(value, declaration.result) { value in
            wrapper.map { "(\(value) as? \($0))?.base ?? \(value)" } ?? "\(value).base"
        }
    }

    /// Returns the expression that converts each element of a value, inside optionals and arrays.
    private func convert(_ value: String, _ type: TypeSyntax, _ map: (String) -> String) -> String {
        guard let inner = type.inner else { return map(value) }
        return "\(value).map { \(convert("$0", inner, map)) }"
    }

    /// Returns whether the method returns the client itself, so that the wrapper has to return itself.
    var wrapsResult: Bool { plan.returnsClient && types.shape != .subclass }

    // MARK: - Requests

    private static let calledAnywhere =
        "// A hint has it called from wherever the group is cancelled."

    private var callbackBody: [String] {
        var prelude = passedOn
        if plan.cancel?.contains(Forms.unchecked) == true {
            prelude.append(Self.calledAnywhere)
            prelude.append("nonisolated(unsafe) let \(Forms.unchecked) = \(owner)")
        }
        prelude += sent + capturing
        if wrapsResult {
            return prelude + request("let \(handleName) = \(effort)")
                + ["return \(wrapping(handleName))"]
        }
        let returns = !declaration.result.isVoid && plan.keptCancel == nil && !prelude.isEmpty
        return prelude + request((returns ? "return " : "") + effort)
    }

    /// The constants for parameters that are sent to another actor; `nonisolated(unsafe)` is safe here, because
    /// the closure runs only once and then sends the value.
    var sent: [String] {
        declaration.parameters.filter { parameter in
            parameter.type.unprefixed.prefixes.contains("sending")
                && types.isSurelyNotSendable(parameter.type, member)
        }
        .map { "nonisolated(unsafe) let \($0.name.escaped) = \($0.name.escaped)" }
    }

    /// Returns the statement that only calls the client, under the condition that a hint contains.
    private var passedOn: [String] {
        guard let condition = plan.forwardIf else { return [] }
        let result = effort + call()
        let passed = wrapsResult ? Code(wrapping(result.line)) : result
        let lines = ("return " + passed).lines(width: inner - 4)
        return lines.inBraces(after: ["if \(condition)"], width: inner)
    }

    /// Returns the call of `intercept`.
    ///
    /// The closure uses `$0`, a name for each callback, or a name for the `InterceptedCall`.
    private func request(_ prefix: String) -> [String] {
        let roles = plan.isRaw ? [] : plan.roles.filter(\.role.isOfLibrary)
        var arguments = [Code(label)] + roles.map { role($0, $1) }
        if let cancel = plan.cancel {
            arguments.append(Code("cancel: \(cancel)"))
            if plan.holdsHandle { arguments.append(Code("holdsHandle: true")) }
        } else if plan.isRaw {
            arguments.append(Code("onRejection: \(plan.rejection)"))
        }
        let opening = prefix + Code.call("\(scope)intercept", arguments)
        let hasCarrier = plan.roles.contains { $0.callback.carrier != nil }
        let taken = hasCarrier ? declaration.parameters.map(\.name) : []
        let names = roles.map(\.callback.ownName).distinct(besides: taken).map(\.escaped)
        let signature = plan.isRaw ? callName : names.list()
        let head = (opening + " { \(signature) in").lines(width: inner)
        if !plan.isRaw, !hasCarrier, capturing.isEmpty {
            let statement = effort + call(values(roles.indices.map { "$\($0)" })).line
            let short = [statement].inBraces(after: [opening.line], width: inner)
            let isShorter = head.count > 1 && short.allSatisfy { $0.count <= inner }
            if short.count == 1 || isShorter { return short }
        }
        return head + statements(values(names)).indented + ["}"]
    }

    /// Returns the arguments that replace the callbacks; the key is the name of the parameter.
    private func values(_ names: [String]) -> [String: Code] {
        var names = names[...]
        var values: [String: Code] = [:]
        for (callback, role) in plan.roles {
            let name = plan.isRaw || !role.isOfLibrary ? nil : names.popFirst()
            values[callback.parameter.name] = name.map { Code($0) } ?? wrapped(callback, role)
        }
        return values
    }

    private func statements(_ values: [String: Code]) -> [String] {
        var lines = plan.copied.map { "var \($0.escaped) = \($0.escaped)" }
        for (callback, _) in plan.roles where callback.carrier != nil {
            let value = values[callback.parameter.name] ?? Code("")
            lines += ("\(callback.expression) = " + value).lines(width: inner)
        }
        lines += onCancel
        guard let cancel = plan.keptCancel else {
            let start = lines.isEmpty || plan.cancel == nil ? "" : "return "
            return lines + (start + effort + call(values)).lines(width: inner - 4)
        }
        let isHeld = plan.holdsHandle && cancel.contains("$0")
        let isUnsafe = isHeld && types.isSurelyNotSendable(declaration.result, member)
        if isUnsafe { lines.append(Self.calledAnywhere) }
        let prefix = "\(isUnsafe ? "nonisolated(unsafe) " : "")let \(handleName) = "
        lines += (prefix + call(values)).lines(width: inner - 4)
        let held = "\(callName).onCancel \(cancel.replacing("$0", with: handleName))"
        return lines + [isHeld ? held : "\(callName).onCancel(\(handleName)) \(cancel)"]
    }

    /// Returns the statement that registers a cancel handler for the expression of a hint.
    private var onCancel: [String] {
        guard let (expression, (isOnMain, ignoring)) = plan.onCancel else { return [] }
        let objects = declaration.parameters.map(\.name).filter { !plan.copied.contains($0) }
        let named = objects.map { ($0, $0) } + [("base", owner), ("self", owner)]
        guard let (name, object) = named.first(where: { expression.hasPrefix("\($0.0).") }) else {
            return ["\(callName).onCancel { \(ignoring)\(expression) }"]
        }
        let action = expression.dropFirst(name.count)
        let call = "\(callName).onCancel(\(object))"
        return isOnMain
            ? ["\(call) { \(handleName) in Task { @MainActor in \(handleName)\(action) } }"]
            : ["\(call) { \(ignoring)$0\(action) }"]
    }

    private func futureBody(_ value: TypeSyntax) -> [String] {
        let future = declaration.free("future", "answer")
        let promise = declaration.free("promise", "result")
        let arguments = [Code(label), Code("cancel: \(Forms.cancelsNothing)")]
        let opening = Code.call("\(scope)intercept", arguments)
        let statements =
            ("let \(future) = \(effort)" + call()).lines(width: inner - 4) + [
                "let \(promise) = \(future).eventLoop.makePromise(of: \(value).self)",
                "\(future).whenComplete(\(callName).wrap(.completion(\(promise).completeWith)))",
                "return \(promise).futureResult",
            ]
        return (effort + opening + " { \(callName) in").lines(width: inner)
            + statements.indented + ["}"]
    }

    // MARK: - Asynchronous methods and getters

    /// Returns the body of a method or a getter whose request ends when the client's method returns.
    var asynchronousBody: [String] {
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
