/// What `@available` says of a declaration for one platform.
struct Availability: Decodable {
    struct Version: Decodable {
        let major: Int
        let minor: Int?
        let patch: Int?

        var text: String {
            [major, minor, patch].compactMap { $0.map(String.init) }.joined(separator: ".")
        }
    }

    let domain: String?
    let introduced: Version?
    let deprecated: Version?
    let obsoleted: Version?
    let message: String?
    let renamed: String?
    let isUnconditionallyDeprecated: Bool?
    let isUnconditionallyUnavailable: Bool?

    /// The attribute that says the same, or `nil` if it says nothing.
    var attribute: String? {
        var clauses: [String] = []
        if isUnconditionallyUnavailable == true { clauses.append("unavailable") }
        if let introduced { clauses.append("introduced: \(introduced.text)") }
        if isUnconditionallyDeprecated == true {
            clauses.append("deprecated")
        } else if let deprecated {
            clauses.append("deprecated: \(deprecated.text)")
        }
        if let obsoleted { clauses.append("obsoleted: \(obsoleted.text)") }
        guard !clauses.isEmpty else { return nil }
        if let message { clauses.append("message: \(message.swiftLiteral)") }
        if let renamed { clauses.append("renamed: \(renamed.swiftLiteral)") }
        let domain = domain ?? "*"
        // The language's version has a form of its own.
        if domain.lowercased() == "swift" {
            return introduced.map { "@available(swift \($0.text))" }
        }
        return "@available(\(domain), \(clauses.joined(separator: ", ")))"
    }
}

extension String {
    /// The text as a literal of Swift.
    var swiftLiteral: String {
        let escaped = map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
