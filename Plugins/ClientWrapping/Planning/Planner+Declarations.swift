// Adapts the client's declaration for the wrapper, and rejects declarations that a wrapper cannot repeat.
extension Planner {
    /// Returns the declaration for the wrapper.
    ///
    /// Its parameters have other names than the variables in the body. Attributes for the client's body are removed.
    func outside(_ declaration: Declaration) -> Declaration {
        var declaration = declaration.withFreeNames
        let types = declaration.attributeTypes
        // Keep global actors, which callers have to know. Remove result builders, macros and property wrappers.
        declaration.attributes.removeAll { attribute in
            let name = String(attribute.dropFirst())
            return name.first?.isUppercase == true && name != "Sendable"
                && !index.isGlobalActor(name, types[attribute])
        }
        // The wrapper returns the value from `intercept`, whose result is not `sending`.
        if declaration.isAsync, self.types.shape == .extension,
            case .prefixed("sending", let value) = declaration.result
        {
            declaration.result = value
        }
        for position in declaration.parameters.indices {
            declaration.parameters[position].attributes.removeAll {
                !index.isResultBuilder($0.name, $0.precise)
            }
        }
        return declaration
    }

    /// Throws for a declaration that the wrapper cannot repeat, even if the wrapper only calls the client.
    func check() throws(Unsettled) {
        if declaration.modifiers.contains("mutating") {
            throw .skip("it changes the client, but the wrapper keeps the client as a constant")
        }
        if Forms.ownNames.contains(declaration.name) {
            throw .skip("the wrapper already has a member called \(declaration.name)")
        }
        if let variadic = declaration.parameters.first(where: \.isVariadic) {
            throw .skip("\(variadic.title) is variadic, and Swift cannot pass on its values")
        }
    }
}
