extension RoleFinder {
    /// The role for a callback of this signature, or another role with the same effect.
    func fitting(_ role: Role, _ callback: Callback) throws(Unsettled) -> Role {
        if !role.isOfLibrary { return role }
        try check(callback)
        let title = callback.parameter.title
        let errors = errors(of: callback)
        switch role {
        case .success:
            guard errors.all.isEmpty else {
                throw Unsettled(
                    "\(title) carries an error: as success, a failed request would count as succeeded",
                    hints: "\(title): completion"
                )
            }
            return callback.arity <= 2 && !callback.returnsValue ? role : ending(callback)
        case .failure:
            let isKnown =
                switch callback.arity {
                case 0: true
                case 1: errors.all == [0] && hasRoleForError(callback, at: 0)
                default:
                    errors.certain == [1] && callback.arity == 2 && errors.optional.isEmpty
                        && hasRoleForError(callback, at: 1)
                }
            if isKnown, !callback.returnsValue { return role }
            guard let position = errors.all.first else {
                throw Unsettled(
                    "nothing in \(title) is an error for sure",
                    hints: "\(title): callback { … in <the error> }"
                )
            }
            return ending(callback, at: position)
        case .completion:
            let last = callback.arity - 1
            // A hint may say that a type reports failures that the symbol graphs do not declare.
            let isReported =
                errors.optional.isEmpty
                || errors.optional.last == last && hasRoleForError(callback, at: last)
            let isKnown =
                isReported && errors.certain.isEmpty && !callback.returnsValue
                && Callback.arities.contains(callback.arity)
            return isKnown
                ? role : ending(callback, at: errors.optional.first ?? errors.certain.first)
        case .finally:
            guard callback.arity == 0, !callback.returnsValue else {
                throw Unsettled(
                    "\(title) is not () -> Void, as what comes last is",
                    hints: "\(title): success"
                )
            }
            return role
        case .progress:
            return Callback.arities.contains(callback.arity) && !callback.returnsValue
                ? role : .captured
        case .callback(let names, let error, _):
            guard names.isEmpty || names.count == callback.arity else {
                throw Unsettled(
                    "\(title) has \(callback.arity) parameters, and the hint names \(names.count)"
                )
            }
            if callback.arity == 0, error == "nil" { return .success }
            let all = Array(repeating: "_", count: callback.arity)
            return .callback(names: names.isEmpty ? all : names, error: error)
        case .captured, .untouched: return role
        }
    }

    /// Fails for a callback that no role fits, whatever it is for.
    func check(_ callback: Callback) throws(Unsettled) {
        let function = callback.function
        let owned = function.parameters.first { parameter in
            !ClientTypes.ownerships.union(["sending", "inout"])
                .isDisjoint(with: parameter.type.unprefixed.prefixes) || parameter.type.isExpansion
        }
        let problem: String? =
            if callback.isOptional, callback.returnsValue {
                "returns \(types.outside(function.result, of: member)), and a nil callback returns nothing"
            } else if function.isAsync || function.throwing != .nothing {
                "is asynchronous or throws, and no role is"
            } else if let owned {
                "takes \(types.outside(owned.type, of: member)), which no role can pass on"
            } else if case .other(let actor) = callback.isolation {
                "belongs to \(actor), and roles are for the main actor or for none"
            } else if callback.otherAttributes.contains("sending") {
                "is sending, and what a role makes of it stays with its group"
            } else if callback.otherAttributes.contains("@convention(c)") {
                "is a C function, which cannot be wrapped"
            } else {
                nil
            }
        let title = callback.parameter.title
        if let problem { throw Unsettled("\(title) \(problem)", hints: "\(title): untouched") }
    }

    /// Whether the type at the position is an error to the roles: no protocol but `Error` itself is one.
    private func hasRoleForError(_ callback: Callback, at position: Int) -> Bool {
        let type = types.value(callback.function.parameters[position]).type
        if case .composition = type { return false }
        guard case .prefixed = type else { return true }
        return type.precise == KnownTypes.anyError
    }

    /// The role that finds the error at the position, or none.
    func ending(_ callback: Callback, at position: Int? = nil) -> Role {
        var names = Array(repeating: "_", count: callback.arity)
        guard let position else { return .callback(names: names, error: "nil") }
        let isResult = types.isResult(types.value(callback.function.parameters[position]).type)
        let own = callback.parameter.name
        let name = LocalNames.distinct([isResult ? "result" : "error"], besides: [own])[0]
        names[position] = name
        return .callback(names: names, error: isResult ? "\(name).reportedFailure" : name)
    }
}
