extension Planner {
    /// Adds what reports a rejection where the roles do not: the values of `callback` roles, and the closure of
    /// the raw form.
    func addRejection(
        _ hint: String?,
        _ plan: inout Plan.CallbackPlan,
        _ declaration: Declaration
    ) {
        let reason = LocalNames(declaration).free("error", "reason")
        var calls: [(callback: Callback, values: [String])] = []
        var isReported = false
        for position in plan.roles.indices {
            let (callback, role) = plan.roles[position]
            let hinted = hint.flatMap { callback.arguments(of: $0) }
            let (values, isCertain) =
                hinted.map { ($0, true) } ?? rejectionValues(callback)
            guard hinted != nil || role.reportsFailure && isCertain && !callback.returnsValue else {
                // The hint says that the type reports failures; the symbol graphs do not declare it.
                isReported =
                    isReported || role == .completion && finder.errors(of: callback).all.isEmpty
                continue
            }
            isReported = true
            calls.append((callback, values))
            guard callback.hasCallbackRole else { continue }
            var own = role
            if hinted != nil, !role.isCallback {
                own = finder.ending(
                    callback,
                    at: role == .success ? nil : finder.errors(of: callback).all.first
                )
            }
            guard case .callback(let names, let error, _) = own else { continue }
            let text = values.count == 1 ? values[0] : "(\(values.list()))"
            plan.roles[position].role = .callback(
                names: names,
                error: error,
                rejection: closure([(text, false)], reason)
            )
        }
        if let hint, calls.isEmpty {
            (plan.isRaw, plan.rejection) = (true, closure([(hint, false)], reason))
            return
        }
        let last = plan.roles.filter { $0.role == .finally }.map { ($0.callback, [String]()) }
        let reports = Array(calls.prefix(1)) + last
        if plan.isRaw, !reports.isEmpty {
            plan.rejection = closure(
                reports.map { callback, values in
                    let call = "\(callback.expression)\(callback.call)(\(values.list()))"
                    return (call, callback.isolation == .main)
                },
                reason
            )
        }
        if !isReported { plan.missingRejection = proposedRejection(plan.roles) }
    }

