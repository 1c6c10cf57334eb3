/// A symbol graph of the compiler: the declarations of a module, and the relationships between them.
///
/// Only the fields that the command uses are decoded, so that a newer format does not lead to an error.
struct SymbolGraph: Decodable {
    /// A module, or a generic parameter.
    struct Named: Decodable { let name: String }

    let module: Named
    let symbols: [Symbol]
    let relationships: [Relationship]
}

struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }

    struct Kind: Decodable { let identifier: String }

    /// A piece of the declaration's source text, with the identifier of the type that the piece names.
    struct Fragment: Decodable {
        var spelling: String
        let preciseIdentifier: String?
    }

    struct Generics: Decodable {
        struct Constraint: Decodable {
            let kind: String
            let lhs: String
            let rhs: String
            let rhsPrecise: String?

            var relation: String { kind == "sameType" ? "==" : ":" }

            func mapping(_ name: (String) -> String) -> Constraint {
                Constraint(kind: kind, lhs: name(lhs), rhs: name(rhs), rhsPrecise: rhsPrecise)
            }
        }

        var parameters: [SymbolGraph.Named]?
        var constraints: [Constraint]?
    }

    struct Location: Decodable {
        struct Position: Decodable { let line: Int }

        let uri: String
        let position: Position
    }

    /// The extension in which the symbol is declared.
    struct Extension: Decodable { let extendedModule: String }

    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let accessLevel: String
    var declarationFragments: [Fragment]?
    let availability: [Availability]?
    var swiftGenerics: Generics?
    let swiftExtension: Extension?
    let location: Location?

    var precise: String { identifier.precise }

    /// Whether the graph repeats a member of a protocol extension for a conforming type.
    var isSynthesized: Bool { precise.contains("::SYNTHESIZED::") }

    /// Returns whether the kind has one of the names; a member of the type is of the same kind as other members.
    func isKind(of names: [String]) -> Bool { names.contains(where: kind.identifier.hasSuffix) }

    var isAssociatedType: Bool { kind.identifier == "swift.associatedtype" }

    /// The name with its argument labels, such as `post(_:success:failure:)`.
    var name: String { pathComponents.last ?? "" }

    /// The name without argument labels.
    var baseName: String { String(name.prefix { $0 != "(" }).withoutBackticks }

    /// The names of the enclosing types and of the symbol, joined by dots: `Client.Request`.
    var path: String { pathComponents.joined(separator: ".") }

    var tokens: TokenList { TokenList(declarationFragments ?? []) }

    var words: [String] { tokens.tokens.map(\.text) }

    var genericNames: [String] { (swiftGenerics?.parameters ?? []).map(\.name) }

    var constraints: [Generics.Constraint] { swiftGenerics?.constraints ?? [] }

    var availabilityAttributes: [String] { (availability ?? []).compactMap(\.attribute) }

    var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }

    /// A copy of the symbol in which no generic parameter has the name of the wrapper's generic parameter.
    var renamingGenericOfWrapper: Symbol {
        let old = Forms.genericOfWrapper
        let isOwner = genericNames.contains(old)
        func renamed(_ type: String) -> String { type.replacing(#/^Base(?!\w)/#, with: "\(old)1") }
        var symbol = self
        for (position, fragment) in (declarationFragments ?? []).enumerated() {
            // The identifier of a generic parameter ends in `mfp`.
            let isGeneric = fragment.preciseIdentifier?.hasSuffix("mfp") ?? (isOwner && name != old)
            if !isGeneric { continue }
            symbol.declarationFragments?[position].spelling = renamed(fragment.spelling)
        }
        symbol.swiftGenerics?.parameters = genericNames.map { .init(name: renamed($0)) }
        symbol.swiftGenerics?.constraints = constraints.map { $0.mapping(renamed) }
        return symbol
    }

    /// Returns whether both symbols have the same name and, unless `other` is a default, the same parameters.
    func replaces(_ other: Symbol, isDefault: Bool = false) -> Bool {
        name == other.name && kind.identifier == other.kind.identifier
            && (isDefault || parameterTypes == other.parameterTypes)
    }

    private var parameterTypes: [String]? {
        guard let declaration = try? Declaration(self) else { return nil }
        // Attributes and the sign of an optional type do not distinguish two overloads.
        return declaration.parameters
            .map { "\($0.type)".replacing(#/@\w+ /#, with: "").replacing("!", with: "?") }
            + (declaration.isAsync ? ["async"] : [])
    }
}

/// A relationship between two declarations, such as a conformance.
struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    /// The constraints of a conditional conformance.
    let swiftConstraints: [Symbol.Generics.Constraint]?
}
