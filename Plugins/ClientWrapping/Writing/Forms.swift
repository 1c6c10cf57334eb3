/// What the wrapper says: the only place that knows the words of the library.
enum Forms {
    /// How many parameters a completion may have; with more, a closure says where the error is.
    static let completionArities = 1...3

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

    /// Words of what is written that a parameter may not hide.
    static let wordsOfBodies: Set<String> = [
        "self", "super", "Task", "CapturedGroup", client, settings,
    ]

    /// The generic parameter of the wrapper, in whose extensions no method has another one of that name.
    static let genericOfWrapper = "Base"

    // MARK: - Callbacks

    /// What the client is handed in place of a callback.
    static func argument(_ callback: Callback, as role: Role, of call: String) -> Argument.Value {
        let name = labelled(callback)
        switch role {
        case .success: return .text("\(call).success(\(name))")
        case .failure: return .text("\(call).failure(\(name))")
        case .completion: return .text("\(call).completion(\(name))")
        case .finished: return .text("\(call).finished(\(name))")
        case .repeating: return .text("\(call).repeating(\(name))")
        case .untouched: return .text(callback.expression)
        case .ending(let names, let error):
            let head = names.isEmpty ? "{" : "{ \(names.list()) in"
            return .closure(head: "\(call).callback(\(name)) \(head)", body: error)
        }
    }

    private static func labelled(_ callback: Callback) -> String {
        (callback.isolation == .main ? "onMain: " : "") + callback.expression
    }

    /// Tells of a refusal through a callback of which the library knows how, by the role that it plays.
    static func refusal(_ callback: Callback, as role: Role) -> String {
        ".\(role == .failure ? "failure" : "completion")(\(labelled(callback)))"
    }

