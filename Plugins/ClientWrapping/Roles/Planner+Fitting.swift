// Adapts a role to the types of a callback, and rejects callbacks that no role accepts.
extension Planner {
    /// Returns the role if it accepts the callback's types; otherwise another role with the same effect.
    func fitting(_ role: Role, _ callback: Callback) throws(Unsettled) -> Role {
        if !role.isOfLibrary { return role }
        try check(callback, isQuestion: role.finding != nil && callback.takesThrowingClosure)
        let title = callback.title
        let errors = errors(of: callback)
        let (last, plain) = (callback.arity - 1, callback.isWrappedByRoles)
        let isLast = errors.all == [last] && hasRoleForError(callback, at: last)
        switch role {
        case .success:
            guard errors.all.isEmpty else {
                let reason =
                    "\(title) carries an error: with the role success, a failed request would count as successful"
                throw Unsettled(reason, ["\(title): completion"])
            }
            return callback.arity <= 2 && !callback.returnsValue && !getsResult(callback)
                ? role : .callback(callback.closure("nil"))
        case .failure:
            let isResult = callback.values.contains { types.result(of: $0.type) != nil }
            let isKnown = isLast && !isResult && (last == 0 || errors.optional.isEmpty && last == 1)
            if isKnown || callback.arity == 0, !callback.returnsValue { return role }
            return .callback(ending(callback, isFailure: true))
        case .completion:
            // If no type is known to be an error, accept the role: the symbol graphs may omit the user's error type.
            let isKnown = errors.all.isEmpty || isLast && failedFlags(callback).isEmpty
            return isKnown && errors.certain.isEmpty && plain ? role : .callback(ending(callback))
        case .finally:
            // A callback with values ends the request, too.
            let isPlain = callback.arity == 0 && !callback.returnsValue
            return isPlain ? role : try fitting(.success, callback)
        case .progress: return plain ? role : .captured
        case .callback, .progressIf, .captured, .untouched: return role
        }
    }

    /// Returns the role of a callback that may be called again, because a hint contains a condition for progress.
    func ending(_ callback: Callback, _ role: Role, if more: Finding) throws(Unsettled) -> Role {
        guard callback.isWrappedByRoles, role.isOfLibrary else {
            throw Unsettled("\(callback.title) cannot report both progress and the end")
        }
        var found = role.finding ?? ending(callback)
        // One closure contains both the condition and the error expression, so both have to use the same names.
        for (own, other) in zip(found.names, more.names) where own != "_" && other != "_" {
            let expression = TokenList(text: found.expression)
            found.expression =
                expression.replacing { $1.text == own ? other : $1.text } ?? found.expression
        }
        found.names = zip(found.names, more.names).map { $1 == "_" ? $0 : $1 }
        found.progressIf = more.expression
        return .callback(found)
    }

    /// Returns the role of a callback from which the client gets a value, such as a body or a configuration.
    func roleOfQuestion(_ callback: Callback) throws(Unsettled) -> Role? {
        let function = callback.function
        // A closure such as `errorDecoder` makes the error for another callback.
        let isEach =
            callback.returnsValue && callback.title == "callback"
            && callbacks.contains { $0.parameter != callback.parameter && $0.soundsLikeOneAnswer }
        if callback.soundsLikeAnEnd, !isEach, !isError(function.result) { return nil }
        if callback.changesValue { return .untouched }
        guard callback.returnsValue || function.throwing != .nothing else { return nil }
        // An asynchronous body runs in a task of its caller, and so in the group.
        if function.isAsync { return .untouched }
        try check(callback, isQuestion: true)
        return .captured
    }

    /// Throws if one of several callbacks is called when a connection ends, because a group should not wait for that.
    func checkForDisconnection(_ callbacks: [Callback]) throws(Unsettled) {
        guard callbacks.count > 1,
            let end = callbacks.first(where: { $0.title.hasWord(like: ["disconnect"]) })
        else { return }
        let roles = callbacks.map { callback in
            let answer = errors(of: callback).all.isEmpty ? Role.success : .completion
            let role = callback.soundsLikeFailure ? .failure : answer
            return "\(callback.title): \(callback.parameter == end.parameter ? .untouched : role)"
        }
        let reason = "\(end.title) is called when a connection ends, which a group should not await"
        throw Unsettled(reason, [roles.list("; "), "forward"])
    }

