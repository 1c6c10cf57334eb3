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
        let domain = domain ?? "*"
        let says = [
            isUnconditionallyUnavailable == true ? "unavailable" : nil,
            introduced.map { "introduced: \($0.text)" },
            isUnconditionallyDeprecated == true
                ? "deprecated" : deprecated.map { "deprecated: \($0.text)" },
            obsoleted.map { "obsoleted: \($0.text)" },
        ]
        .compactMap(\.self)
        guard !says.isEmpty else { return nil }
        // The language's version has a form of its own.
        if domain.lowercased() == "swift" {
            return introduced.map { "@available(swift \($0.text))" }
        }
        // A graph has the texts as they stand in the source.
        let texts = [message.map { "message: \"\($0)\"" }, renamed.map { "renamed: \"\($0)\"" }]
        return "@available(\(([domain] + says + texts.compactMap(\.self)).list()))"
    }
}

extension [Availability] {
    /// The attributes that say the same: one for all platforms that it is new on, and one for each other
    /// platform.
    var attributes: [String] {
        let needed = filter { !$0.isOnlyIntroduced || $0.isAboveFloor }
        let introduced = needed.filter(\.isOnlyIntroduced)
        let rest = needed.filter { !$0.isOnlyIntroduced }.compactMap(\.attribute)
        guard !introduced.isEmpty else { return rest }
        let platforms = introduced.compactMap { entry in
            entry.introduced.map { "\(entry.domain ?? "*") \($0.text)" }
        }
        return ["@available(\(platforms.sorted().list()), *)"] + rest
    }
}

extension Availability {
    fileprivate var isOnlyIntroduced: Bool {
        introduced != nil && deprecated == nil && obsoleted == nil
            && isUnconditionallyDeprecated != true && isUnconditionallyUnavailable != true
            && domain?.lowercased() != "swift" && domain != nil
    }

    /// What the library itself needs, so that no wrapper has to ask for it.
    private static let floors = [
        "iOS": 16, "macOS": 13, "tvOS": 16, "watchOS": 9, "visionOS": 1, "macCatalyst": 16,
    ]

    fileprivate var isAboveFloor: Bool {
        guard let domain, let floor = Self.floors[domain], let introduced else { return true }
        return introduced.major > floor || introduced.major == floor && introduced.minor ?? 0 > 0
    }
}
