// Writes the bodies of methods with callbacks, and the call of the client.
extension MemberWriter {
    var body: [Code] {
        switch plan.form {
        case .passedOn, .wrapped: [direct]
        case .callbacks: callbackBody
        case .asynchronous: asynchronousBody
        case .future(let value): [futureBody(value)]
        }
    }

    /// The `try` and `await` in front of the call.
    var effort: Code {
        let waits = declaration.isAsync || crossesActor
        return "\(declaration.isThrowing ? "try " : "")\(waits ? "await " : "")"
    }

    /// The call of the client, whose result is wrapped if it is a client.
    var direct: Code {
        let result = effort + call()
        return plan.wraps || wrapsResult ? "\(wrapping("\(result)"))" : result
    }

    private var label: Code { "\"\(plan.label)\"" }

    /// The name of the parameter in the closure that receives the `InterceptedCall`.
    var callName: String { declaration.free("call", "request", "interceptedCall") }

    private var handleName: String { declaration.free("handle", "returned") }

    private var names: [String] { declaration.parameters.map(\.name) }

    private var scope: String { names.contains("intercept") ? "self." : "" }

    var receiver: String {
        // In a class, an escaping closure has to access a property with `self.`.
        types.shape == .conformance || types.shape == .extension && names.contains(types.receiver)
            ? "self.\(types.receiver)" : types.receiver
    }

    /// The client in an escaping closure; a subclass uses `self`, because the closure cannot use `super`.
    private var owner: String { types.shape == .subclass ? "self" : receiver }

    /// Returns the property of the client, or the call with some arguments replaced, such as the callbacks.
    func call(_ replaced: [String: Code] = [:]) -> Code {
        guard declaration.kind == .method else { return "\(access)" }
        let arguments = declaration.parameters.map { parameter -> Code in
            let label = parameter.label.map { "\($0.escapedLabel): " } ?? ""
            let code = replaced[parameter.name].map { $0 + coercion(of: parameter) }
            return "\(label)" + (code ?? value(of: parameter))
        }
        return .call(access, arguments)
    }

    /// ` as (Page<T>) -> Void` for a callback whose `T` has a superclass, which the compiler would infer for `T`, or for a
    /// closure of several statements, from which the compiler infers no `T`.
    private func coercion(of parameter: Parameter) -> Code {
        let classes = member.symbol.constraints.filter { $0.kind == "superclass" }.map(\.lhs)
        let role = plan.roles.first { $0.callback.parameter == parameter }?.role
        let isLong = role?.finding?.progressIf != nil
        let inferred = isLong ? declaration.generics.map(\.name) : classes
        let (prefixes, type) = parameter.type.unprefixed
        let isInferred = type.names.map(\.name).contains(where: inferred.contains)
        let attribute = isLong && prefixes.contains("@Sendable") ? "@Sendable " : ""
        return isInferred ? " as \(attribute)\(outside(type))" : ""
    }

    private func value(of parameter: Parameter) -> Code {
        let prefixes = parameter.type.unprefixed.prefixes
        let name = parameter.name.escaped
        if prefixes.contains("inout") { return "&\(name)" }
        if prefixes.contains("@autoclosure") { return "\(name)()" }
        if parameter.type.isExpansion { return "repeat each \(name)" }
        return "\(name)"
    }

