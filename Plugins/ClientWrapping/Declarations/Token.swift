/// A token of a declaration.
struct Token: Equatable {
    enum Kind: Equatable { case word, sign, literal }

    let kind: Kind
    let text: String
    /// The identifier of the type that the token names; `nil` if the symbol graph contains no identifier.
    let precise: String?
    /// The position of the token in the text of the declaration.
    let range: Range<String.Index>

    var bracketDepth: Int { "([{".contains(text) ? 1 : ")]}".contains(text) ? -1 : 0 }

    /// Whether the token ends a value, so that a dot after the token accesses a member of that value.
    var endsValue: Bool { kind != .sign || [")", "]", "}", "?", "!"].contains(text) }
}

struct TokenList {
    let source: String
    let tokens: [Token]

    init(_ fragments: [Symbol.Fragment]) {
        var source = ""
        var named: [Int: String] = [:]
        for fragment in fragments {
            if let precise = fragment.preciseIdentifier { named[source.utf8.count] = precise }
            source += fragment.spelling
        }
        self.init(text: source, named: named)
    }

    /// Splits a text into tokens, without its comments; `named` contains the identifiers of types by their positions.
    ///
    /// If `endsAtBody` is true, the tokens end before the first brace outside all other brackets.
    init(text source: String, named: [Int: String] = [:], endsAtBody: Bool = false) {
        self.source = source
        var scanner = Scanner(rest: source[...])
        var tokens: [Token] = []
        var depth = 0
        while let (kind, text) = scanner.next() {
            if endsAtBody, text == "{", depth == 0 { break }
            let start = source.utf8.distance(from: source.startIndex, to: text.startIndex)
            let range = text.startIndex..<text.endIndex
            let token = Token(kind: kind, text: String(text), precise: named[start], range: range)
            tokens.append(token)
            depth += token.bracketDepth
        }
        self.tokens = tokens
    }

    /// Returns the source with a replacement for each token; `nil` if there is no replacement for a token.
    func replacing(_ replacement: (Int, Token) -> String?) -> String? {
        var (text, end) = ("", source.startIndex)
        for (position, token) in tokens.enumerated() {
            guard let replacement = replacement(position, token) else { return nil }
            text += source[end..<token.range.lowerBound] + replacement
            end = token.range.upperBound
        }
        return text + source[end...]
    }

    func text(_ range: some RangeExpression<String.Index>) -> String { String(source[range]) }
}

private struct Scanner {
    var rest: Substring

    mutating func next() -> (Token.Kind, Substring)? {
        skipSpace()
        guard !rest.isEmpty else { return nil }
        let start = rest
        let kind = read()
        return (kind, start[..<rest.startIndex])
    }

    private mutating func skipSpace() {
        rest = rest.drop(while: \.isWhitespace)
        let end = rest.hasPrefix("//") ? "\n" : rest.hasPrefix("/*") ? "*/" : nil
        guard let end else { return }
        rest = rest.firstRange(of: end).map { rest[$0.upperBound...] } ?? ""
        skipSpace()
    }

    private mutating func read() -> Token.Kind {
        if rest.drop(while: { $0 == "#" }).first == "\"" {
            readString()
            return .literal
        }
        if rest.first == "`" {
            rest = rest.dropFirst().drop { $0 != "`" }.dropFirst()
            return .word
        }
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        guard let first = word.first else {
            let sign = ["...", "->", "==", "&&", "||", "..<"].first(where: rest.hasPrefix)
            rest = rest.dropFirst(sign?.count ?? 1)
            return .sign
        }
        rest = rest[word.endIndex...]
        return first.isNumber ? .literal : .word
    }

    private mutating func readString() {
        let hashes = String(rest.prefix { $0 == "#" })
        rest = rest.dropFirst(hashes.count)
        let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest = rest.dropFirst(quote.count)
        while !rest.isEmpty, !rest.hasPrefix(quote + hashes) {
            let isEscape = rest.hasPrefix("\\" + hashes)
            if isEscape { rest = rest.dropFirst(1 + hashes.count) }
            if isEscape, rest.first == "(" { readInterpolation() } else { rest = rest.dropFirst() }
        }
        rest = rest.dropFirst(quote.count + hashes.count)
    }

    private mutating func readInterpolation() {
        var depth = 0
        repeat {
            guard let (_, text) = next() else { return }
            depth += text == "(" ? 1 : text == ")" ? -1 : 0
        } while depth > 0
    }
}