    /// A closure of the statements, in which `$0` becomes the name of the error.
    private func closure(_ statements: [(text: String, isOnMain: Bool)], _ reason: String) -> String
    {
        let texts = statements.map(\.text)
        if texts.count == 1, texts[0].contains(#/^[\w\s,:()]+\bin\b/#) { return "{ \(texts[0]) }" }
        let named = texts.map { $0.replacingArgument(with: reason) }
        let lines = zip(named, statements)
            .map { $1.isOnMain ? "Task { @MainActor in \($0) }" : $0 }
        return "{ \(named == texts ? "_" : reason) in \(lines.list("; ")) }"
    }

    /// What a hint may say where no callback can report a rejection: rather with a callback for failures.
    private func proposedRejection(
        _ roles: [(callback: Callback, role: Role)]
    ) -> Plan.RejectionHint? {
        let reporting = roles.filter(\.role.reportsFailure)
        let last = roles.filter { $0.role == .finally }
        if reporting.isEmpty, !last.isEmpty { return nil }
        let candidates =
            reporting.filter { !$0.callback.soundsLikeSuccess } + reporting + last
            + roles.filter { $0.role != .progress && $0.role.isOfLibrary }
        guard let callback = candidates.first?.callback else { return nil }
        let values = rejectionValues(callback).values
        let shape = zip(callback.function.parameters, values)
            .map { $1 == "nil" ? "_" : "\($0.type)" }
        return Plan.RejectionHint(
            own:
                "rejection: \(callback.returnsValue ? "_ = " : "")\(callback.expression)(\(values.list()))",
            general: callback.returnsValue
                ? nil : "(\(shape.list())) = rejection: (\(values.list()))"
        )
    }

    /// What the callback is called with for a rejection: the error and `nil`, which is certain, or what only the
    /// user can confirm, with a placeholder in angle brackets for each unknown value.
    private func rejectionValues(_ callback: Callback) -> (values: [String], isCertain: Bool) {
        let position =
            finder.errors(of: callback).all.first ?? finder.carriedError(callback)?.position
        var isCertain = position != nil || callback.arity == 0
        let all = callback.function.parameters.map { types.value($0) }
        // Beside a flag, a text says why.
        let isFlagged = position == nil && all.contains { $0.type.precise == "s:Sb" }
        func unknown(_ type: TypeSyntax) -> String {
            "<the \(outside(type))>"
        }
        let values = all.enumerated().map { index, value in
            if index == position, let reason = reason(as: value.type) { return reason }
            if index != position, value.isOptional, !(isFlagged && value.type.precise == "s:SS") {
                return "nil"
            }
            isCertain = false
            if index == position, case .named(let name) = value.type, name.arguments.count == 2,
                name.precise == KnownTypes.result
            {
                return ".failure(\(unknown(name.arguments[1])))"
            }
            if index == position { return unknown(value.type) }
            if isFlagged, value.type.precise == "s:SS" { return #""\($0)""# }
            return plainValue(value.type) ?? unknown(value.type)
        }
        return (values, isCertain)
    }

    /// The reason as a value of the type, if every reason can be one.
    private func reason(as type: TypeSyntax) -> String? {
        let type = types.meaning(of: type)
        if case .named(let name) = type, name.precise == KnownTypes.result {
            guard name.arguments.count == 2 else { return nil }
            return reason(as: name.arguments[1]).map { ".failure(\($0))" }
        }
        guard let precise = type.precise else { return nil }
        if precise == KnownTypes.anyError { return "$0" }
        return KnownTypes.nsErrors.contains(precise) ? "$0 as NSError" : nil
    }

    /// The least that a type has.
    private func plainValue(_ type: TypeSyntax) -> String? {
        switch type {
        case .array: "[]"
        case .dictionary: "[:]"
        default:
            ["s:Sb": "false", "s:SS": #""""#, "s:Si": "0", "s:Sd": "0", "s:Sf": "0"][
                type.precise ?? ""
            ]
        }
    }
}

extension Role {
    fileprivate var isCallback: Bool { if case .callback = self { true } else { false } }
}

extension Callback {
    /// The arguments of the expression if it calls the callback with all values; else `nil`.
    fileprivate func arguments(of expression: String) -> [String]? {
        var rest = expression[...]
        guard rest.hasPrefix(self.expression) else { return nil }
        rest.removeFirst(self.expression.count)
        if rest.hasPrefix("?") { rest.removeFirst() }
        guard rest.first == "(", rest.last == ")" else { return nil }
        var depth = 0
        let tokens = TokenList(text: String(rest)).tokens
        for token in tokens.dropLast() {
            depth += token.bracketDepth
            // The brackets of the call end before the expression does.
            if depth == 0 { return nil }
        }
        let arguments = String(rest.dropFirst().dropLast()).splitOutsideBrackets(",").map(\.trimmed)
        return arguments.count == arity ? arguments : nil
    }
}

extension [Hint.Item] {
    /// What a hint says of a rejection.
    var rejection: String? {
        lastValue { if case .rejection(let value) = $0 { value } else { nil } }
    }
}

extension String {
    /// The expression with a name in the place of `$0`, but for that of a closure inside it.
    func replacingArgument(with name: String) -> String {
        var text = ""
        var rest = self[...]
        var depth = 0
        while let first = rest.first {
            if rest.hasPrefix("$0"), depth == 0 {
                text += name
                rest = rest.dropFirst(2)
                continue
            }
            if first == "{" { depth += 1 } else if first == "}" { depth -= 1 }
            text.append(first)
            rest.removeFirst()
        }
        return text
    }
}
