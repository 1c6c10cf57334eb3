/// What a parameter is if the caller does not say, and whether that can be said in the wrapper.
struct DefaultValue {
    let types: ClientTypes
    let visibility: AccessLevel

    private static let words: Set<String> = [
        "true", "false", "nil", "in", "as", "is", "any", "some", "_", "try", "Any", "await",
    ]
    private static let functions: Set<String> = ["max", "min", "abs", "zip", "print"]

    /// The value as it is written in the wrapper, or `nil` if it names what cannot be seen there.
    func outside(_ parameter: Parameter) -> String? {
        guard let text = parameter.defaultValue else { return nil }
        let list = TokenList(text: text)
        var written = ""
        var end = 0
        for (position, token) in list.tokens.enumerated() {
            written += list.text(end..<token.range.lowerBound)
            end = token.range.upperBound
            guard token.kind == .word else {
                written += token.text
                continue
            }
            let before = position > 0 ? list.tokens[position - 1].text : ""
            let after = position + 1 < list.tokens.count ? list.tokens[position + 1].text : ""
            if before == "." {
                let isImplicit = position == 1 || !list.tokens[position - 2].endsValue
                guard !isImplicit || isVisible(token.text, in: parameter.type) else { return nil }
                written += token.text
            } else if before == "#" || after == ":" || token.text.hasPrefix("$") {
                written += token.text
            } else if let name = name(token.text, member: list.member(after: position)) {
                written += name
            } else {
                return nil
            }
        }
        return written
    }

    private func name(_ word: String, member: String?) -> String? {
        if Self.words.contains(word) || Self.functions.contains(word) { return word }
        if word == "self" || word == "super" { return nil }
        let client = types.client
        if word == "Self" {
            guard isVisible(member, in: client.symbol) else { return nil }
            return "\(types.clientType)"
        }
        for owner in owners {
            if let found = symbol(word, in: owner) {
                return visibility.includes(found.accessLevel) ? "\(owner.path).\(word)" : nil
            }
        }
        if let known = symbol(word) {
            guard visibility.includes(known.accessLevel) else { return nil }
            return isVisible(member, in: known) ? word : nil
        }
        // A type of another module; what begins in lower case could be anything.
        return word.first?.isUppercase == true ? word : nil
    }

    /// The client, what it stands in, and what it inherits from.
    private var owners: [Symbol] {
        types.index.inheritance(of: types.client.symbol.precise).compactMap { types.index[$0] }
    }

    /// The symbol of the name, with or without argument labels.
    private func symbol(_ name: String, in owner: Symbol? = nil) -> Symbol? {
        let path = ((owner?.pathComponents ?? []) + [name]).joined(separator: ".")
        return types.index.symbols.first { $0.path == path || $0.path.hasPrefix(path + "(") }
    }

    private func isVisible(_ member: String?, in owner: Symbol) -> Bool {
        guard let member, let found = symbol(member, in: owner) else { return true }
        return visibility.includes(found.accessLevel)
    }

    private func isVisible(_ member: String, in type: TypeSyntax) -> Bool {
        types.core(type).precise.flatMap { types.index[$0] }.map { isVisible(member, in: $0) }
            ?? true
    }
}

extension Token {
    /// Whether a dot behind the token reads a member of it.
    fileprivate var endsValue: Bool { kind != .sign || [")", "]", "}", "?", "!"].contains(text) }
}

extension TokenList {
    /// The member that is read of the word at the position.
    fileprivate func member(after position: Int) -> String? {
        guard position + 2 < tokens.count, tokens[position + 1].text == "." else { return nil }
        return tokens[position + 2].text
    }
}
