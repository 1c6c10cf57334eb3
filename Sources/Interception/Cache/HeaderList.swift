import Foundation

/// A parser for header fields whose value is a list: `Cache-Control` and `Vary`.
enum HeaderList {
    private static let space = CharacterSet(charactersIn: " \t")

    /// Returns whether the value of `Cache-Control` contains a directive, ignoring case.
    static func hasDirective(_ name: String, in value: String?) -> Bool {
        elements(of: value).contains { element in
            let directive = element.prefix { $0 != "=" }
            return directive.trimmingCharacters(in: space).lowercased() == name
        }
    }

    static func names(in value: String?) -> [String] {
        let names = elements(of: value).map { $0.trimmingCharacters(in: space).lowercased() }
        return Set(names).subtracting([""]).sorted()
    }

    /// Splits the value at its commas, except within quoted strings.
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
        // An unterminated quote may hide a `no-store`, so treat every comma as a separator.
        return isQuoted ? value.split(separator: ",") : elements
    }
}
