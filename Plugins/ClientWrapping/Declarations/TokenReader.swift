/// Parses declarations, and reads one token after the other.
struct TokenReader {
    let list: TokenList
    private(set) var position = 0

    var next: Token? { position < list.tokens.count ? list.tokens[position] : nil }

    func isNext(_ text: String) -> Bool { next?.text == text && next?.kind != .literal }

    @discardableResult
    mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ text: String) throws {
        guard take(text) else { throw unreadable(text) }
    }

    mutating func takeWord() throws -> Token {
        guard let token = next, token.kind == .word else { throw unreadable("a name") }
        position += 1
        return token
    }

    /// Returns the error for a declaration with another token than the expected text.
    func unreadable(_ expected: String) -> UnreadableDeclaration {
        let found = next?.text ?? "the end"
        return UnreadableDeclaration(description: "\(expected) was expected, not \(found)")
    }

    mutating func skipBrackets() throws {
        var depth = 0
        repeat {
            guard let token = next else { throw unreadable("a closing bracket") }
            depth += token.bracketDepth
            position += 1
        } while depth > 0
    }

    /// Reads a label and the colon, such as `name:`; returns the label and the internal name, if any, or no name.
    mutating func labels() -> [String] {
        let rest = list.tokens[position...]
        let names = rest.prefix { $0.kind == .word }.prefix(2).map(\.text)
        guard !names.isEmpty, rest.dropFirst(names.count).first?.text == ":" else { return [] }
        position += names.count + 1
        return names
    }

    /// Reads an attribute after the sign `@`; only some attributes of types have arguments.
    mutating func attribute() throws -> (name: NamedType, arguments: String) {
        var word = try takeWord()
        while take(".") { word = try takeWord() }
        return (NamedType(name: word.text, precise: word.precise), try bracketedText())
    }

    /// Reads elements between the two brackets, separated by commas.
    mutating func elements<T>(_ brackets: String, _ read: (inout Self) throws -> T) throws -> [T] {
        let (opening, closing) = (String(brackets.prefix(1)), String(brackets.suffix(1)))
        var elements: [T] = []
        try expect(opening)
        while !isNext(closing) {
            elements.append(try read(&self))
            if !take(",") { break }
        }
        try expect(closing)
        return elements
    }

    /// Reads the text up to the next of these signs that is outside all brackets, or up to the end.
    @discardableResult
    mutating func text(upTo signs: Set<String>) -> String {
        let (first, start) = (next, position)
        while let token = next, !(token.kind == .sign && signs.contains(token.text)) {
            // A generic type, as in `Dictionary<String, Int>()`, contains commas. No type follows an operator.
            let before = self
            if token.text == "<", (try? elements("<>") { try $0.type() }) != nil { continue }
            self = before
            // If the closing bracket is missing, skip all remaining tokens.
            try? skipBrackets()
        }
        guard let first, start < position else { return "" }
        return list.text(first.range.lowerBound..<list.tokens[position - 1].range.upperBound)
    }
}

/// The error for a declaration that the parser does not support.
struct UnreadableDeclaration: Error, CustomStringConvertible { let description: String }
