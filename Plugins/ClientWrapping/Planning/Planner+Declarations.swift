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
        let isReturned = declaration.isAsync && self.types.shape == .extension
        if isReturned, case .prefixed("sending", let value) = declaration.result {
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
        let taken =
            declaration.parameters.map(\.type) + (declaration.isAsync ? [declaration.result] : [])
        if types.shape == .conformance,
            taken.map(types.meaning).contains(where: { $0.names.contains { $0.name == "Self" } })
        {
            throw .skip(
                "it has Self in its parameters or its answer, and the wrapper is of another type than its client"
            )
        }
    }

    // MARK: - Default values

    private static let words = "true false nil in as is any some _ try await max min".words

    /// Returns the default value in the wrapper's spelling; `nil` if the wrapper cannot use a declaration in the value.
    func defaultValue(of parameter: Parameter) -> String? {
        guard let text = parameter.defaultValue else { return nil }
        let list = TokenList(text: text)
        return list.replacing { position, token in
            let before = position > 0 ? list.tokens[position - 1].text : ""
            let after = position + 1 < list.tokens.count ? list.tokens[position + 1].text : ""
            if token.kind != .word { return token.text }
            if before == "." {
                let isImplicit = position == 1 || !list.tokens[position - 2].endsValue
                let type = types.core(parameter.type)
                let owner = index[type.precise]?.path ?? "\(type)"
                return !isImplicit || isVisible(token.text, in: owner) ? token.text : nil
            }
            let isName = before != "#" && after != ":" && !token.text.hasPrefix("$")
            let next = after == "." ? list.tokens.dropFirst(position + 2).first?.text : nil
            return isName ? name(token.text, member: next) : token.text
        }
    }

    private func name(_ word: String, member: String?) -> String? {
        if Self.words.contains(word) { return word }
        if word == "Self" {
            return isVisible(member, in: client.symbol.path) ? "\(types.clientType)" : nil
        }
        // A default value may name members of the client and of its superclasses.
        for owner in index.inheritance(of: client.symbol.precise).compactMap({ index[$0] }) {
            if let found = symbol("\(owner.path).\(word)") {
                return isVisible(found) ? "\(owner.path).\(word)" : nil
            }
        }
        if let known = symbol(word) {
            return isVisible(known) && isVisible(member, in: known.path) ? word : nil
        }
        // An unknown uppercase name is probably a visible type of another module. A lowercase name may be invisible.
        return word.first?.isUppercase == true && isVisible(member, in: word) ? word : nil
    }

    /// Returns the symbol with this path; argument labels in the symbol's name are ignored.
    private func symbol(_ path: String) -> Symbol? {
        index.symbols.first { $0.path == path || $0.path.hasPrefix(path + "(") }
    }

    /// Returns whether the wrapper can name the symbol; in language mode 6, not if it is a variable of another module.
    private func isVisible(_ symbol: Symbol) -> Bool {
        let isOther = types.shape != .subclass && !types.isInModuleOfClient
        let isShared = symbol.declaration.contains(#/^(static )?var [^{]*$/#)
        return client.visibility.includes(symbol.accessLevel)
            && !(isShared && isOther && !types.importsPreconcurrency)
    }

    /// Returns whether the wrapper can name the member, which may be in an extension of a type without a symbol graph.
    private func isVisible(_ member: String?, in owner: String) -> Bool {
        guard let member, let found = symbol("\(owner).\(member)") else { return true }
        return isVisible(found)
    }
}
