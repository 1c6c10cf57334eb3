/// Whether values can be copied and kept, as far as the graphs tell: no graph has what a type suppresses.
extension ClientTypes {
    private static let copyable = "s:s8CopyableP"

    static let ownerships: Set<String> = ["consuming", "borrowing", "__owned", "__shared"]

    /// What conforms to nothing but these may still have one owner.
    private static let ofOneOwner: Set<String> = [
        "s:s8SendableP", "s:s16SendableMetatypeP", "s:s8CopyableP", "s:s9EscapableP",
    ]

    /// Types whose values cannot outlive the call that takes them.
    private static let views: Set<String> = [
        "Span", "RawSpan", "MutableSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan",
        "UTF8Span",
    ]

    /// Types of the standard library with one owner.
    private static let ownedTypes: Set<String> = ["Atomic", "Mutex", "UniqueArray", "UniqueBox"]

    /// Whether a closure may keep a value of the type for as long as the call runs.
    func isView(_ type: TypeSyntax) -> Bool {
        type.names.contains { name in
            Self.views.contains(name.name) && (name.precise?.hasPrefix("s:s") ?? true)
        }
    }

    /// Whether values of the type can be copied for sure.
    func isSurelyCopied(_ type: TypeSyntax, _ declaration: Declaration) -> Bool {
        func isCopied(_ type: TypeSyntax) -> Bool { isSurelyCopied(type, declaration) }
        let type = meaning(of: type.unprefixed.type)
        switch type {
        case .function, .dictionary: return true
        case .prefixed("~", _): return false
        case .optional, .unwrapped, .array, .tuple, .composition, .prefixed:
            return type.parts.allSatisfy { isCopied($0) }
        case .member(_, let name) where ["Type", "Protocol"].contains(name.name): return true
        case .named(let name), .member(_, let name):
            return name.arguments.allSatisfy { isCopied($0) } && isNamedCopied(name, declaration)
        }
    }

    private func isNamedCopied(_ name: NamedType, _ declaration: Declaration) -> Bool {
        if declaration.generics.contains(where: { $0.name == name.name }) {
            return !declaration.requirements.contains { requirement in
                requirement.left.description == name.name
                    && requirement.right.description == "~Copyable"
            }
        }
        guard let precise = name.precise else { return name.name == "Self" }
        guard let symbol = index[precise] else {
            return KnownTypes.foundations.contains(KnownTypes.module(of: precise) ?? "")
                && !Self.ownedTypes.contains(name.name) && !Self.views.contains(name.name)
        }
        switch symbol.kind.identifier {
        case "swift.class", "swift.protocol", "swift.associatedtype": return true
        default:
            return index.protocols(of: precise).contains { conformance in
                !Self.ofOneOwner.contains(conformance)
                    && !(index[conformance]?.declaration.contains("~Copyable") ?? false)
            }
        }
    }

    /// Whether the type names one of which some declaration says, or seems to say, that it has one owner.
    func maySuppressCopying(_ type: TypeSyntax) -> Bool {
        meaning(of: type).names.contains { name in
            guard let precise = name.precise, let symbol = index[precise],
                ["swift.struct", "swift.enum"].contains(symbol.kind.identifier)
            else { return false }
            return index.members(of: precise).contains { $0.kind.identifier == "swift.deinit" }
                || index.condition(of: precise, Self.copyable)?
                    .contains { $0.rhsPrecise == Self.copyable } == true
                || index.isPassedWithOwnership(precise)
                    && !isSurelyCopied(
                        .named(NamedType(name: name.name, precise: precise)),
                        Declaration()
                    )
        }
    }
}

extension SymbolIndex {
    /// Whether a method says who owns a parameter of the type, as it has to if the type cannot be copied.
    func isPassedWithOwnership(_ precise: String) -> Bool {
        symbols.contains { symbol in
            let fragments = symbol.declarationFragments ?? []
            return fragments.indices.dropFirst()
                .contains { position in
                    guard fragments[position].preciseIdentifier == precise else { return false }
                    return fragments[..<position].suffix(2)
                        .contains { fragment in
                            ClientTypes.ownerships.contains { fragment.spelling.contains($0) }
                        }
                }
        }
    }

    /// Whether the attribute is a global actor, such as `MainActor`.
    func isGlobalActor(_ name: String, _ precise: String?) -> Bool {
        if name == "MainActor" { return true }
        guard let symbol = precise.flatMap({ self[$0] }) else { return name.hasSuffix("Actor") }
        return symbol.declaration.contains("@globalActor")
    }

    /// Whether the attribute is a result builder, such as `ViewBuilder`.
    func isResultBuilder(_ name: String, _ precise: String?) -> Bool {
        guard let symbol = precise.flatMap({ self[$0] }) else { return name.hasSuffix("Builder") }
        return symbol.declaration.contains("@resultBuilder")
    }
}
