extension ClientTypes {
    /// The prefixes of parameters that a request cannot keep until it starts.
    static let unkept: Set<String> = [
        "consuming", "borrowing", "__owned", "__shared", "isolated",
    ]

    /// The protocols without requirements, which a wrapper need not implement.
    static let markers: Set<String> = [
        "s:s8SendableP", "s:s16SendableMetatypeP", "s:s8CopyableP", "s:s9EscapableP",
    ]
}

extension SymbolIndex {
    func isGlobalActor(_ name: some StringProtocol, _ precise: String?) -> Bool {
        if name == "MainActor" { return true }
        guard name.first?.isUppercase == true else { return false }
        guard let symbol = precise.flatMap({ self[$0] }) else { return name.hasSuffix("Actor") }
        return symbol.declaration.contains("@globalActor")
    }

    func isResultBuilder(_ name: String, _ precise: String?) -> Bool {
        guard let symbol = precise.flatMap({ self[$0] }) else { return name.hasSuffix("Builder") }
        return symbol.declaration.contains("@resultBuilder")
    }
}
