extension Planner {
    /// Returns the `onRefusal` argument: the first callback that can carry the reason, then all `finished` callbacks.
    func refusal(
        _ roles: [(callback: Callback, role: Role)],
        _ finder: RoleFinder
    ) -> String? {
        let reason = reasonReport(roles, finder)
        let last = roles.filter { $0.role == .finished }.map(\.callback)
            .filter { callback in
                // The closure is not main-actor isolated, so it cannot call a main-actor callback.
                callback.function.parameters.isEmpty && !callback.returnsValue
                    && (reason?.hasPrefix("{") != true || callback.isolation != .main)
            }
        return Forms.refusal(reason, finishing: last)
    }

    private func reasonReport(
        _ roles: [(callback: Callback, role: Role)],
        _ finder: RoleFinder
    ) -> String? {
        for (callback, role) in roles {
            switch role {
            case .success, .finished, .repeating, .untouched: continue
            case .failure: return Forms.refusal(callback, as: role)
            case .completion where mayBeCalledWithNothingBut(reasonOf: callback):
                return Forms.refusal(callback, as: role)
            case .completion, .ending: break
            }
            let errors = finder.errors(of: callback)
            guard !callback.returnsValue,
                let position = (errors.certain + errors.optional).first,
                let values = values(of: callback, reasonAt: position)
            else { continue }
            return Forms.refusal(callback, values: values)
        }
        return nil
    }

    /// Whether all parameters of a completion but the last, which has the reason, may be `nil`.
    private func mayBeCalledWithNothingBut(reasonOf callback: Callback) -> Bool {
        callback.function.parameters.dropLast()
            .allSatisfy {
                types.meaning(of: $0.type.unprefixed.type).unwrappingOptional.isOptional
            }
    }

    /// The arguments of a callback that tells of a refusal: the reason, and `nil` for all others.
    private func values(of callback: Callback, reasonAt position: Int) -> [String]? {
        var values: [String] = []
        for (index, parameter) in callback.function.parameters.enumerated() {
            let meaning = types.meaning(of: parameter.type.unprefixed.type)
            let (type, isOptional) = meaning.unwrappingOptional
            if index != position {
                guard isOptional else { return nil }
                values.append("nil")
            } else if let reason = reason(as: type) {
                values.append(reason)
            } else {
                return nil
            }
        }
        return values
    }

    /// The reason as a value of the type, if every reason can be one.
    private func reason(as type: TypeSyntax) -> String? {
        let type = types.meaning(of: type)
        if case .named(let name) = type, name.precise == KnownTypes.result {
            guard name.arguments.count == 2 else { return nil }
            return reason(as: name.arguments[1]).map { ".failure(\($0))" }
        }
        guard let precise = type.precise else { return nil }
        if precise == KnownTypes.anyError { return "$0" }
        return KnownTypes.nsErrors.contains(precise) ? "$0 as NSError" : nil
    }

    // MARK: - Nobody is told

    /// What a hint may say of a refusal that no callback can carry, or `nil` if one can.
    func missingRefusal(_ plan: Plan.CallbackPlan, _ finder: RoleFinder) -> String? {
        let isTold = plan.roles.contains { callback, role in
            role.tellsOfFailure && carriesRefusal(callback, finder)
        }
        let mayTell = plan.roles.contains { $0.role.tellsOfFailure }
        if plan.refusal != nil, isTold || !mayTell { return nil }
        // Rather the callback that fails than the one that only ends, and that than success.
        let callbacks =
            plan.roles.filter { $0.role.tellsOfFailure && !$0.callback.soundsLikeSuccess }
            + plan.roles.filter { $0.role.tellsOfFailure || $0.role == .finished }
            + plan.roles.filter { $0.role == .success }
        guard let callback = callbacks.first?.callback else { return nil }
        let values = proposedValues(of: callback, finder)
        let call = Forms.refusal(callback, values: values).dropFirst().dropLast()
        return "refusal: \(callback.returnsValue ? "_ = " : "")\(String(call).trimmed)"
    }

    /// Whether every reason can be told through the callback, as far as anybody knows its error.
    private func carriesRefusal(_ callback: Callback, _ finder: RoleFinder) -> Bool {
        let errors = finder.errors(of: callback)
        guard let position = (errors.certain + errors.optional).first else { return true }
        return reason(as: valueType(callback, position).type) != nil
    }

    /// What the callback may be called with; what nobody can know stands in angle brackets.
    private func proposedValues(of callback: Callback, _ finder: RoleFinder) -> [String] {
        let errors = finder.errors(of: callback)
        let position = (errors.certain + errors.optional).first
        let all = callback.function.parameters.indices.map { valueType(callback, $0) }
        // Beside a flag, a text says why.
        let isFlagged = position == nil && all.contains { $0.type.precise == "s:Sb" }
        return all.enumerated()
            .map { index, value in
                let type = value.type
                if index == position {
                    if let reason = reason(as: type) { return reason }
                    if case .named(let name) = type, name.precise == KnownTypes.result,
                        name.arguments.count == 2
                    {
                        return ".failure(\(unknown(name.arguments[1], finder)))"
                    }
                    return unknown(type, finder)
                }
                if isFlagged, type.precise == "s:SS" { return #""\($0)""# }
                return value.isOptional ? "nil" : plainValue(type) ?? unknown(type, finder)
            }
    }

    private func valueType(
        _ callback: Callback,
        _ position: Int
    ) -> (type: TypeSyntax, isOptional: Bool) {
        let parameter = callback.function.parameters[position].type.unprefixed.type
        let (type, isOptional) = types.meaning(of: parameter).unwrappingOptional
        return (types.meaning(of: type), isOptional)
    }

    private func unknown(_ type: TypeSyntax, _ finder: RoleFinder) -> String {
        "<the \(types.outside(type, of: finder.member))>"
    }

    /// The least that a type has.
    private func plainValue(_ type: TypeSyntax) -> String? {
        switch type {
        case .array: return "[]"
        case .dictionary: return "[:]"
        default: break
        }
        switch type.precise {
        case "s:Sb": return "false"
        case "s:SS": return #""""#
        case "s:Si", "s:Sd", "s:Sf": return "0"
        default: return nil
        }
    }
}

extension Role {
    /// Whether a callback of the role is called when its request has failed.
    fileprivate var tellsOfFailure: Bool {
        switch self {
        case .failure, .completion, .ending: true
        case .success, .finished, .repeating, .untouched: false
        }
    }
}