    /// Returns the expression that wraps a client with the settings of this wrapper; the type needs its generic
    /// arguments, because in an extension the name alone means the extended type.
    func wrapping(_ value: String) -> String {
        let type = declaration.result
        let existential = types.wrapperName(ofProtocol: type.element)
        let isGeneric = types.needsGenericWrapper(type.element)
        let other = types.shape == .conformance ? types.client.wrapperName : "\(result.element)"
        let wrapper = existential ?? other
        let value = type == type.element || "\(effort)".isEmpty ? value : "(\(value))"
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

    private static let anywhere: Code = "// A cancel handler uses this value, on any thread."

    private var callbackBody: [Code] {
        // Under the condition of a hint, the method only calls the client.
        var prelude: [Code] =
            plan.forwardIf.map { [.block("if \($0) {", ["return " + direct])] } ?? []
        if plan.cancel?.contains(Forms.unchecked) == true {
            prelude += [Self.anywhere, "nonisolated(unsafe) let \(Forms.unchecked) = \(owner)"]
        }
        prelude += sent + capturing
        if wrapsResult {
            return prelude
                + [request("let \(handleName) = " + effort), "return \(wrapping(handleName))"]
        }
        let returns = !declaration.result.isVoid && plan.keptCancel == nil && !prelude.isEmpty
        return prelude + [request(returns ? "return " + effort : effort)]
    }

    /// The constants for parameters that are sent to another actor; `nonisolated(unsafe)` is safe here, because
    /// the closure runs only once and then sends the value.
    var sent: [Code] {
        declaration.parameters.filter { $0.type.unprefixed.prefixes.contains("sending") }
            .filter { types.isSurelyNotSendable($0.type, member) }
            .map { "nonisolated(unsafe) let \($0.name.escaped) = \($0.name.escaped)" }
    }

    /// Returns the call of `intercept`.
    ///
    /// The closure uses `$0`, a name for each callback, or a name for the `InterceptedCall`.
    private func request(_ prefix: Code) -> Code {
        let roles = plan.isRaw ? [] : plan.roles.filter(\.role.isOfLibrary)
        var arguments = [label] + roles.map { role($0, $1) }
        if let cancel = plan.cancel {
            arguments.append("cancel: \(cancel)")
            if plan.holdsHandle { arguments.append("holdsHandle: true") }
        } else if plan.isRaw {
            arguments.append("onRejection: \(plan.rejection)")
        }
        let opening = prefix + Code.call("\(scope)intercept", arguments)
        let hasCarrier = plan.roles.contains { $0.callback.carrier != nil }
        let taken = hasCarrier ? self.names : []
        let names = roles.map(\.callback.ownName).distinct(besides: taken).map(\.escaped)
        let signature = plan.isRaw ? callName : names.list()
        let head = " { \(signature) in"
        let named = opening + .block(head, statements(values(names)), isOnLines: true)
        if plan.isRaw || hasCarrier || !capturing.isEmpty { return named }
        let values = values(roles.indices.map { "$\($0)" })
        let short = opening + .block(" {", [effort + call(values)])
        let count = short.lines(width: inner).count
        let isLong = (opening + "\(head)").lines(width: inner).count > 1
        return count == 1 || count == 3 && isLong ? short : named
    }

    /// Returns the arguments that replace the callbacks; the key is the name of the parameter.
    private func values(_ names: [String]) -> [String: Code] {
        var names = names[...]
        var values: [String: Code] = [:]
        for (callback, role) in plan.roles {
            let name = role.isOfLibrary ? names.popFirst() : nil
            values[callback.parameter.name] = name.map { "\($0)" } ?? wrapped(callback, role)
        }
        return values
    }

    private func statements(_ values: [String: Code]) -> [Code] {
        var lines: [Code] = plan.copied.map { "var \($0.escaped) = \($0.escaped)" }
        for (callback, _) in plan.roles where callback.carrier != nil {
            lines.append("\(callback.expression) = " + (values[callback.parameter.name] ?? ""))
        }
        lines += onCancel
        guard let cancel = plan.keptCancel else {
            let start: Code = lines.isEmpty || plan.cancel == nil ? "" : "return "
            return lines + [start + effort + call(values)]
        }
        let isHeld = plan.holdsHandle && cancel.contains("$0")
        let isUnsafe = isHeld && types.isSurelyNotSendable(declaration.result, member)
        if isUnsafe { lines.append(Self.anywhere) }
        lines.append("\(isUnsafe ? "nonisolated(unsafe) " : "")let \(handleName) = " + call(values))
        let held: Code = "\(callName).onCancel \(cancel.replacing("$0", with: handleName))"
        return lines + [isHeld ? held : "\(callName).onCancel(\(handleName)) \(cancel)"]
    }

    /// Returns the statement that registers a cancel handler for the expression of a hint.
    private var onCancel: [Code] {
        guard let (expression, (isOnMain, ignoring)) = plan.onCancel else { return [] }
        let objects = names.filter { !plan.copied.contains($0) }
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

    private func futureBody(_ value: TypeSyntax) -> Code {
        let future = declaration.free("future", "answer")
        let promise = declaration.free("promise", "result")
        let statements: [Code] = [
            "let \(future) = " + effort + call(),
            "let \(promise) = \(future).eventLoop.makePromise(of: \(value).self)",
            "\(future).whenComplete(\(callName).wrap(.completion(\(promise).completeWith)))",
            "return \(promise).futureResult",
        ]
        return effort + .call("\(scope)intercept", [label, "cancel: \(Forms.cancelsNothing)"])
            + .block(" { \(callName) in", statements)
    }

    // MARK: - Asynchronous methods and getters

    /// Returns the body of a method or a getter whose request ends when the client's method returns.
    var asynchronousBody: [Code] {
        if let fallback = plan.fallback { return [attempt(["\(fallback)"])] }
        let known: [Code] =
            plan.errorType.map { ["if let error = error as? \($0) { throw error }"] } ?? []
        if known.isEmpty, declaration.isThrowing || declaration.result.isVoid {
            return [asynchronousRequest(declaration.isThrowing ? "try await " : "try? await ")]
        }
        let comment: Code = "// The request was rejected, but the method has to return a value."
        return [attempt(known + [comment, "return " + effort + call()])]
    }

    private func attempt(_ otherwise: [Code]) -> Code {
        .block("do {", [asynchronousRequest("return try await ")], isOnLines: true)
            + .block(" catch {", otherwise, isOnLines: true)
    }

    private func asynchronousRequest(_ prefix: Code) -> Code {
        let prelude = sent + capturing
        let returns = !prelude.isEmpty && !declaration.result.isVoid
        let replaced = plan.captured.map { ($0.parameter.name, captured($0)) }
        let asked = (returns ? "return " : "") + effort + call(Dictionary(replaced) { $1 })
        let closures = declaration.parameters.filter(types.isBorrowed).map(\.name.escaped)
        let head = closures.isEmpty ? prefix : "try await "
        let errors = plan.roles.compactMap(\.role.finding).map { "error: " + closure($0) }
        // A closure that leaves the actor can send values that are not `Sendable`.
        let brace = types.leavesActor(declaration, of: member) ? " { @concurrent in" : " {"
        let request =
            head + .call("\(scope)intercept", [label] + errors) + .block(brace, prelude + [asked])
        return closures.reversed().enumerated().reduce(request) { request, closure in
            let (position, name) = closure
            return (position == closures.count - 1 ? prefix : head)
                + .block("withoutActuallyEscaping(\(name)) { \(name) in", [request])
        }
    }
}
