/// The type to wrap, with its methods and properties.
struct Client {
    // In a symbol graph, an actor has the identifier of a class.
    /// The kind of the client's type.
    enum Kind: String {
        case `class` = "swift.class"
        case `protocol` = "swift.protocol"
        case actor, value
    }

    let symbol: Symbol
    let kind: Kind
    let module: String
    /// The lowest access level of the declarations that the wrapper can use.
    let visibility: AccessLevel
    /// The members of the type, of its superclasses, and of its protocols and their extensions.
    var members: [Member]
    let generics: [GenericParameter]
    /// The global actor in the declaration of the type, such as `@MainActor`.
    let actor: String?

    var type: TypeSyntax { .name(symbol.path, generics.map { .name($0.name) }) }

    /// The name of the class that the command writes for the client, if the client needs a class.
    var wrapperName: String { Forms.wrapper(of: symbol) }

    /// The name of the client in file names and type names: `NetworkTool`, or `ApiClient` for `Api.Client`.
    var title: String { symbol.pathComponents.joined() }

    init(named path: String, in index: SymbolIndex, visibility: AccessLevel) throws {
        let types = index.types(called: path)
        guard let symbol = types.first else {
            let last = path.lowercased().split(separator: ".").last ?? ""
            let similar = index.typeNames.filter { $0.lowercased().contains(last.prefix(4)) }
            let rest = similar.isEmpty ? "" : "; similar are: \(similar.prefix(10).list())"
            throw CommandError("\(path) is not declared in \(index.modules.sorted().list())\(rest)")
        }
        guard types.count == 1 else {
            let modules = types.compactMap(index.module).sorted().list(" and in ")
            throw CommandError("\(path) is declared in \(modules); pass the symbol graph of one")
        }
        guard visibility.includes(symbol.accessLevel) else {
            throw CommandError(
                "\(symbol.path) is \(symbol.accessLevel), and cannot be seen from the wrapper; make it public, or write the wrapper into its own module"
            )
        }
        self.symbol = symbol
        self.visibility = visibility
        module = index.module(of: symbol) ?? ""
        let isActor = symbol.words.contains("actor")
        kind = isActor ? .actor : Kind(rawValue: symbol.kind.identifier) ?? .value
        var reader = TokenReader(list: symbol.tokens)
        var head = Declaration()
        // The reader throws at the keyword of the type, after the attributes.
        try? reader.readAttributes(&head)
        actor =
            head.attributes.first { index.isGlobalActor($0, head.attributeTypes[$0]) }
            ?? Self.defaultActor(of: symbol, in: index)
        generics = kind == .protocol ? [] : symbol.genericNames.map { GenericParameter(name: $0) }
        members = MemberFinder(client: symbol, index: index, visibility: visibility).members
        for position in members.indices where index.hidesSetter(of: members[position].symbol) {
            members[position].declaration?.accessors = ["get"]
        }
    }

