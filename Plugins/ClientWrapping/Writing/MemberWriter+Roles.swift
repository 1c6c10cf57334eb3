extension MemberWriter {
    /// The role as an argument of `intercept`, or of `wrap` if the closure wraps the callbacks itself.
    func role(_ callback: Callback, _ role: Role) -> Argument.Value {
        let value = (callback.isolation == .main ? "onMain: " : "") + callback.expression
        guard case .callback(let error) = role else { return .text(".\(role)(\(value))") }
        let head = "{ \(error.names.list()) in"
        guard let rejection = error.rejection else {
            return .closure(head: ".callback(\(value)) \(head)", body: [error.expression])
        }
        return .call(
            Call(
                ".callback",
                [
                    Argument(value),
                    Argument("error", .closure(head: head, body: [error.expression])),
                    Argument("rejection", rejection),
                ]
            )
        )
    }

    /// The argument for a callback that `intercept` does not replace.
    func wrapped(_ callback: Callback, _ role: Role) -> Argument.Value {
        switch role {
        case .untouched: return .text(callback.expression)
        case .captured: return .text(captured(callback))
        case .callback(let error) where error.progressIf != nil || !callback.hasCallbackRole:
            // The expression may contain parameters of the method, so the closure's own parameters need other names.
            let taken = Set(declaration.parameters.map(\.name) + error.names)
            let free = LocalNames.distinct(callback.valueNames, besides: taken)
            let values = zip(error.names, free).map { $0 == "_" ? $1 : $0 }.map(\.escaped)
            let found = error.isStatement ? "{ \(error.expression) }()" : error.expression
            let arguments = "\(callback.call)(\(values.list()))"
            let answer = "\(callName).answer(\(found)) { \(callback.expression)\(arguments) }"
            let head = values.isEmpty ? "{" : "{ \(values.list()) in"
            guard let condition = error.progressIf else {
                return .closure(head: head, body: [answer])
            }
            let isProgress = LocalNames(declaration, besides: values).free("isProgress", "isFirst")
            guard case .text(let progress) = self.role(callback, .progress) else { break }
            return .closure(
                head: head,
                body: [
                    "let \(isProgress) = \(condition)", "if \(isProgress) {",
                    "    \(callName).wrap(\(progress))\(arguments)", "} else {", "    \(answer)",
                    "}",
                ]
            )
        default: break
        }
        switch self.role(callback, role) {
        case .text(let text): return .text("\(callName).wrap(\(text))")
        case .closure(let head, let body, let end):
            return .closure(head: "\(callName).wrap(\(head)", body: body, end: "\(end))")
        case .call(let call):
            return .call(Call("\(callName).wrap", [Argument(nil, .call(call))]))
        }
    }

    /// The callbacks that only have to run in the caller's group.
    private var capturedCallbacks: [Callback] {
        switch plan.form {
        case .callbacks(let plan): plan.roles.filter { $0.role == .captured }.map(\.callback)
        case .asynchronous(let plan): plan.progress
        default: []
        }
    }

    private var capturedName: String {
        let values = capturedCallbacks.flatMap(\.valueNames)
        return LocalNames(declaration, besides: values).free("captured", "capturedGroup")
    }

    /// The statements that capture the caller's group for these callbacks; calling `run` ends the hold on the
    /// group, so that the group does not wait for the callbacks.
    var capturing: [String] {
        capturedCallbacks.isEmpty
            ? [] : ["let \(capturedName) = CapturedGroup()", "defer { \(capturedName).run {} }"]
    }

    /// A closure that calls the callback in the captured group.
    func captured(_ callback: Callback) -> String {
        let name = callback.expression
        let values = callback.valueNames.map(\.escaped).list()
        // Inside another closure, the type checker does not infer `@Sendable`, so write the attribute.
        let attribute =
            switch callback.isolation {
            case .main: "@MainActor"
            case .sendable where callback.isOptional: "@Sendable"
            default: ""
            }
        let signature = [attribute, values].filter { !$0.isEmpty }.list(" ")
        let head = signature.isEmpty ? "" : " \(signature) in"
        let effort = callback.function.throwing == .nothing ? "" : "try "
        let closure = "{\(head) \(effort)\(capturedName).run { \(effort)\(name)(\(values)) } }"
        return callback.isOptional ? "\(name).map { \(name) in \(closure) }" : closure
    }
}
