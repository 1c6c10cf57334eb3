extension RoleFinder {
    /// The role, or one that does the same, for a callback of this signature.
    func fitting(_ role: Role, _ callback: Callback) throws(Unsettled) -> Role {
        if role == .untouched { return role }
        try check(callback)
        switch role {
        case .success:
            let errors = errors(of: callback)
            guard errors.certain.isEmpty, errors.optional.isEmpty else {
                throw Unsettled(
                    "\(callback.parameter.title) carries an error: as success, a failed request would count as succeeded",
                    hints: "\(callback.parameter.title): completion"
                )
            }
            return role
        case .failure:
            let errors = errors(of: callback)
            if callback.arity == 1, errors.certain + errors.optional == [0],
                !callback.returnsValue, hasRoleForError(callback, at: 0)
            {
                return role
            }
            guard let position = errors.certain.first ?? errors.optional.first else {
                throw Unsettled(
                    "nothing in \(callback.parameter.title) is an error for sure",
                    hints: "\(callback.parameter.title): callback { … in <the error> }"
                )
            }
            return ending(callback, error: "error", at: position)
        case .completion: return completion(callback)
        case .finished:
            guard callback.arity == 0, !callback.returnsValue else {
                throw Unsettled(
                    "\(callback.parameter.title) is not () -> Void, as what comes last is",
                    hints: "\(callback.parameter.title): success"
                )
            }
            return role
        case .repeating:
            return role
        case .ending(let names, let error):
            guard names.isEmpty || names.count == callback.arity else {
                throw Unsettled(
                    "\(callback.parameter.title) has \(callback.arity) parameters, and the hint "
                        + "names \(names.count)"
                )
            }
            let all = Array(repeating: "_", count: callback.arity)
            return .ending(names: names.isEmpty ? all : names, error: error)
        case .untouched: return role
        }
    }

    /// Fails for a callback that no role fits, whatever it is for.
    func check(_ callback: Callback) throws(Unsettled) {
        let title = callback.parameter.title
        let function = callback.function
        if callback.isOptional, callback.returnsValue {
            throw Unsettled(
                "\(title) returns \(types.outside(function.result, of: member)), and nobody would if "
                    + "it is nil",
                hints: "\(title): untouched"
            )
        }
        if function.isAsync || function.throwing != .nothing {
            throw Unsettled(
                "\(title) is asynchronous or throws, and no role is",
                hints: "\(title): untouched"
            )
        }
        for parameter in function.parameters {
            let prefixes = parameter.type.unprefixed.prefixes
            let isOwned = !ClientTypes.ownerships.union(["sending", "inout"]).isDisjoint(
                with: prefixes
            )
            guard isOwned || parameter.type.isExpansion else { continue }
            throw Unsettled(
                "\(title) is handed \(types.outside(parameter.type, of: member)), which no role can pass on",
                hints: "\(title): untouched"
            )
        }
        if case .other(let actor) = callback.isolation {
            throw Unsettled(
                "\(title) belongs to \(actor), and roles are for the main actor or for none",
                hints: "\(title): untouched"
            )
        }
        if callback.otherAttributes.contains("sending") {
            throw Unsettled(
                "\(title) is sending, and what a role makes of it stays with its group",
                hints: "\(title): untouched"
            )
        }
        if callback.otherAttributes.contains("@convention(c)") {
            throw Unsettled(
                "\(title) is a C function, which cannot be wrapped",
                hints: "\(title): untouched"
            )
        }
    }

    /// Ends the request either way: with the role for the usual signatures, else in a closure.
    private func completion(_ callback: Callback) -> Role {
        let errors = errors(of: callback)
        let last = callback.arity - 1
        // A hint may know of a type that reports failures, which no graph tells.
        let isReported =
            errors.optional.isEmpty
            || errors.optional.last == last && hasRoleForError(callback, at: last)
        if isReported, errors.certain.isEmpty, !callback.returnsValue,
            Forms.completionArities.contains(callback.arity)
        {
            return .completion
        }
        guard let position = errors.optional.first ?? errors.certain.first else {
            return ending(callback, error: "nil", at: nil)
        }
        let type = types.meaning(of: callback.function.parameters[position].type)
        let isResult = types.isResult(type.unwrappingOptional.type)
        return ending(
            callback,
            error: isResult ? "result.reportedFailure" : "error",
            at: position,
            called: isResult ? "result" : "error"
        )
    }

    /// Whether the type at the position is an error to the roles: no protocol but `Error` itself is one.
    private func hasRoleForError(_ callback: Callback, at position: Int) -> Bool {
        let parameter = callback.function.parameters[position].type.unprefixed.type
        let type = types.meaning(of: types.meaning(of: parameter).unwrappingOptional.type)
        if case .composition = type { return false }
        guard case .prefixed = type else { return true }
        return type.precise == KnownTypes.anyError
    }

    private func ending(
        _ callback: Callback,
        error: String,
        at position: Int?,
        called name: String = "error"
    ) -> Role {
        var names = Array(repeating: "_", count: callback.arity)
        if let position { names[position] = name }
        return .ending(names: names, error: error)
    }
}

extension Callback {
    /// A name for each parameter, for the closure that takes the callback's place.
    var valueNames: [String] {
        let ordinals = [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        ]
        let names = zip(function.parameterNames, 0...)
            .map { name, position in
                name ?? (position < 8 ? ordinals[position] : "value\(position + 1)")
            }
        return LocalNames.distinct(names, besides: [parameter.name])
    }
}
