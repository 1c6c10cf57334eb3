/// Header fields that are lists: `Cache-Control` and `Vary`.
enum HeaderList {
    /// Whether the value of `Cache-Control` has a directive, in whatever case.
    static func hasDirective(_ name: String, in value: String?) -> Bool {
        elements(of: value).contains { element in
            let directive = element.prefix { $0 != "=" }
            return trimmed(directive).lowercased() == name
        }
    }

    /// The elements in small letters, sorted, each once.
    static func names(in value: String?) -> [String] {
        Set(elements(of: value).map { trimmed($0).lowercased() }).subtracting([""]).sorted()
    }

    /// The value cut at its commas, except at those in quoted strings.
    private static func elements(of value: String?) -> [Substring] {
        guard let value else { return [] }
        var isQuoted = false
        var isEscaped = false
        let elements = value.split { character in
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            return character == "," && !isQuoted
        }
        // A quote that never ends may hide a `no-store`: better to find one too many.
        return isQuoted ? value.split(separator: ",") : elements
    }

    private static func trimmed(_ element: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = element.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return start[...end]
    }
}
