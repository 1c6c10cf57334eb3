// Plans how the wrapper reports a rejection through callbacks that have no role for an error.
extension Planner {
    /// Adds code that reports a rejection, for a callback whose role in the library reports no rejection.
    ///
    /// A `callback` role gets a closure that creates the values for the callback. If `isRaw` is true, the
    /// plan gets a closure that calls the callbacks.
    func addRejection(_ plan: inout Plan) {
        let ending = plan.roles.filter(\.role.isEnding)
        let hint = rejection(by: (ending.filter(\.role.reportsFailure) + ending).map(\.callback))
        let reason = declaration.free("error", "reason")
        var calls: [(callback: Callback, values: [String])] = []
        var isReported = false
        for (position, (callback, role)) in plan.roles.enumerated() {
            let hinted = hint.flatMap { callback.arguments(of: $0) }
            let (values, isCertain) = hinted.map { ($0, true) } ?? rejectionValues(callback)
            guard hinted != nil || role.reportsFailure && isCertain && !callback.returnsValue else {
                // A callback without a visible error has the role `completion` only because of a hint. So assume that
                // the callback reports failures.
                isReported = isReported || role == .completion && errors(of: callback).all.isEmpty
                continue
            }
            isReported = true
            calls.append((callback, values))
            let errors = role == .success ? [] : errors(of: callback).all
            // Only a case of the error type, such as `.other(any Error)`, may represent every error.
            let converted = errors.map { callback.values[$0].type }
                .filter { failureExpression(of: types.result(of: $0)?.failure ?? $0) != nil }
            let needsClosure = hinted != nil || !converted.isEmpty
            let made = needsClosure ? self.ending(callback) : nil
            guard callback.hasCallbackRole, var error = role.finding ?? made else {
                plan.isRaw = plan.isRaw || needsClosure
                continue
            }
            let text = values.count == 1 ? values[0] : "(\(values.list()))"
            error.rejection = closure([(text, false)], reason)
            plan.roles[position].role = .callback(error)
        }
        if let hint, calls.isEmpty {
            plan.isRaw = true
            plan.rejection = closure([(hint, false)], reason)
            return
        }
        let last = plan.roles.filter { $0.role == .finally }.map { ($0.callback, [String]()) }
        let reports = (calls.prefix(1) + last)
            .map { ("\($0.expression)\($0.call)(\($1.list()))", $0.isOnMain) }
        if plan.isRaw, !reports.isEmpty { plan.rejection = closure(reports, reason) }
        if !isReported { plan.unreported = unreported(plan.roles) }
    }

    /// Returns the expression of a hint; values in parentheses are for the first callback that takes them.
    func rejection(by callbacks: [Callback]) -> String? {
        guard let text = items.text(.rejection) else { return nil }
        guard let values = text.valuesInParentheses else { return text }
        let taking = callbacks.first { callback in
            callback.arity == values.count
                && zip(values, callback.values).allSatisfy { $0 != "nil" || $1.isOptional }
        }
        return taking.map { $0.expression + text }
    }

    /// Returns a closure with these statements, in which `$0` becomes the name of the error.
    private func closure(_ calls: [(text: String, isOnMain: Bool)], _ reason: String) -> String {
        let texts = calls.map(\.text)
        if texts.count == 1, texts[0].contains(#/^[\w\s,:()]+\bin\b/#) { return "{ \(texts[0]) }" }
        let named = texts.map { $0.replacingArgument(with: reason) }
        let lines = zip(named, calls).map { $1.isOnMain ? "Task { @MainActor in \($0) }" : $0 }
        return "{ \(named == texts ? "_" : reason) in \(lines.list("; ")) }"
    }

    /// Returns the remark with a hint that makes a callback report the rejection; a callback for failures is preferred.
    private func unreported(_ roles: [(callback: Callback, role: Role)]) -> Remark? {
        let reporting = roles.filter(\.role.reportsFailure)
        let last = roles.filter { $0.role == .finally }
        if reporting.isEmpty, !last.isEmpty { return nil }
        let failing = reporting.filter { !$0.callback.soundsLikeSuccess }
        let candidates = failing + reporting + last + roles.filter(\.role.isEnding)
        guard let callback = candidates.first?.callback else { return nil }
        let values = rejectionValues(callback).values
        let shape = zip(callback.function.parameters, values)
            .map { $1 == "nil" ? "_" : $0.type.pattern }
        let start = callback.returnsValue ? "_ = " : ""
        let sentence = "does not report a rejection"
        var remark = Remark(members: [member], sentence: sentence, count: .unreported)
        remark.hints = ["rejection: \(start)\(callback.expression)(\(values.list()))"]
        if callback.returnsValue { return remark }
        remark.general = "(\(shape.list())) = rejection: (\(values.list()))"
        return remark
    }

    /// Returns the values with which a rejection calls the callback; certain if each value is the error or `nil`.
    ///
    /// Any other value is empty, zero, or a placeholder in angle brackets that the user replaces.
    func rejectionValues(_ callback: Callback) -> (values: [String], isCertain: Bool) {
        let all = callback.values
        let hasFlag = all.contains { $0.type.isBool }
        let likely = likelyError(callback)
        let missing = likely.flatMap { $0.isMissable ? $0.position : nil }
        let carried = likely.flatMap { $0.isCertain || !hasFlag ? $0.position : nil }
        let error = errors(of: callback).all.first ?? carried
        let position = error ?? all.firstIndex { reason(as: $0.type) != nil }
        var isCertain = position != nil || callback.arity == 0
        // If only a Boolean value reports the failure, a text is probably its reason.
        let isFlagged = position == nil && hasFlag
        func unknown(_ type: TypeSyntax) -> String { "<the \(outside(type))>" }
        let values = all.enumerated().map { index, value in
            let isReason = (isFlagged || index == position) && value.type.precise == KnownTypes.text
            let isResult = types.result(of: value.type) != nil && !value.isOptional
            let isError = index == position || isResult
            if isError, let reason = reason(as: value.type) { return reason }
            if !isError || index == missing, value.isOptional, !isReason { return "nil" }
            isCertain = false
            if isReason { return #""\($0)""# }
            if isError {
                return types.result(of: value.type).map { ".failure(\(unknown($0.failure)))" }
                    ?? unknown(value.type)
            }
            if value.type.isBool { return "\(failedFlags(callback).contains(index))" }
            // Any other value is empty or zero, if the command knows such a value.
            if let (_, path) = value.type.elements { return path == "first" ? "[]" : "[:]" }
            let isCode = callback.valueNames[index].soundsLikeCode
            return (isCode ? nil : KnownTypes.plainValues[value.type.precise ?? ""])
                ?? failureExpression(of: value.type, isOpen: true) ?? unknown(value.type)
        }
        return (values, isCertain)
    }

    /// Returns an expression for the rejection's error as this type; `nil` if the type cannot represent every error.
    private func reason(as type: TypeSyntax) -> String? {
        let type = types.meaning(of: type)
        if let result = types.result(of: type) {
            return reason(as: result.failure).map { ".failure(\($0))" }
        }
        if case .function(let closure) = type, closure.throwing == .anything {
            return "Result<\(outside(closure.result)), any Error>.failure($0).get"
        }
        if type.precise == KnownTypes.anyError { return "$0" }
        if KnownTypes.nsErrors.contains(type.precise ?? "") { return "$0 as NSError" }
        return failureExpression(of: type)
    }
}
