extension Planner {
    /// The declaration as a wrapper can have it: with names that are free inside it, and without attributes
    /// that only the client's own body has use for.
    func outside(_ declaration: Declaration) -> Declaration {
        var declaration = declaration.withFreeNames
        let types = declaration.attributeTypes
        // An actor stays; a result builder, a macro or the wrapper of a property is the client's.
        declaration.attributes.removeAll { attribute in
            let name = String(attribute.dropFirst())
            return name.first?.isUppercase == true && name != "Sendable"
                && !index.isGlobalActor(name, types[attribute])
        }
        for position in declaration.parameters.indices {
            declaration.parameters[position].attributes.removeAll {
                !index.isResultBuilder($0.name, $0.precise)
            }
            let type = declaration.parameters[position].type
            if self.types.isSurelyCopied(type, declaration) {
                declaration.parameters[position].type = type.withoutOwnership
            }
        }
        return declaration
    }

    /// What cannot be written, whatever it is.
    func check(_ declaration: Declaration) throws(Unsettled) {
        if declaration.modifiers.contains("mutating") {
            throw .skip("it changes the client, which is a value that the wrapper keeps")
        }
        if Forms.ownNames.contains(declaration.name) {
            throw .skip("the wrapper has a \(declaration.name) of its own")
        }
        if let variadic = declaration.parameters.first(where: \.isVariadic) {
            throw .skip("\(variadic.title) is any number of values, which cannot be passed on")
        }
    }

    /// What can be passed on at once, and not by a request.
    func checkForRequest(_ declaration: Declaration) throws(Unsettled) {
        for parameter in declaration.parameters {
            let prefixes = parameter.type.unprefixed.prefixes
            if let ownership = prefixes.first(where: ClientTypes.ownerships.contains) {
                throw .forward(
                    "\(parameter.title) is \(ownership), and nothing says for sure that it can be copied"
                )
            }
            if prefixes.contains("isolated") {
                throw .forward("\(parameter.title) is isolated, and a request may start elsewhere")
            }
            if types.isView(parameter.type) {
                throw .forward("\(parameter.title) is \(parameter.type), which no request can keep")
            }
        }
        if types.maySuppressCopying(declaration.result) {
            throw .forward(
                "it returns \(declaration.result), and nothing says for sure that it can be copied"
            )
        }
    }
}

extension TypeSyntax {
    /// The type without saying who owns the value, which a caller does not see.
    fileprivate var withoutOwnership: TypeSyntax {
        guard case .prefixed(let prefix, let inner) = self else { return self }
        if ClientTypes.ownerships.contains(prefix) { return inner.withoutOwnership }
        return .prefixed(prefix, inner.withoutOwnership)
    }

    /// Whether values of the type hold functions, without being one.
    var holdsFunctions: Bool {
        if case .function = unprefixed.type { return false }
        return unprefixed.type.parts.contains { part in
            let type = part.unwrappingOptional.type.unprefixed.type
            if case .function = type { return !isOptional }
            return type.holdsFunctions
        }
    }

    private var isOptional: Bool { unwrappingOptional.isOptional }
}