    /// Tells of a refusal by what a hint says, with `$0` or a name of its own for the reason.
    static func refusal(_ hint: String) -> String {
        // A closure that leaves out the reason has to say so.
        let saysReason =
            hint != refusalValue(hint) || hint.contains(#/^[\w\s,:()]+\bin\b/#)
        return "{ \(saysReason ? "" : "_ in ")\(hint) }"
    }

    /// What a hint has an asynchronous method return or throw: there the reason is called `error`.
    static func refusalValue(_ hint: String) -> String { hint.replacingArgument(with: "error") }

    /// Tells of a refusal by calling a callback with the values, with `$0` for the reason.
    static func refusal(_ callback: Callback, values: [String]) -> String {
        let name = "\(callback.expression)\(callback.call)"
        guard callback.isolation == .main else { return "{ \(name)(\(values.list())) }" }
        let reason = callback.expression == "error" ? "reason" : "error"
        let arguments = values.map { $0.replacingArgument(with: reason) }
        return "{ \(reason) in Task { @MainActor in \(name)(\(arguments.list())) } }"
    }

    /// Returns an `onRefusal` argument that reports the refusal and then calls the `finished` callbacks.
    static func refusal(_ refusal: String?, finishing callbacks: [Callback]) -> String? {
        if callbacks.isEmpty { return refusal }
        if let refusal, refusal.hasPrefix("{") {
            let calls = callbacks.map { "; \($0.expression)\($0.call)()" }.joined()
            return "\(String(refusal.dropLast()).trimmed)\(calls) }"
        }
        let reports = [refusal].compactMap(\.self) + callbacks.map { ".finished(\(labelled($0)))" }
        return reports.count == 1 ? reports[0] : ".each(\(reports.list()))"
    }

    // MARK: - Requests

    /// The beginning of a request whose callbacks are handed over as they are, and come back wrapped.
    static func shortRequest(
        _ label: String,
        _ roles: [(callback: Callback, role: Role)],
        in scope: String = ""
    ) -> Call {
        let arguments = roles.map { callback, role in
            let name = "\(role)"
            let label = callback.isolation == .main ? "onMain\(name.capitalized)" : name
            return Argument(label, callback.expression)
        }
        return Call("\(scope)intercept", [Argument(label)] + arguments)
    }

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

    /// Cancels a handle in the way that a hint says; the client is kept, and nothing else of the wrapper.
    ///
    /// - Parameters:
    ///   - expression: the hint, with `$0` for the handle.
    ///   - isClientSendable: whether the client may be called from wherever the group is cancelled.
    ///   - handle: what the handle is called, if it has to be cancelled on the main actor.
    /// - Returns: the closure.
    static func cancel(
        _ expression: String,
        isClientSendable: Bool,
        onMain handle: String? = nil
    ) -> String {
        var expression = expression
        var head: [String] = []
        for receiver in ["base", "self"] where expression.hasPrefix("\(receiver).") {
            if isClientSendable {
                head.append("[\(receiver)]")
            } else {
                expression = "\(unchecked)\(expression.dropFirst(receiver.count))"
            }
        }
        let named = expression.replacingArgument(with: handle ?? "")
        if expression == named { head.append("_") } else if let handle { head.append(handle) }
        let action = handle == nil ? expression : onMain(named)
        return head.isEmpty ? "{ \(action) }" : "{ \(head.list(" ")) in \(action) }"
    }

    private static func onMain(_ expression: String) -> String {
        "Task { @MainActor in \(expression) }"
    }

    /// The client where a hint has it called from wherever its group is cancelled.
    static let unchecked = "unsafeClient"

    /// Lets a client be called from anywhere that does not say whether it may be.
    static func uncheckedClient(_ receiver: String) -> [String] {
        [
            "// A hint has it called from wherever the group is cancelled.",
            "nonisolated(unsafe) let \(unchecked) = \(receiver)",
        ]
    }

    /// Has the group cancel what is no handle: an object, by one of its methods, or anything.
    ///
    /// - Parameters:
    ///   - expression: the hint.
    ///   - call: what the wrapper calls the call.
    ///   - objects: what the hint may begin with, and what that is called in the wrapper.
    ///   - handle: what the object is called, if it has to be cancelled on the main actor.
    /// - Returns: the statement.
    static func onCancel(
        _ expression: String,
        of call: String,
        objects: [(hinted: String, name: String)],
        onMain handle: String?
    ) -> String {
        let object = objects.first { expression.hasPrefix("\($0.hinted).") }
        guard let object else { return "\(call).onCancel { \(expression) }" }
        let action = expression.dropFirst(object.hinted.count)
        let closure = handle.map { "{ \($0) in \(onMain($0 + action)) }" } ?? "{ $0\(action) }"
        return "\(call).onCancel(\(object.name)) \(closure)"
    }

    /// Has the group cancel a handle that the method does not return.
    static func onCancel(
        _ handle: String,
        _ cancel: String,
        of call: String,
        isHeld: Bool
    ) -> String {
        isHeld && cancel.contains("$0")
            ? "\(call).onCancel \(cancel.replacing("$0", with: handle))"
            : "\(call).onCancel(\(handle)) \(cancel)"
    }

    /// Takes the group along to where a callback of an asynchronous method runs, until it returns.
    static func capturing(_ statement: [String], as captured: String) -> [String] {
        ["let \(captured) = CapturedGroup()", "defer { \(captured).run {} }"] + statement
    }

    /// Calls a callback of an asynchronous method in the captured group.
    static func captured(_ callback: Callback, by captured: String) -> String {
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
        let closure = "{\(head) \(captured).run { \(name)(\(values)) } }"
        return callback.isOptional ? "\(name).map { \(name) in \(closure) }" : closure
    }

    /// How a closure begins that hands over what is not `Sendable`.
    static let leavingActor = "@concurrent in"

    /// Cancels a handle by its method.
    static func cancel(isOptional: Bool, onMain isOnMain: Bool) -> String {
        let method = isOptional ? "?.cancel()" : ".cancel()"
        return isOnMain ? "{ handle in \(onMain("handle\(method)")) }" : "{ $0\(method) }"
    }

    /// Passes a future on as another one, which is fulfilled before the request leaves.
    static func future(
        _ future: String,
        of value: TypeSyntax,
        as promise: String,
        _ call: String
    ) -> [String] {
        [
            "let \(promise) = \(future).eventLoop.makePromise(of: \(value).self)",
            "\(future).whenComplete(\(call).completion(\(promise).completeWith))",
            "return \(promise).futureResult",
        ]
    }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }

    /// The expression with a name in the place of `$0`, but for that of a closure inside it.
    fileprivate func replacingArgument(with name: String) -> String {
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
