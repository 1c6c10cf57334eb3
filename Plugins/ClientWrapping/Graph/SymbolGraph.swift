/// What the compiler says of a module: every declaration, and how they belong together.
///
/// Fields that this target does not need are not read, so that a newer format can still be.
struct SymbolGraph: Decodable {
    struct Module: Decodable {
        let name: String
    }

    let module: Module
    let symbols: [Symbol]
    let relationships: [Relationship]
}

/// One declaration.
struct Symbol: Decodable {
    struct Identifier: Decodable {
        let precise: String
    }

    struct Kind: Decodable {
        let identifier: String
    }

    /// A piece of the declaration as it is written, with the type that it names.
    struct Fragment: Decodable {
        let spelling: String
        let preciseIdentifier: String?
    }

    struct Generics: Decodable {
        struct Parameter: Decodable {
            let name: String
        }

        struct Constraint: Decodable {
            let kind: String
            let lhs: String
            let rhs: String
            let rhsPrecise: String?
        }

        var parameters: [Parameter]?
        var constraints: [Constraint]?
    }

    /// Where the declaration is in its source file.
    struct Location: Decodable {
        struct Position: Decodable {
            let line: Int
        }

        let uri: String
        let position: Position
    }

    /// The extension that the declaration stands in.
    struct Extension: Decodable {
        let extendedModule: String
    }

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

    /// The name with its argument labels, such as `post(_:success:failure:)`.
    var name: String { pathComponents.last ?? "" }

    /// Where the declaration is: `Client.Request`.
    var path: String { pathComponents.joined(separator: ".") }

    /// The words and signs of the declaration.
    var words: [String] { TokenList(declarationFragments ?? []).tokens.map(\.text) }

    /// The declaration as it is written.
    var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }
}

/// How a declaration belongs to another.
struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    /// The condition of a conformance.
    let swiftConstraints: [Symbol.Generics.Constraint]?
}

extension Symbol {
    /// The symbol with another name for each generic parameter that is called like the wrapper's own.
    var renamingGenericOfWrapper: Symbol {
        let (old, new) = (Forms.genericOfWrapper, Forms.genericOfWrapper + "1")
        let isOwner = swiftGenerics?.parameters?.contains { $0.name == old } == true
        func renamed(_ type: String) -> String {
            type == old || type.hasPrefix(old + ".") ? new + type.dropFirst(old.count) : type
        }
        var symbol = self
        symbol.declarationFragments = declarationFragments?
            .map { fragment in
                // The identifier of a generic parameter ends so.
                let isGeneric =
                    fragment.preciseIdentifier?.hasSuffix("mfp") ?? (isOwner && name != old)
                return isGeneric
                    ? Fragment(
                        spelling: renamed(fragment.spelling),
                        preciseIdentifier: fragment.preciseIdentifier
                    ) : fragment
            }
        symbol.swiftGenerics?.parameters = swiftGenerics?.parameters?
            .map { Generics.Parameter(name: renamed($0.name)) }
        symbol.swiftGenerics?.constraints = swiftGenerics?.constraints?
            .map { constraint in
                Generics.Constraint(
                    kind: constraint.kind,
                    lhs: renamed(constraint.lhs),
                    rhs: renamed(constraint.rhs),
                    rhsPrecise: constraint.rhsPrecise
                )
            }
        return symbol
    }
}