    /// Throws for a callback that no role accepts.
    func check(_ callback: Callback, isQuestion: Bool = false) throws(Unsettled) {
        let function = callback.function
        let owned = function.parameters.first { parameter in
            let (prefixes, type) = parameter.type.unprefixed
            // A callback may get a closure that it may not keep, such as `(() throws -> String) -> Void`.
            let mayKeep = prefixes.contains("@escaping") || !types.meaning(of: type).isFunction
            return !ClientTypes.unkept.union(["sending", "inout"]).isDisjoint(with: prefixes)
                || parameter.type.isExpansion || !isQuestion && !mayKeep
        }
        let actor = callback.isOnMain ? nil : callback.actor
        let accepted: [FunctionType.Throwing] = isQuestion ? [.nothing, .anything] : [.nothing]
        let attributes = callback.attributes
        let taken = owned.map { "\(outside($0.type))" } ?? ""
        let problems: KeyValuePairs = [
            "returns \(outside(function.result)), but a missing callback returns no value":
                callback.isOptional && callback.returnsValue && !isQuestion,
            "is asynchronous or throws, and no role fits such a callback":
                function.isAsync || !accepted.contains(function.throwing),
            "takes \(taken), which no role can pass on": owned != nil,
            "is isolated to \(actor ?? ""), and roles fit only the main actor or no actor":
                actor != nil,
            "is sending, but the group keeps the wrapped callback": attributes.contains("sending"),
            "is a C function, which cannot be wrapped": attributes.contains("@convention(c)"),
        ]
        guard let problem = problems.first(where: \.value)?.key else { return }
        let name = callback.valueNames.first?.escaped ?? ""
        let title = callback.title
        if callback.takesThrowingClosure {
            let role = "callback { \(name) in Result(catching: \(name)).reportedFailure }"
            let reason = "\(title) \(problem); with this hint it is called twice"
            throw Unsettled(reason, ["\(title): \(role)"])
        }
        // With `untouched`, a group would not wait for the end of the request.
        let byHand = callback.soundsLikeAnEnd ? ["skip"] : []
        let advice = byHand.isEmpty ? "with this hint" : "write it by hand; otherwise"
        let reason = "\(title) \(problem); \(advice) its group does not wait for \(title)"
        throw Unsettled(reason, byHand + ["\(title): untouched"])
    }

    /// Returns whether the library's roles accept the type as an error; the only accepted protocol is `any Error`.
    private func hasRoleForError(_ callback: Callback, at position: Int) -> Bool {
        switch callback.values[position].type {
        case .composition: false
        case .prefixed(_, let type): type.precise == KnownTypes.anyError
        default: true
        }
    }

    /// Returns the closure that returns the first error among the values, or `nil` if none of them is an error.
    ///
    /// An optional error shows whether the request has failed. A failure callback may have another error that always comes.
    func ending(_ callback: Callback, isFailure: Bool = false) -> Finding {
        let errors = errors(of: callback)
        let found = isFailure ? errors.all : errors.optional + errors.certain
        // If no error always comes, each optional error may be the failure.
        let positions = errors.certain.isEmpty ? found : Array(found.prefix(1))
        // A flag such as `didCancel` shows a failure without an error.
        let isFlagged = !isFailure && errors.certain.isEmpty && !positions.isEmpty
        let flags = isFlagged ? failedFlags(callback) : []
        var names = callback.names()
        for position in positions + flags {
            names[position] = callback.valueNames[position].escaped
        }
        let parts = positions.map { position in
            let isResult = types.result(of: callback.values[position].type) != nil
            if positions.count + flags.count == 1 {
                names[position] = callback.valueName(isResult ? "result" : "error")
            }
            let mark = callback.values[position].isOptional ? "?" : ""
            return names[position] + (isResult ? "\(mark).reportedFailure" : "")
        }
        let missing = isFailure ? Forms.unexplained : "nil"
        var error = parts.isEmpty ? missing : parts.list(" ?? ")
        if isFailure, errors.certain.isEmpty, !parts.isEmpty {
            error += " ?? \(Forms.unexplained) as any Error"
        }
        for flag in flags.map({ names[$0] }) {
            error = "\(flag) ? \(error) ?? \(Forms.unexplained) as any Error : \(error)"
        }
        return Finding(names: names, expression: error)
    }

    /// Returns the position of the HTTP response, whose status shows whether the request has failed.
    func httpResponse(of callback: Callback) -> Int? {
        callback.values.firstIndex { KnownTypes.httpResponses.contains($0.type.precise ?? "") }
    }
}
