/// The paths of the types that a source file declares, such as `Api.Client` for a type inside `Api` or inside an
/// extension of `Api`.
struct DeclaredTypes {
    private(set) var paths: Set<String> = []

    private static let keywords: Set<String> = ["class", "struct", "enum", "actor", "protocol"]
    /// After `class`, these keywords begin a member, and `class` is a modifier.
    private static let members: Set<String> = ["func", "var", "let", "subscript"]

    init(source: String) {
        let tokens = TokenList(source: source).tokens
        // The names of the open scopes; `nil` for a scope that is not a type, such as a function.
        var scopes: [String?] = []
        var opened: String?
        for (position, token) in tokens.enumerated() {
            switch token.text {
            case "{":
                scopes.append(opened)
                opened = nil
            case "}":
                _ = scopes.popLast()
            case "extension" where position == 0 || tokens[position - 1].text != ".":
                opened = Self.path(in: tokens, after: position)
            case let keyword where Self.keywords.contains(keyword) && token.kind == .word:
                guard let name = Self.name(in: tokens, after: position) else { continue }
                opened = name
                let path = scopes.compactMap(\.self) + [name]
                if path.count == scopes.count + 1 { paths.insert(path.joined(separator: ".")) }
            default: break
            }
        }
    }

    private static func name(in tokens: [Token], after position: Int) -> String? {
        guard position + 1 < tokens.count, tokens[position + 1].kind == .word,
            position == 0 || ![".", "import"].contains(tokens[position - 1].text)
        else { return nil }
        let name = tokens[position + 1].text
        return members.contains(name) ? nil : name.withoutBackticks
    }

    /// The identifiers after the position, joined by dots.
    private static func path(in tokens: [Token], after position: Int) -> String? {
        var names: [String] = []
        var next = position + 1
        while next < tokens.count, tokens[next].kind == .word {
            names.append(tokens[next].text.withoutBackticks)
            guard next + 1 < tokens.count, tokens[next + 1].text == "." else { break }
            next += 2
        }
        return names.isEmpty ? nil : names.joined(separator: ".")
    }
}
