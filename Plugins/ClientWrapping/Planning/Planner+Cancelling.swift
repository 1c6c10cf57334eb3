// Plans how the wrapper cancels a request.
extension Planner {
    /// Returns the closure that cancels the request through the returned handle; `nil` without a handle.
    func cancel() throws(Unsettled) -> String? {
        if onCancel() == nil, let hint = items.value(.cancel) {
            return hint.map { cancelClosure($0) } ?? Forms.cancelsNothing
        }
        if case .only = declaration.throwing {
            let reason = "it throws an error of one type, and a request may throw others"
            throw Unsettled("\(reason): write it by hand", ["skip", "forward"])
        }
        guard declaration.result.isVoid else { return try handleCancel() }
        let areKept = declaration.parameters.allSatisfy { types.callback($0) != nil || canWait($0) }
        return declaration.isThrowing || !areKept ? Forms.cancelsNothing : nil
    }

    /// Returns the expression of a hint such as `cancel: job.cancel()`, for a method that returns no handle.
    func onCancel() -> String? {
        guard declaration.result.isVoid, !declaration.isThrowing,
            let expression = items.text(.cancel), !expression.contains("$0")
        else { return nil }
        return expression
    }

    /// Returns the closure that cancels the request through the returned handle, which the expression calls `$0`.
    ///
    /// The closure captures the client, not the wrapper.
    func cancelClosure(_ expression: String) -> String {
        let (isOnMain, ignoring) = call(expression)
        let handle = declaration.free("handle", "returned")
        // A hint for several methods must fit optional and other handles, so write `?` only if this handle is optional.
        let handled = result.isOptional ? "$0?" : "$0"
        let given = expression.prefixMatch(of: #/(_ = )?(try\? )?/#)?.output.0 ?? ""
        let effort = ignoring + given
        var expression = String(expression.dropFirst(given.count))
        var head: [String] = []
        expression.replace(#/^\$0\??(?=[.(])/#, with: handled)
        for receiver in ["base", "self"] where expression.hasPrefix("\(receiver).") {
            if types.isClientSendable {
                head.append("[\(receiver)]")
            } else {
                expression = "\(Forms.unchecked)\(expression.dropFirst(receiver.count))"
            }
        }
        let named = expression.replacingArgument(with: handle)
        // Another method, such as `base.cancel($0)`, takes the handle itself.
        let arguments = named.matches(of: #/[(,:]\s*(\w+)(?=[,)])/#).map(\.output.1)
        let unwraps = result.isOptional && arguments.contains(handle[...])
        let isNamed = isOnMain || unwraps
        if expression == named { head.append("_") } else if isNamed { head.append(handle) }
        var action = effort + (isNamed ? named : expression)
        if isOnMain { action = "Task { @MainActor in \(action) }" }
        if unwraps { action = "if let \(handle) { \(action) }" }
        return head.isEmpty ? "{ \(action) }" : "{ \(head.list(" ")) in \(action) }"
    }

    /// Returns whether the called method (of the client, the handle or a parameter) belongs to the main actor, and
    /// `_ = ` if the method returns a value, because an unused value leads to a warning.
    func call(_ expression: String) -> (isOnMain: Bool, ignoring: String) {
        let words = TokenList(text: expression).tokens.map(\.text)
            .filter { !["?", "!", ".", "_", "=", "try"].contains($0) }
        guard words.count > 1 else { return (false, "") }
        let parameter = declaration.parameters.first { $0.name == words[0] }
        let type = (words[0] == "$0" ? declaration.result : parameter?.type).map(types.core)
        let isClient = ["base", "self"].contains(words[0]) || type.map(types.isClient) == true
        let precise = isClient ? client.symbol.precise : type?.precise
        let methods = index.methods(of: precise).filter { $0.name == words[1].withoutBackticks }
        let areUsed = methods.allSatisfy { !$0.result.isVoid && !$0.isDiscardable }
        let isIgnored = areUsed && !methods.isEmpty && !expression.hasPrefix("_ = ")
        return (methods.contains { $0.actor == "@MainActor" }, isIgnored ? "_ = " : "")
    }
}
