/// A token of a declaration.
struct Token: Equatable {
    enum Kind: Equatable {
        case word, sign, literal
    }

    let kind: Kind
    let text: String
    /// The identifier of the type that the token names; `nil` if the symbol graph contains no identifier.
    let precise: String?
    /// The position of the token in the text of the declaration.
    let range: Range<Int>
}

struct TokenList {
    let tokens: [Token]
    private let characters: [Character]

    init(_ fragments: [Symbol.Fragment]) {
        var characters: [Character] = []
        var named: [Int: String] = [:]
        for fragment in fragments {
            if let precise = fragment.preciseIdentifier { named[characters.count] = precise }
            characters += fragment.spelling
        }
        self.init(characters, named: named)
    }

    /// Splits a text without comments into tokens.
    init(text: String) {
        self.init(Array(text), named: [:])
    }

    private init(_ characters: [Character], named: [Int: String]) {
        self.characters = characters
        var scanner = Scanner(characters: characters)
        var tokens: [Token] = []
        while let (kind, range) = scanner.next() {
            let text = String(characters[range])
            tokens.append(
                Token(kind: kind, text: text, precise: named[range.lowerBound], range: range)
            )
        }
        self.tokens = tokens
    }

    func text(_ range: Range<Int>) -> String {
        String(characters[range])
    }
}

private struct Scanner {
    let characters: [Character]
    private var position = 0

    init(characters: [Character]) {
        self.characters = characters
    }

    mutating func next() -> (Token.Kind, Range<Int>)? {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        guard position < characters.count else { return nil }
        let start = position
        let kind = read()
        return (kind, start..<position)
    }

    private mutating func read() -> Token.Kind {
        let first = characters[position]
        if first == "\"" || first == "#" && isRawString {
            readString()
            return .literal
        }
        if first == "`" {
            position += 1
            while position < characters.count, characters[position] != "`" { position += 1 }
            position = min(position + 1, characters.count)
            return .word
        }
        if isWordCharacter(first) {
            while position < characters.count, isWordCharacter(characters[position]) {
                position += 1
            }
            return first.isNumber ? .literal : .word
        }
        for sign in ["...", "->", "==", "&&", "||", "..<"] where starts(with: sign) {
            position += sign.count
            return .sign
        }
        position += 1
        return .sign
    }

    private func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    private func starts(with text: String) -> Bool {
        characters[position...].starts(with: text)
    }

    private var isRawString: Bool {
        let rest = characters[position...].drop { $0 == "#" }
        return rest.first == "\""
    }

    private mutating func readString() {
        var hashes = 0
        while position < characters.count, characters[position] == "#" {
            hashes += 1
            position += 1
        }
        let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        let end = quote + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        position += quote.count
        while position < characters.count, !starts(with: end) {
            guard starts(with: escape) else {
                position += 1
                continue
            }
            position += escape.count
            if position < characters.count, characters[position] == "(" {
                readInterpolation()
            } else {
                position += 1
            }
        }
        position = min(position + end.count, characters.count)
    }

    private mutating func readInterpolation() {
        var depth = 0
        repeat {
            switch characters[position] {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"":
                readString()
                continue
            default: break
            }
            position += 1
        } while depth > 0 && position < characters.count
    }
}
