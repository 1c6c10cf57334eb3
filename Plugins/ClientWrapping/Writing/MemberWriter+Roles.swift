// Writes the roles of callbacks.
extension MemberWriter {
    /// Returns the role as an argument of `intercept`, or of `wrap` if the closure wraps the callbacks itself.
    func role(_ callback: Callback, _ role: Role) -> Code {
        let value = (callback.isOnMain ? "onMain: " : "") + callback.expression
        guard let error = role.finding else { return Code(".\(role)(\(value))") }
        let closure = closure(error)
        guard let rejection = error.rejection else { return ".callback(\(value)) " + closure }
        let arguments = [Code(value), "error: " + closure, Code("rejection: \(rejection)")]
        return .call(".callback", arguments)
    }

    /// Returns the closure that returns the error in the values.
    func closure(_ finding: Finding) -> Code {
        .closure("{ \(finding.names.list()) in", [finding.expression])
    }

    /// Returns the argument for a callback that `intercept` does not replace.
    func wrapped(_ callback: Callback, _ role: Role) -> Code {
        switch role {
        case .untouched: return Code(callback.expression)
        case .captured: return Code(captured(callback))
        case .callback(let error) where role.needsClosure(for: callback):
            // The expression may contain parameters of the method, so the closure's own parameters need other names.
            let taken = declaration.parameters.map(\.name) + error.names
            let free = callback.valueNames.distinct(besides: taken)
            let values = zip(error.names, free).map { $0 == "_" ? $1 : $0 }.map(\.escaped)
            let found = error.isStatement ? "{ \(error.expression) }()" : error.expression
            let arguments = "\(callback.call)(\(values.list()))"
            let answer = "\(callName).answer(\(found)) { \(callback.expression)\(arguments) }"
            let head = values.isEmpty ? "{" : "{ \(values.list()) in"
            guard let condition = error.progressIf else { return .closure(head, [answer]) }
            let isProgress = declaration.free("isProgress", "isFirst", besides: values)
            let progress = self.role(callback, .progress).line
            let statements = [
                "let \(isProgress) = \(condition)", "if \(isProgress) {",
                "    \(callName).wrap(\(progress))\(arguments)", "} else {", "    \(answer)", "}",
            ]
            return .closure(head, statements)
        default: return self.role(callback, role).asArgument(of: "\(callName).wrap")
        }
    }

    private var capturedName: String {
        let values = plan.captured.flatMap(\.valueNames)
        return declaration.free("captured", "capturedGroup", besides: values)
    }

    /// The statements that capture the caller's group for these callbacks; calling `run` ends the hold on the
    /// group, so that the group does not wait for the callbacks.
    var capturing: [String] {
        plan.captured.isEmpty
            ? [] : ["let \(capturedName) = CapturedGroup()", "defer { \(capturedName).run {} }"]
    }

    /// Returns a closure that calls the callback in the captured group.
    func captured(_ callback: Callback) -> String {
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
        return callback.isOptional ? "\(name).map { \(name) in \(closure) }" : closure
    }
}
