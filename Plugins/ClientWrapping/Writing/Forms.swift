/// What the wrapper says: the only place that knows the words of the library.
enum Forms {
    /// How many parameters a callback may have for each role; beyond, a closure calls `answer`.
    static let successArities = 0...2
    static let completionArities = 1...3
    static let repeatingArities = 1...3
    static let callbackArities = 1...3

    static let imports = ["Interception"]

    static let client = "InterceptingClient"
    static let base = "base"
    static let settings = "interceptionSettings"

    /// What the wrapper has itself, and no method or property of a client can be called.
    static let ownNames: Set<String> = ["base", "interceptionSettings", "interceptedClient"]

    /// Wraps another client with the same settings.
    ///
    /// The type is spelled out: in an extension the bare name is that of the extended type.
    static func wrapped(_ value: String, as wrapper: String) -> String {
        "\(wrapper)(\(value), settings: \(settings))"
    }

    // MARK: - Callbacks

    /// What the client is handed in place of a callback.
    static func argument(_ callback: Callback, as role: Role, of call: String) -> Argument.Value {
        let label = callback.isolation == .main ? "onMain: " : ""
        let name = callback.expression
        switch role {
        case .success: return .text("\(call).success(\(label)\(name))")
        case .failure: return .text("\(call).failure(\(label)\(name))")
        case .completion: return .text("\(call).completion(\(label)\(name))")
        case .finished: return .text("\(call).finished(\(label)\(name))")
        case .repeating: return .text("\(call).repeating(\(label)\(name))")
        case .untouched: return .text(name)
        case .ending(let names, let error):
            if callback.isPlain, callbackArities.contains(callback.arity) {
                return .text("\(call).callback(\(name)) { \(names.list()) in \(error) }")
            }
            let values = zip(names, callback.valueNames).map { $0 == "_" ? $1 : $0 }
            let head = values.isEmpty ? "{" : "{ \(values.list()) in"
            let ending = "\(name)\(callback.call)(\(values.list()))"
            return .closure(head: head, body: "\(call).answer(\(error)) { \(ending) }")
        }
    }

    /// What is called with the reason if the request is refused.
    ///
    /// The values are the arguments of the callback, with `$0` for the reason; a direct callback takes
    /// the reason and nothing else.
    static func refusal(_ callback: Callback, values: [String], isDirect: Bool) -> String {
        let name = "\(callback.expression)\(callback.call)"
        guard callback.isolation == .main else {
            return isDirect ? callback.expression : "{ \(name)(\(values.list())) }"
        }
        let arguments = values.map { $0.replacingReason(with: "error") }
        return "{ error in Task { @MainActor in \(name)(\(arguments.list())) } }"
    }

    // MARK: - Requests

    /// The beginning of a request that waits for its slot, and ends by its callbacks.
    static func request(_ label: String, refusal: String?, in scope: String = "") -> Call {
        var arguments = [Argument(label)]
        if let refusal { arguments.append(Argument("onRefusal", refusal)) }
        return Call("\(scope)intercept", arguments)
    }

    /// The beginning of a request that cannot wait.
    static func immediateRequest(
        _ label: String,
        cancel: String,
        holdsHandle: Bool,
        in scope: String = ""
    ) -> Call {
        var arguments = [Argument(label), Argument("cancel", cancel)]
        if holdsHandle { arguments.append(Argument("holdsHandle", "true")) }
        return Call("\(scope)intercept", arguments)
    }

    static let cancelsNothing = "{ _ in }"

    /// How a closure begins that hands over what is not `Sendable`.
    static let leavingActor = "@concurrent in"

    /// Cancels a handle by its method.
    static func cancel(isOptional: Bool, onMain: Bool) -> String {
        let method = isOptional ? "?.cancel()" : ".cancel()"
        return onMain
            ? "{ handle in Task { @MainActor in handle\(method) } }" : "{ $0\(method) }"
    }

    /// Passes a future on as another one, which is fulfilled before the request leaves.
    static func future(of value: TypeSyntax, _ call: String) -> [String] {
        [
            "let promise = future.eventLoop.makePromise(of: \(value).self)",
            "future.whenComplete(\(call).completion(promise.completeWith))",
            "return promise.futureResult",
        ]
    }
}

extension String {
    fileprivate func replacingReason(with name: String) -> String {
        var text = ""
        var rest = self[...]
        while let sign = rest.firstIndex(of: "$") {
            text += rest[..<sign]
            rest = rest[sign...]
            if rest.hasPrefix("$0") {
                text += name
                rest = rest.dropFirst(2)
            } else {
                text += String(rest.removeFirst())
            }
        }
        return text + rest
    }
}
