// Writes the roles of callbacks.
extension MemberWriter {
    /// Returns the role as an argument of `intercept`, or of `wrap` if the closure wraps the callbacks itself.
    func role(_ callback: Callback, _ role: Role) -> Code {
        let value = (callback.isOnMain ? "onMain: " : "") + callback.expression
        guard let error = role.finding else { return ".\(role)(\(value))" }
        let closure = closure(error, of: callback)
        guard let rejection = error.rejection else { return ".callback(\(value)) " + closure }
        return .call(".callback", ["\(value)", "error: " + closure, "rejection: \(rejection)"])
    }

    /// Returns the closure that returns the error in the values.
    ///
    /// In `value.isDone ? nil : error`, the compiler does not infer a value that is an object, so the type is written.
    func closure(_ finding: Finding, of callback: Callback? = nil) -> Code {
        var names = finding.names.list()
        if let callback, finding.expression.contains(" ? "),
            callback.values.contains(where: { KnownTypes.isClass($0.type.precise ?? "") })
        {
            let types = callback.function.parameters.map { ": \(outside($0.type))" }
            names = "(\(zip(finding.names, types).map { $0 + $1 }.list()))"
        }
        return .block("{ \(names) in", ["\(finding.expression)"])
    }

    /// Returns the argument for a callback that `intercept` does not replace.
    func wrapped(_ callback: Callback, _ role: Role) -> Code {
        switch role {
        case .untouched: return "\(callback.expression)"
        case .captured: return captured(callback)
        case .callback(let error) where role.needsClosure(for: callback):
            // The expression may contain parameters of the method, so the closure's own parameters need other names.
            let taken = declaration.parameters.map(\.name) + error.names
            let free = callback.valueNames.distinct(besides: taken)
            let values = zip(error.names, free).map { $0 == "_" ? $1 : $0 }.map(\.escaped)
            let found = error.isStatement ? "{ \(error.expression) }()" : error.expression
            let arguments = "\(callback.call)(\(values.list()))"
            let answer: Code = "\(callName).answer(\(found)) { \(callback.expression)\(arguments) }"
            let head = values.isEmpty ? "{" : "{ \(values.list()) in"
            guard let condition = error.progressIf else { return .block(head, [answer]) }
            let isProgress = declaration.free("isProgress", "isFirst", besides: values)
            let progress = self.role(callback, .progress)
            let wrapped: Code = "\(callName).wrap(\(progress))\(arguments)"
            let choice =
                Code.block("if \(isProgress) {", [wrapped], isOnLines: true)
                + .block(" else {", [answer], isOnLines: true)
            return .block(head, ["let \(isProgress) = \(condition)", choice])
        default: return "\(callName).wrap(" + self.role(callback, role) + ")"
        }
    }

    private var capturedName: String {
        let values = plan.captured.flatMap(\.valueNames)
        return declaration.free("captured", "capturedGroup", besides: values)
    }

    /// The statements that capture the caller's group for these callbacks; calling `run` ends the hold on the
    /// group, so that the group does not wait for the callbacks.
    var capturing: [Code] {
        plan.captured.isEmpty
            ? [] : ["let \(capturedName) = CapturedGroup()", "defer { \(capturedName).run {} }"]
    }

    /// Returns a closure that calls the callback in the captured group.
    func captured(_ callback: Callback) -> Code {
        let name = callback.expression
        let values = callback.valueNames.map(\.escaped).list()
        // Inside another closure, the type checker does not infer `@Sendable`, so write the attribute.
        let isInner = callback.isOptional && callback.actor == nil
        let isSendable = isInner && callback.attributes.contains("@Sendable")
        let attribute = callback.isOnMain ? "@MainActor" : isSendable ? "@Sendable" : ""
        let signature = [attribute, values].filter { !$0.isEmpty }.list(" ")
        let head = signature.isEmpty ? "" : " \(signature) in"
        let effort = callback.function.throwing == .nothing ? "" : "try "
        let closure = "{\(head) \(effort)\(capturedName).run { \(effort)\(name)(\(values)) } }"
        return callback.isOptional ? "\(name).map { \(name) in \(closure) }" : "\(closure)"
    }
}