    /// Returns the main actor if every member names it and the type does not, as in a module with a default actor.
    private static func defaultActor(of symbol: Symbol, in index: SymbolIndex) -> String? {
        let own = index.members(of: symbol.precise)
            .filter { !$0.isSynthesized && $0.isKind(of: MemberFinder.kinds + ["init"]) }
            .map(\.declaration)
        guard own.contains(where: { $0.contains(#/@MainActor .*\binit\b/#) }) else { return nil }
        return own.allSatisfy { $0.contains(#/@MainActor |nonisolated/#) } ? "@MainActor" : nil
    }
}

/// A method or a property of a client, or a subscript, which stays by hand.
struct Member {
    let symbol: Symbol
    /// The declaration; `nil` if the parser does not support it, with the reason in `misfit`.
    var declaration: Declaration?
    /// The types that the member's extension requires for the client's generic parameters, by their names.
    private(set) var substitutions: [String: TypeSyntax] = [:]
    /// The requirements on the generic parameters of the client and of the member.
    private(set) var constraints: [GenericRequirement] = []
    /// The reason why no wrapper can contain the member; an extension may require other generic arguments.
    var misfit: String?

    var isStatic: Bool { symbol.kind.identifier.hasPrefix("swift.type.") }

    var isMethod: Bool { symbol.kind.identifier.hasSuffix("method") }

    var baseName: String { symbol.baseName }

    /// The names with which hints and options select the member.
    var names: [String] { [symbol.name, baseName] }

    init(_ symbol: Symbol, of client: Symbol, misfit: String? = nil) {
        self.symbol = symbol
        self.misfit = misfit
        do { declaration = try Declaration(symbol) } catch {
            let isSubscript = symbol.kind.identifier.hasSuffix("subscript")
            let problem = "its declaration could not be read: \(error)"
            self.misfit = misfit ?? (isSubscript ? "the command writes no subscripts" : problem)
        }
        for constraint in symbol.constraints {
            // A wrapper cannot repeat requirements on `Self`, an opaque parameter, or a generic parameter of a superclass.
            let root = String(constraint.lhs.prefix { $0 != "." })
            let own = client.genericNames + (declaration?.generics ?? []).map(\.name)
            let isOfSuper = symbol.genericNames.contains(root) && !own.contains(root)
            guard !constraint.lhs.hasPrefix("Self"), !constraint.lhs.contains("some "), !isOfSuper,
                let left = try? TypeSyntax(text: constraint.lhs),
                let right = try? TypeSyntax(text: constraint.rhs)
            else { continue }
            let relation = constraint.relation
            // A parameter may be bound to its own associated type, as in `where T.Result == T`.
            if relation == "==", case .named(let name) = left,
                client.genericNames.contains(name.name), !constraint.rhs.hasPrefix("\(name.name).")
            {
                substitutions[name.name] = right
            } else {
                constraints.append(GenericRequirement(left: left, relation: relation, right: right))
            }
        }
    }

    /// Whether the name is of a question, as `isReachable`, or of a search, to which `nil` may be the answer.
    var asksForValue: Bool {
        baseName.contains(
            #/^(is|are|has|supports|(query)?[cC]an|check|exists|contains|find|lookup|cached|current)(?![a-z])/#
        ) || symbol.name.contains("(forKey:")
    }

    /// Returns the name of the member in a hint, with parameter types if several members have the name.
    func hintName(among all: [Member]) -> String {
        let precises = all.filter { $0.symbol.name == symbol.name }.map(\.symbol.precise)
        let isOverloaded = precises.contains { $0 != symbol.precise }
        return isOverloaded ? declaration?.typedName ?? symbol.name : symbol.name
    }

    /// The sort key of the member: properties before methods, then the name, then the identifier.
    var order: String {
        "\(isMethod ? 1 : 0) \(baseName.lowercased()) \(symbol.name) \(symbol.precise)"
    }

    /// Returns whether a hint for this name applies to the member.
    func isCalled(_ name: String) -> Bool {
        name == symbol.name || name.typeName == declaration?.typedName?.typeName
    }

    /// Returns whether an item of a hint for many methods makes sense for this member.
    func takes(_ item: Hint.Item, _ types: ClientTypes) -> Bool {
        guard let declaration else { return false }
        switch item {
        case .word(.waits): return !declaration.result.isVoid
        case .role(let name, _):
            let owner = String(name.prefix { $0 != "." })
            let answer = types.answer(of: declaration)?.parameter
            return ([answer] + declaration.parameters).contains { $0?.isNamed(owner) == true }
        case .word(.client):
            let type = types.core(declaration.result).element
            return types.isClient(type) || types.firstRequest(of: type.precise) != nil
        case .value(.forwardIf, let condition?):
            let words = TokenList(text: condition).tokens.map(\.text)
            let names = declaration.parameters.map(\.name) + ["base", "self"]
            return names.contains(where: words.contains)
        default: return true
        }
    }
}

/// The access level of a wrapper, or the lowest access level of the declarations that the wrapper can use.
enum AccessLevel: String, CaseIterable {
    case `internal`, package, `public`

    /// The modifier in front of a declaration, with a space; empty for `internal`.
    var prefix: String { self == .internal ? "" : "\(rawValue) " }

    /// Returns whether code at this level can use a declaration with the given access level.
    func includes(_ accessLevel: String) -> Bool {
        (Self.allCases.map(\.rawValue) + ["open"]).drop { $0 != rawValue }.contains(accessLevel)
    }
}
