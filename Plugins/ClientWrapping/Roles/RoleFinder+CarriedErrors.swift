/// An error in a value of a callback that is no `Error` itself.
extension RoleFinder {
    /// The position of the value, and the role that finds the error in it.
    func carriedError(_ callback: Callback) -> (position: Int, role: Role)? {
        guard callback.hasCallbackRole, !callback.soundsLikeSuccess else { return nil }
        let found = callback.function.parameters.indices.compactMap { position in
            carriedError(callback, position).map { (position, $0.name, $0.expression) }
        }
        guard found.count == 1, let (position, name, expression) = found.first else { return nil }
        var names = Array(repeating: "_", count: callback.arity)
        names[position] = name
        return (position, .callback(names: names, error: expression))
    }

    private func carriedError(
        _ callback: Callback,
        _ position: Int
    ) -> (name: String, expression: String)? {
        let (type, isOptional) = types.value(callback.function.parameters[position])
        guard let precise = type.precise, types.index[precise] != nil else { return nil }
        func free(_ name: String) -> String {
            LocalNames.distinct([name], besides: [callback.parameter.name])[0]
        }
        // A property that has the error of a failed request.
        let property = types.index.ancestry(of: precise).flatMap(types.index.members(of:))
            .first { symbol in
                guard ["error", "failure"].contains(symbol.name),
                    let property = try? Declaration(symbol)
                else { return false }
                let (type, isOptional) = types.meaning(of: property.result).unwrappingOptional
                return isOptional && types.isError(type, in: member)
            }
        if let property {
            let name = free("result")
            return (name, "\(name)\(isOptional ? "?" : "").\(property.name)")
        }
        let words = (callback.function.parameterNames[position] ?? "").camelCaseWords
        let isFailure =
            words.contains { ["error", "failure"].contains($0) }
            || ["Error", "Failure"].contains(where: "\(type)".hasSuffix)
        guard isFailure, isOptional || callback.soundsLikeFailure else { return nil }
        let name = free("error")
        let carrier = carrier(of: type)
        return (
            name,
            isOptional ? "\(name).map { \(carrier)(value: $0) }" : "\(carrier)(value: \(name))"
        )
    }

    /// The error of the wrapper's own that carries a value of the type.
    private func carrier(of type: TypeSyntax) -> String {
        let name = types.outside(type.unprefixed.type, of: member)
        return types.client.title + "\(name)".filter { $0.isLetter || $0.isNumber }
    }

    /// The declaration of the error that the role carries a value in, if it does.
    func carrierDeclaration(_ callback: Callback, _ role: Role) -> (name: String, type: String)? {
        guard case .callback(_, let error, _) = role, let (position, _) = carriedError(callback)
        else { return nil }
        let type = types.value(callback.function.parameters[position]).type
        let name = carrier(of: type)
        return error.contains("\(name)(value:") ? (name, "\(types.outside(type, of: member))") : nil
    }
}
