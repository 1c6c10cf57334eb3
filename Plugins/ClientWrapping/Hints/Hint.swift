/// What the user says of a method that its declaration does not.
struct Hint: Equatable {
    enum Item: Equatable {
        /// Which role a callback has.
        case role(parameter: String, Role)
        /// What the request is called, as the inside of a string.
        case label(String)
        /// How the request is cancelled by what the method returns; `nil` if it cannot be.
        case cancel(String?)
        /// The expression that a rejected request calls, returns or throws.
        case rejection(String)
        case holdsHandle
        /// The request can wait: its method returns nothing, and the group cancels the handle.
        case waits
        /// No request: the call is passed on.
        case forward
        /// Written by hand, elsewhere.
        case skip
        /// A client of its own, which is wrapped, too.
        case client
    }

    /// The method or property: `send(_:done:)`.
    let name: String
    let items: [Item]
    /// The hint as it was given.
    let text: String
}

extension String {
    /// The hint with `self` in the place of `base`.
    var namingSelf: String { replacing(#/\bbase\./#, with: "self.") }
}

extension Hint {
    /// Reads `send(_:done:) = done: completion; label: GET \(path)`.
    init(_ text: String) throws {
        self.text = text
        guard let sign = text.firstIndex(of: "=") else {
            throw CommandError("the hint \(text) has no =", cure: Self.cure)
        }
        name = String(text[..<sign]).trimmed
        guard !name.isEmpty else {
            throw CommandError("the hint \(text) names no method", cure: Self.cure)
        }
        items = try String(text[text.index(after: sign)...]).splitOutsideBrackets(";")
            .map { try Self.item($0.trimmed, of: text) }
    }

    static let cure = "write it like send(_:done:) = done: completion"

    private static func item(_ text: String, of hint: String) throws -> Item {
        switch text {
        case "forward": return .forward
        case "skip": return .skip
        case "client": return .client
        case "holds handle": return .holdsHandle
        case "waits": return .waits
        default: break
        }
        guard let colon = text.firstIndex(of: ":") else {
            throw CommandError("nothing in the hint \(hint) is called \(text)", cure: known)
        }
        let name = String(text[..<colon]).trimmed
        let value = String(text[text.index(after: colon)...]).trimmed
        guard !value.isEmpty else {
            throw CommandError("the hint \(hint) says nothing of \(name)", cure: cure)
        }
        if name != "label", let placeholder = value.firstMatch(of: #/<the [^<>]+>/#) {
            throw CommandError(
                "the hint \(hint) still has the placeholder \(placeholder.output)",
                cure: "replace it with Swift code"
            )
        }
        switch name {
        case "label": return .label(value)
        case "cancel": return .cancel(value == "nothing" ? nil : value)
        case "rejection": return .rejection(value)
        case "refusal":
            throw CommandError(
                "the part refusal in the hint \(hint) is now called rejection",
                cure: "write rejection: \(value)"
            )
        default: return .role(parameter: name, try Role(hint: value, of: hint))
        }
    }

    private static let known = """
        it is forward, skip, client, waits, holds handle, or one of label:, cancel:, rejection: and the \
        name of a callback
        """
}

extension String {
    /// The text without the space around it.
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }

    /// The parts between the signs that are in no brackets and no string.
    func splitOutsideBrackets(_ sign: String) -> [String] {
        let list = TokenList(text: self)
        var parts: [String] = []
        var depth = 0
        var start = 0
        for token in list.tokens where token.kind == .sign {
            depth += token.bracketDepth
            guard depth == 0, token.text == sign else { continue }
            parts.append(list.text(start..<token.range.lowerBound))
            start = token.range.upperBound
        }
        parts.append(list.text(start..<count))
        return parts.filter { !$0.trimmed.isEmpty }
    }
}
