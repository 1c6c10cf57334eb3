/// Finds an error inside a callback's value, such as the property `error` of a response.
extension RoleFinder {
    /// The position of the value that contains an error, and the role whose closure returns this error.
    func carriedError(_ callback: Callback) -> (position: Int, role: Role)? {
        guard callback.hasCallbackRole, !callback.soundsLikeSuccess else { return nil }
        let found = callback.function.parameters.indices.compactMap { position in
            carriedError(callback, position).map { (position, $0.name, $0.expression) }
        }
        guard found.count == 1, let (position, name, expression) = found.first else { return nil }
        let names = callback.names(name, at: position)
        return (position, .callback(Finding(names: names, expression: expression)))
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
        // Use a property such as `error`, or a property of type `Result` if the value has only one such property.
        let properties = types.index.properties(of: types.index.ancestry(of: precise))
        let error = properties.first { property in
            let (type, isOptional) = types.meaning(of: property.result).unwrappingOptional
            return isOptional && ["error", "failure"].contains(property.name)
                && isError(type)
        }
        let results = properties.filter { property in
            types.result(of: property.result).map { "\($0.failure)" != "Never" } == true
        }
        if let property = error ?? (results.count == 1 ? results[0] : nil) {
            let name = free("result")
            let end = error == nil ? ".reportedFailure" : ""
            return (name, "\(name)\(isOptional ? "?" : "").\(property.name)\(end)")
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

    /// The name of the generated error type for client failures of this type.
    private func carrier(of type: TypeSyntax) -> String {
        let name = outside(type.unprefixed.type)
        return types.client.title + "\(name)".filter { $0.isLetter || $0.isNumber }
    }

    /// The generated error type for a value that is not an `Error`; `nil` if the role needs no such type.
    func carrierDeclaration(_ callback: Callback, _ role: Role) -> (name: String, type: String)? {
        guard let error = role.finding, let (position, _) = carriedError(callback)
        else { return nil }
        let type = types.value(callback.function.parameters[position]).type
        let name = carrier(of: type)
        return error.expression.contains("\(name)(value:")
            ? (name, "\(outside(type))") : nil
    }
}
