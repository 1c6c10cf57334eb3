/// Decides whether the wrapper can repeat the default value of a parameter.
extension Planner {
    private static let words: Set<String> = [
        "true", "false", "nil", "in", "as", "is", "any", "some", "_", "try", "Any", "await",
        "max", "min",
    ]

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
                let owner = index[types.core(parameter.type).precise]
                let isNamed = !isImplicit || owner.map { isVisible(token.text, in: $0) } != false
                return isNamed ? token.text : nil
            }
            let isName = before != "#" && after != ":" && !token.text.hasPrefix("$")
            let next = after == "." ? list.tokens.dropFirst(position + 2).first?.text : nil
            return isName ? name(token.text, member: next) : token.text
        }
    }

    private func name(_ word: String, member: String?) -> String? {
        if Self.words.contains(word) { return word }
        if word == "Self" {
            return isVisible(member, in: client.symbol) ? "\(types.clientType)" : nil
        }
        // A default value may name members of the client and of its superclasses.
        for owner in index.inheritance(of: client.symbol.precise).compactMap({ index[$0] }) {
            if let found = symbol(word, in: owner) {
                return isVisible(found) ? "\(owner.path).\(word)" : nil
            }
        }
        if let known = symbol(word) {
            return isVisible(known) && isVisible(member, in: known) ? word : nil
        }
        // An unknown uppercase name is probably a visible type of another module. A lowercase name may be invisible.
        return word.first?.isUppercase == true ? word : nil
    }

    /// Returns the symbol with this name; argument labels in the symbol's name are ignored.
    private func symbol(_ name: String, in owner: Symbol? = nil) -> Symbol? {
        let path = ((owner?.pathComponents ?? []) + [name]).joined(separator: ".")
        return index.symbols.first { $0.path == path || $0.path.hasPrefix(path + "(") }
    }

    private func isVisible(_ symbol: Symbol) -> Bool {
        client.visibility.includes(symbol.accessLevel)
    }

    private func isVisible(_ member: String?, in owner: Symbol) -> Bool {
        guard let member, let found = symbol(member, in: owner) else { return true }
        return isVisible(found)
    }
}
