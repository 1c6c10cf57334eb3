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
        /// The calls that are no requests, by a condition; `nil` if there are none.
        case forwardIf(String?)
        /// Written by hand, elsewhere.
        case skip
        /// A client of its own, which is wrapped, too.
        case client
    }

    /// The method or property: `send(_:done:)`; for several, a pattern `send*`, the shape of a callback
    /// `(_, Failure?)`, or a returned type `-> Ticket`.
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
            .map { [name] part in
                // The callback of a shape has no name.
                let role = name.hasPrefix("(") ? try? Role(hint: part.trimmed, of: text) : nil
                return try role.map { .role(parameter: "", $0) }
                    ?? Self.item(part.trimmed, of: text)
            }
    }

    /// How many methods the hint may be for: a hint for fewer methods goes before one for more.
    var breadth: Int {
        if name == "*" { return 3 }
        return name.hasPrefix("(") || name.hasPrefix("->") ? 2 : name.contains("*") ? 1 : 0
    }

    /// The parts of the hint that are for the member.
    func items(for member: Member, _ types: ClientTypes) -> [Item] {
        if breadth == 0 { return member.isCalled(name) ? items : [] }
        guard case .success(let declaration) = member.declaration else { return [] }
        func isMeant(_ type: TypeSyntax, by text: String) -> Bool {
            text == "_" || "\(type)".typeName == text.typeName
        }
        if name.hasPrefix("->") {
            let text = String(name.dropFirst(2))
            let result = declaration.result
            return [result, result.unwrappingOptional.type].contains { isMeant($0, by: text) }
                ? items : []
        }
        guard name.hasPrefix("(") else {
            let isNamed = [member.symbol.name, member.baseName].contains {
                $0.matches(pattern: name)
            }
            return isNamed ? items : []
        }
        let shape = name.dropFirst().prefix { $0 != "-" }.trimmed.dropLast()
        let parts = String(shape).splitOutsideBrackets(",").map(\.trimmed)
        let callbacks = declaration.parameters.compactMap { types.callback($0) }
            .filter { callback in
                callback.arity == parts.count
                    && zip(callback.function.parameters, parts).allSatisfy {
                        isMeant($0.type, by: $1)
                    }
            }
        return callbacks.flatMap { callback in
            items.map { item in
                switch item {
                case .role("", let role): .role(parameter: callback.parameter.title, role)
                case .rejection(let text) where text.hasPrefix("("):
                    .rejection(callback.expression + text)
                default: item
                }
            }
        }
    }

    static let cure = "write it like send(_:done:) = done: completion"

    private static let words: [String: Item] = [
        "forward": .forward, "skip": .skip, "client": .client, "holds handle": .holdsHandle,
        "waits": .waits,
    ]

    private static func item(_ text: String, of hint: String) throws -> Item {
        if let item = words[text] { return item }
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
                cure: "write Swift code there: an error is any Error, or nil after a success"
            )
        }
        switch name {
        case "label": return .label(value)
        case "forward if": return .forwardIf(value == "never" ? nil : value)
        case "cancel": return .cancel(value == "nothing" ? nil : value)
        case "rejection": return .rejection(value)
        default: return .role(parameter: name, try Role(hint: value, of: hint))
        }
    }

    private static let known = """
        it is forward, skip, client, waits, holds handle, or one of label:, cancel:, rejection:, \
        forward if: and the name of a callback
        """
}

extension Hint.Item {
    /// Whether the part decides on the whole method.
    var isDecision: Bool { [.forward, .client, .skip].contains(self) }

    var isRole: Bool { if case .role = self { true } else { false } }
}

extension String {
    /// The text of a type without spaces, and without what says that a protocol is one.
    fileprivate var typeName: String {
        replacing(#/\bany\s|\s/#, with: "").replacing(#/[()]/#, with: "")
    }
}

extension StringProtocol {
    /// Whether the text is what the pattern describes, in which `*` stands for anything.
    fileprivate func matches(pattern: some StringProtocol) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return self == pattern }
        guard hasPrefix(pattern[..<star]) else { return false }
        let (text, rest) = (
            dropFirst(pattern[..<star].count), pattern[pattern.index(after: star)...]
        )
        return (0...text.count).contains { text.dropFirst($0).matches(pattern: rest) }
    }
}

extension StringProtocol {
    /// The text without the space around it.
    var trimmed: String {
        var text = String(self)[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}

extension String {
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
