extension Planner {
    /// Whether the library takes these callbacks as they are, one for both ends or one for each.
    ///
    /// They come back all optional or none, and all of one kind, so they have to be handed over so.
    func hasShortForm(_ roles: [(callback: Callback, role: Role)]) -> Bool {
        guard let first = roles.first?.callback,
            roles.allSatisfy({ callback, _ in
                callback.isOptional == first.isOptional && callback.isolation == first.isolation
                    && callback.otherAttributes.isEmpty && !callback.returnsValue
            })
        else { return false }
        switch roles.map(\.role) {
        case [.success, .failure], [.failure, .success]:
            return roles.allSatisfy { $0.callback.arity == 1 }
        case [.completion]: return hasShortForm(completion: first)
        default: return false
        }
    }

    private func hasShortForm(completion: Callback) -> Bool {
        let parameters = completion.function.parameters.map {
            types.meaning(of: $0.type.unprefixed.type)
        }
        let values = parameters.map(\.unwrappingOptional)
        switch parameters.count {
        case 1: return true
        case 2: return values[0].isOptional
        case 3:
            guard values.allSatisfy(\.isOptional) else { return false }
            let identifiers = values.map { types.meaning(of: $0.type).precise ?? "" }
            return KnownTypes.data.contains(identifiers[0])
                && KnownTypes.responses.contains(identifiers[1])
                && identifiers[2] == KnownTypes.anyError
        default: return false
        }
    }
}
