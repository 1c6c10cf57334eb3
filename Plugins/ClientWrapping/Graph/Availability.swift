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
        let lines = message?.split(separator: #/\s*\n\s*/#) ?? []
        let isLong = message?.contains("\n") == true
        let message = isLong ? lines.list("\\n").replacing("\"", with: "\\\"") : message
        let texts = [message.map { "message: \"\($0)\"" }, renamed.map { "renamed: \"\($0)\"" }]
            .compactMap(\.self)
        let isOld = introduced.map { ($0.major, $0.minor ?? 0) <= (Self.floors[domain] ?? 0, 0) }
        let isFree = isOld == true && says.count == 1 && texts.isEmpty
        return says.isEmpty || isFree ? nil : "@available(\(([domain] + says + texts).list()))"
    }
}
