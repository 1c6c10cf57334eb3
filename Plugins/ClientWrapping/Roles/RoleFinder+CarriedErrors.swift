/// Finds an error inside a callback's value, such as the property `error` of a response.
extension RoleFinder {
    /// An error in a value; its type, unless the type conforms to `Error`.
    private typealias Carried = (name: String, expression: String, other: TypeSyntax?)

    /// Returns the position of the value that contains an error, and the role whose closure returns this error.
    ///
    /// If the type of the error does not conform to `Error`, `other` is this type.
    func carriedError(_ callback: Callback) -> (position: Int, role: Role, other: TypeSyntax?)? {
        guard !callback.returnsValue, !callback.isOnMain, !callback.soundsLikeSuccess
        else { return nil }
        let found = callback.function.parameters.indices.compactMap { position in
            carriedError(callback, position).map { (position, $0) }
        }
        guard found.count == 1, let (position, error) = found.first else { return nil }
        let names = callback.names(error.name, at: position)
        let role = Role.callback(Finding(names: names, expression: error.expression))
        return (position, role, error.other)
    }

    /// Returns the role for an error that always comes, if a value of its type such as `success` is none.
    func roleOfErrorOrSuccess(_ callback: Callback) -> Role? {
        let errors = errors(of: callback)
        guard errors.all.count == 1, let position = errors.certain.first, !callback.returnsValue,
            let precise = types.values(of: callback)[position].type.precise,
            types.index.ancestry(of: precise).contains(KnownTypes.equatable),
            let success = types.index.members(of: precise).map(\.name).sorted()
                .first(where: ["noError", "none", "ok", "success"].contains)
        else { return nil }
        let name = callback.valueName("error")
        let expression = "\(name) == .\(success) ? nil : \(name)"
        return .callback(Finding(names: callback.names(name, at: position), expression: expression))
    }

    func errors(of callback: Callback) -> Errors {
        let values = types.values(of: callback)
        let isError = values.map { self.isError($0.type) }
        return Errors(
            certain: values.indices.filter { isError[$0] && !values[$0].isOptional },
            // The meaning of `nil` in an optional `Result` is unknown, so do not count an optional `Result`.
            optional: values.indices.filter {
                values[$0].isOptional ? isError[$0] : types.result(of: values[$0].type) != nil
            }
        )
    }

    /// Returns whether a value may be a failure, unlike a flag or a missing value.
    func mayHaveError(_ callback: Callback) -> Bool {
        !errors(of: callback).all.isEmpty || collectedErrors(callback) != nil
            || httpResponse(of: callback) != nil || enumeration(callback)?.hint != nil
    }

    /// Returns the question about an array or a dictionary of errors, because a failure may only be in this value.
    func collectedErrors(_ callback: Callback) -> Unsettled? {
        let values = types.values(of: callback)
        let single =
            errors(of: callback).optional.first.map { ending(callback, at: $0) }
            ?? carriedError(callback)?.role
        for (position, value) in values.enumerated() {
            guard var (element, path) = value.type.elements else { continue }
            // Each element may be a pair, such as a mail and its error.
            if case .tuple(let parts) = element,
                let part = parts.firstIndex(where: { isError($0.type) })
            {
                (element, path) = (parts[part].type, "\(path)?.\(parts[part].label ?? "\(part)")")
            }
            guard isError(element) || element.isNamedError else { continue }
            var names = single?.finding?.names ?? callback.names()
            names[position] = callback.valueName("errors")
            let access = "\(names[position])\(value.isOptional ? "?" : "").\(path)"
            let first = isError(element) ? access : "\(access).map { _ in \(Forms.unexplained) }"
            let found = [single?.finding?.expression, first].compactMap(\.self).list(" ?? ")
            let title = callback.parameter.title
            return Unsettled(
                "\(title) has a collection of errors, and whether one of them fails the request is not certain",
                ["\(title): callback { \(names.list()) in \(found) }"]
            )
        }
        return nil
    }

    private func carriedError(_ callback: Callback, _ position: Int) -> Carried? {
        let (type, isOptional) = types.values(of: callback)[position]
        guard let precise = type.precise,
            types.index[precise].map({ !$0.isAssociatedType }) ?? (precise == KnownTypes.text)
        else { return nil }
        // Use a property such as `error`, or a property of type `Result` if the value has only one such property.
        let properties = types.index.properties(of: types.index.ancestry(of: precise))
        let errors = properties.filter { property in
            ["error", "failure"].contains(property.name) && types.value(property.result).isOptional
        }
        let error = errors.first { isError(types.core($0.result)) }
        let results = properties.filter { property in
            types.result(of: property.result).map { "\($0.failure)" != "Never" }
                ?? (failurePatterns(of: types.core(property.result)).count == 1)
        }
        // Outside its type, a generic parameter such as `Failure` has no name.
        let other = errors.first { types.core($0.result).precise?.hasSuffix("mfp") == false }
        if let property = error ?? (results.count == 1 ? results[0] : other) {
            let name = callback.valueName("result")
            let path = "\(name)\(isOptional ? "?" : "").\(property.name)"
            let type = types.core(property.result)
            if types.result(of: type) != nil { return (name, "\(path).reportedFailure", nil) }
            if error != nil { return (name, path, nil) }
            let mark = isOptional || types.value(property.result).isOptional ? "?" : ""
            if let pattern = failurePatterns(of: type, mark).first {
                let text = "if \(pattern.pattern) = \(path) { \(pattern.error) } else { nil }"
                return (name, text, nil)
            }
            return (name, "\(path).map { \(carrier(of: type))(value: $0) }", type)
        }
        let words = (callback.function.parameterNames[position] ?? "").camelCaseWords
        let isText = precise == KnownTypes.text && callback.soundsLikeFailure
        let isFailure = words.contains { ["error", "failure"].contains($0) } || type.isNamedError
        guard isText || isFailure, isOptional || callback.soundsLikeFailure else { return nil }
        let name = callback.valueName("error")
        let carried = "\(carrier(of: type))(value: \(isOptional ? "$0" : name))"
        let mapped = isOptional ? "\(name).map { \(carried) }" : carried
        let isNoSuccess = isOptional && callback.soundsLikeFailure
        return (name, isNoSuccess ? "\(mapped) ?? \(Forms.unexplained)" : mapped, type)
    }

    /// Returns the name of the generated error type for client failures of this type.
    private func carrier(of type: TypeSyntax) -> String {
        let name = outside(type.unprefixed.type)
        return types.client.title + "\(name)".filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the generated error type for a value that is not an `Error`; `nil` if the role needs no such type.
    func carrierDeclaration(_ callback: Callback, _ role: Role) -> (name: String, type: String)? {
        guard let error = role.finding, let type = carriedError(callback)?.other
        else { return nil }
        let name = carrier(of: type)
        return error.expression.contains("\(name)(value:")
            ? (name, "\(outside(type))") : nil
    }
}

extension TypeSyntax {
    /// The type of the elements of an array or a dictionary, and the path to the first element.
    var elements: (type: TypeSyntax, path: String)? {
        switch self {
        case .array(let element): (element, "first")
        case .dictionary(_, let element): (element, "values.first")
        default: nil
        }
    }

    fileprivate var isNamedError: Bool {
        ["Error", "Failure"].contains { name?.name.hasSuffix($0) == true }
    }
}
