/// The type that is wrapped, with everything that can be called on it.
struct Client {
    enum Kind: Equatable {
        case `class`, actor, value, `protocol`
    }

    let symbol: Symbol
    let kind: Kind
    let module: String
    /// What is declared for it, by itself, its superclasses, its protocols and their extensions.
    let members: [Member]
    let generics: [GenericParameter]
    /// How many of the generic parameters belong to each type of its path.
    let genericsOfPath: [Int]
    /// Whether its declaration names an actor that its members belong to, such as `@MainActor`.
    let actor: String?

    /// The type as it is named, with its generic parameters.
    var type: TypeSyntax {
        var arguments = generics.map { TypeSyntax.named(NamedType(name: $0.name)) }[...]
        var type: TypeSyntax?
        for (name, count) in zip(symbol.pathComponents, genericsOfPath) {
            var component = NamedType(name: name)
            component.arguments = Array(arguments.prefix(count))
            arguments = arguments.dropFirst(count)
            type = type.map { .member($0, component) } ?? .named(component)
        }
        return type ?? .named(NamedType(name: symbol.name))
    }

    /// Whether the protocol has types that its client chooses.
    func hasAssociatedTypes(in index: SymbolIndex) -> Bool {
        !associatedTypes(in: index).isEmpty
    }

    func associatedTypes(in index: SymbolIndex) -> [String] {
        // A type that is declared again counts once.
        var names: [String] = []
        for owner in index.ancestry(of: symbol.precise) {
            names += index.requirements(of: owner)
                .filter { $0.kind.identifier == "swift.associatedtype" && !names.contains($0.name) }
                .map(\.name)
        }
        return names
    }

    /// Whether values of the type have one owner: those alone can have a `deinit` without being objects.
    func cannotBeCopied(in index: SymbolIndex) -> Bool {
        guard kind == .value else { return false }
        let members = index.members(of: symbol.precise)
        return members.contains { member in
            // A method that says who owns the client is, as a rule, one of a type that cannot be copied.
            let words = member.words
            return member.kind.identifier == "swift.deinit"
                || words.prefix { $0 != "func" }.contains {
                    ["consuming", "borrowing"].contains($0)
                }
        }
    }

    /// Whether its methods enter groups without a wrapper.
    func interceptsItself(in index: SymbolIndex) -> Bool {
        index.inheritance(of: symbol.precise).flatMap(index.protocols(of:))
            .contains(KnownTypes.intercepting)
    }

    /// Whether one of its generic parameters stands for any number of types.
    var isOfAnyNumberOfTypes: Bool {
        TokenList(symbol.declarationFragments ?? []).tokens.contains { $0.text == "each" }
    }

    /// Whether only objects conform to the protocol, as it or an inherited protocol says.
    func isObject(in index: SymbolIndex) -> Bool {
        guard kind == .protocol else { return kind != .value }
        return index.ancestry(of: symbol.precise).compactMap { index[$0] }
            .contains { symbol in
                let words = symbol.words
                return words.contains("AnyObject") || words.contains("Actor")
            }
    }

    /// Whether it may belong to an actor: it says so, a member does, or a superclass is in no graph.
    func mayBelongToActor(in index: SymbolIndex) -> Bool {
        let isOfActor = members.contains { member in
            if case .success(let declaration) = member.declaration {
                return declaration.actor != nil
            }
            return true
        }
        let isKnown = index.inheritance(of: symbol.precise)
            .allSatisfy { index[$0] != nil || KnownTypes.rootObjects.contains($0) }
        return actor != nil || isOfActor || !isKnown
    }

    /// The name for a file and for a type of its own: `NetworkTool`, `ApiClient` of `Api.Client`.
    var title: String { symbol.pathComponents.joined() }
}

/// Something that can be called on a client, or read.
struct Member {
    let symbol: Symbol
    let declaration: Result<Declaration, UnreadableDeclaration>
    let isStatic: Bool
    /// The generic parameters of the client that are one certain type where this is declared.
    let substitutions: [String: TypeSyntax]
    /// What the generic parameters of the client and its own have to fulfil.
    let constraints: [GenericRequirement]
    /// Why it cannot be written for this client, if it is declared for another type.
    var misfit: String?

    /// Whether it is called rather than read.
    var isMethod: Bool { symbol.kind.identifier.hasSuffix("method") }

    /// Its name without labels.
    var baseName: String {
        symbol.name.split(separator: "(").first.map { String($0).withoutBackticks } ?? symbol.name
    }
}

extension Member {
    init(_ symbol: Symbol, of client: Symbol) {
        self.symbol = symbol
        do throws(UnreadableDeclaration) {
            declaration = .success(try Declaration(symbol))
        } catch {
            declaration = .failure(error)
        }
        isStatic = symbol.kind.identifier.hasPrefix("swift.type.")
        let names = Set((client.swiftGenerics?.parameters ?? []).map(\.name))
        var substitutions: [String: TypeSyntax] = [:]
        var constraints: [GenericRequirement] = []
        for requirement in GenericRequirement.all(in: symbol.swiftGenerics) {
            if requirement.relation == "==", case .named(let name) = requirement.left,
                names.contains(name.name)
            {
                substitutions[name.name] = requirement.right
            } else {
                constraints.append(requirement)
            }
        }
        self.substitutions = substitutions
        self.constraints = constraints
    }
}

extension GenericRequirement {
    /// What can be written of the constraints, which is all but those of `Self` and of opaque parameters.
    static func all(in generics: Symbol.Generics?) -> [GenericRequirement] {
        (generics?.constraints ?? [])
            .compactMap { constraint in
                guard !constraint.lhs.hasPrefix("Self"), !constraint.lhs.contains("some "),
                    let left = try? TypeSyntax(text: constraint.lhs),
                    let right = try? TypeSyntax(text: constraint.rhs)
                else { return nil }
                let relation = constraint.kind == "sameType" ? "==" : ":"
                return GenericRequirement(left: left, relation: relation, right: right)
            }
    }
}

extension TypeSyntax {
    /// Reads a type from its text alone.
    init(text: String) throws(UnreadableDeclaration) {
        var reader = TokenReader(TokenList(text: text))
        self = try reader.type()
    }
}
