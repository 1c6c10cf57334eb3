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
            let path = (owner.pathComponents + [word]).joined(separator: ".")
            if let found = symbol(path, from: owner) {
                return visibility.includes(found.accessLevel) ? "\(owner.path).\(word)" : nil
            }
        }
        let known = types.index.symbols.first { $0.matches(word) }
        if let known {
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

    private func symbol(_ path: String, from owner: Symbol) -> Symbol? {
        types.index.symbols.first { $0.matches(path) }
    }

    private func isVisible(_ member: String?, in owner: Symbol) -> Bool {
        guard let member else { return true }
        let path = (owner.pathComponents + [member]).joined(separator: ".")
        guard let found = types.index.symbols.first(where: { $0.matches(path) }) else {
            return true
        }
        return visibility.includes(found.accessLevel)
    }

    private func isVisible(_ member: String, in type: TypeSyntax) -> Bool {
        let type = types.core(type)
        guard let precise = type.precise, let owner = types.index[precise] else { return true }
        return isVisible(member, in: owner)
    }
}

extension Symbol {
    /// Whether the path is that of the symbol, with or without argument labels.
    fileprivate func matches(_ path: String) -> Bool {
        self.path == path || self.path.hasPrefix(path + "(")
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
