import Foundation

/// The `@available` attribute of a declaration for one platform.
struct Availability: Decodable {
    struct Version: Decodable {
        let major: Int
        let minor: Int?
        let patch: Int?

        var text: String { [major, minor, patch].compactMap(\.self).list(".") }
    }

    let domain: String?
    let introduced: Version?
    let deprecated: Version?
    let obsoleted: Version?
    let message: String?
    let renamed: String?
    let isUnconditionallyDeprecated: Bool?
    let isUnconditionallyUnavailable: Bool?

    /// Whether the attribute is about versions of Swift, not of a platform.
    var isOfLanguage: Bool { domain?.lowercased() == "swift" }

    /// The minimum versions of the library, for which a wrapper needs no attribute.
    private static let floors = [
        "iOS": 16, "macOS": 13, "tvOS": 16, "watchOS": 9, "visionOS": 1, "macCatalyst": 16,
    ]

    /// The attribute as source text; `nil` if the attribute would have no effect.
    var attribute: String? {
        // Each wrapper is compiled by a newer Swift than these attributes name, so only `deprecated` has an effect.
        let domain = isOfLanguage ? "*" : domain ?? "*"
        let isDeprecated = isUnconditionallyDeprecated == true || isOfLanguage && deprecated != nil
        let says = [
            isUnconditionallyUnavailable == true ? "unavailable" : nil,
            introduced.map { "introduced: \($0.text)" },
            isDeprecated ? "deprecated" : deprecated.map { "deprecated: \($0.text)" },
            obsoleted.map { "obsoleted: \($0.text)" },
        ].compactMap(\.self).filter { !isOfLanguage || $0 == "deprecated" }
        // The symbol graph contains the texts as they are in the source, so escapes are already present.
        // Only a literal of several lines contains line breaks, its indentation, and quotes without escapes.
        let message = message.map { text in
            guard text.contains("\n") else { return text }
            let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            return lines.filter { !$0.isEmpty }.joined(separator: "\\n")
                .replacing("\"", with: "\\\"")
        }
        let texts = [message.map { "message: \"\($0)\"" }, renamed.map { "renamed: \"\($0)\"" }]
            .compactMap(\.self)
        if let introduced, let floor = Self.floors[domain], says.count == 1, texts.isEmpty,
            (introduced.major, introduced.minor ?? 0) <= (floor, 0)
        {
            return nil
        }
        return says.isEmpty ? nil : "@available(\(([domain] + says + texts).list()))"
    }
}
