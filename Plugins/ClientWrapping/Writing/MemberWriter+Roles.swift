extension MemberWriter {
    /// What `intercept` gets of a callback, and `wrap` in the raw form.
    func role(_ callback: Callback, _ role: Role) -> Argument.Value {
        let value = (callback.isolation == .main ? "onMain: " : "") + callback.expression
        guard case .callback(let names, let error, let rejection) = role else {
            return .text(".\(role)(\(value))")
        }
        let head = "{ \(names.list()) in"
        guard let rejection else {
            return .closure(head: ".callback(\(value)) \(head)", body: error)
        }
        return .call(
            Call(
                ".callback",
                [
                    Argument(value), Argument("error", .closure(head: head, body: error)),
                    Argument("rejection", rejection),
                ]
            )
        )
    }

    /// What the client gets in place of a callback that no parameter of the closure is.
    func wrapped(_ callback: Callback, _ role: Role) -> Argument.Value {
        switch role {
        case .untouched: return .text(callback.expression)
        case .captured: return .text(captured(callback))
        case .callback(let names, let error, _) where !callback.hasCallbackRole:
            // The expression may name parameters of the method.
            let taken = Set(declaration.parameters.map(\.name) + names)
            let free = LocalNames.distinct(callback.valueNames, besides: taken)
            let values = zip(names, free).map { $0 == "_" ? $1 : $0 }.map(\.escaped)
            // A condition is an expression only where it is all that a closure has.
            let isCondition = error.hasPrefix("if ") || error.hasPrefix("switch ")
            let answer = "\(callName).answer(\(isCondition ? "{ \(error) }()" : error))"
            return .closure(
                head: values.isEmpty ? "{" : "{ \(values.list()) in",
                body: "\(answer) { \(callback.expression)\(callback.call)(\(values.list())) }"
            )
        default:
            switch self.role(callback, role) {
            case .text(let text): return .text("\(callName).wrap(\(text))")
            case .closure(let head, let body, let end):
                return .closure(head: "\(callName).wrap(\(head)", body: body, end: "\(end))")
            case .call(let call):
                return .call(Call("\(callName).wrap", [Argument(nil, .call(call))]))
            }
        }
    }

    // MARK: - Callbacks that do not end the request

    /// The callbacks that run in the group of the caller.
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

    /// Captures the group of the caller for these callbacks, without keeping it open.
    var capturing: [String] {
        capturedCallbacks.isEmpty
            ? [] : ["let \(capturedName) = CapturedGroup()", "defer { \(capturedName).run {} }"]
    }

    /// Calls a callback in the captured group.
    func captured(_ callback: Callback) -> String {
        let name = callback.expression
        let values = callback.valueNames.map(\.escaped).list()
        // Inside another closure, no type says that this one is Sendable.
        let attribute =
            switch callback.isolation {
            case .main: "@MainActor"
            case .sendable where callback.isOptional: "@Sendable"
            default: ""
            }
        let signature = [attribute, values].filter { !$0.isEmpty }.list(" ")
        let head = signature.isEmpty ? "" : " \(signature) in"
        let closure = "{\(head) \(capturedName).run { \(name)(\(values)) } }"
        return callback.isOptional ? "\(name).map { \(name) in \(closure) }" : closure
    }
}
