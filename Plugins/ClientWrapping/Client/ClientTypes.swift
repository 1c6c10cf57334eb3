/// What the types of a client's declarations mean, and how they are written elsewhere.
struct ClientTypes {
    let index: SymbolIndex
    let client: Client
    /// How the client is named inside the wrapper.
    let clientType: TypeSyntax

    let shape: Style.Shape
    /// Which type `Self` is, where it is not the client's.
    let selfType: TypeSyntax

    init(_ client: Client, in index: SymbolIndex, shape: Style.Shape = .extension) {
        self.index = index
        self.client = client
        self.shape = shape
        // A class of the wrapper's own is generic if the protocol has types of the client's choice.
        let isGeneric = shape == .conformance && client.hasAssociatedTypes(in: index)
        clientType = isGeneric ? .named(NamedType(name: "Base")) : client.type
        selfType =
            shape == .conformance ? .named(NamedType(name: client.wrapperName)) : client.type
    }

    // MARK: - How a type is written

    /// The type as it is written outside the client: nested types by their paths, `Self` by its name.
    func outside(_ type: TypeSyntax, of member: Member) -> TypeSyntax {
        let clientType = clientType.replacing { member.substitutions[$0.name] ?? .named($0) }
        return type.replacing { name in
            if let substitution = member.substitutions[name.name], name.arguments.isEmpty {
                return substitution
            }
            if name.name == "Self", shape == .subclass { return .named(name) }
            if name.name == "Self" { return client.kind == .protocol ? selfType : clientType }
            // Inside a generic type its name alone means the type with its own parameters.
            if name.precise == client.symbol.precise, name.arguments.isEmpty,
                !client.generics.isEmpty
            {
                return clientType
            }
            guard let precise = name.precise, let symbol = index[precise],
                symbol.pathComponents.count > 1,
                symbol.pathComponents.last == name.name
            else { return .named(name) }
            if symbol.kind.identifier == "swift.associatedtype" {
                return .member(clientType, name)
            }
            let outer = symbol.pathComponents.dropLast()
            if outer.elementsEqual(client.symbol.pathComponents) {
                return .member(clientType, name)
            }
            return .member(.named(NamedType(name: outer.joined(separator: "."))), name)
        }
    }

    // MARK: - What a type means

    /// The type that an alias stands for, and what it stands for in turn.
    func meaning(of type: TypeSyntax) -> TypeSyntax {
        var type = type
        // An alias of an alias ends somewhere; this ends, too, if a graph says otherwise.
        for _ in 0..<20 {
            guard let next = aliased(type) else { return type }
            type = next
        }
        return type
    }

    /// The type without attributes, aliases and optionals.
    func core(_ type: TypeSyntax) -> TypeSyntax {
        meaning(of: type.unprefixed.type).unwrappingOptional.type
    }

    /// What a value of a callback is, or an optional of.
    func value(_ element: TupleElement) -> (type: TypeSyntax, isOptional: Bool) {
        let (type, isOptional) = meaning(of: element.type.unprefixed.type).unwrappingOptional
        return (meaning(of: type), isOptional)
    }

    private func aliased(_ type: TypeSyntax) -> TypeSyntax? {
        let name: NamedType
        switch type {
        case .named(let found), .member(_, let found): name = found
        default: return nil
        }
        guard let precise = name.precise, let symbol = index[precise],
            symbol.kind.identifier == "swift.typealias",
            let aliased = try? Declaration.aliasedType(symbol)
        else { return nil }
        let parameters = (symbol.swiftGenerics?.parameters ?? []).map(\.name)
        let arguments = Dictionary(
            zip(parameters.suffix(name.arguments.count), name.arguments),
            uniquingKeysWith: { first, _ in first }
        )
        return aliased.replacing { inner in arguments[inner.name] ?? .named(inner) }
    }

    /// Whether the type is an error for sure.
    func isError(_ type: TypeSyntax, in member: Member) -> Bool {
        let type = meaning(of: type)
        if case .composition(let parts) = type { return parts.contains { isError($0, in: member) } }
        if case .prefixed("any", .composition(let parts)) = type {
            return parts.contains { isError($0, in: member) }
        }
        if let precise = type.precise, index.isError(precise) { return true }
        // A generic parameter that is one.
        return member.constraints.contains { constraint in
            constraint.relation == ":" && constraint.left.description == type.description
                && (constraint.right.description == "Error")
        }
    }

    func isResult(_ type: TypeSyntax) -> Bool {
        meaning(of: type).precise == KnownTypes.result
    }

    /// Whether the client itself is meant.
    func isClient(_ type: TypeSyntax) -> Bool {
        if case .named(let name) = type, name.name == "Self" { return true }
        return type.precise == client.symbol.precise
    }

    /// A method of the type that issues a request, or returns something that does.
    func firstRequest(of precise: String, _ depth: Int = 1) -> String? {
        guard precise != client.symbol.precise, !index.isStream(precise) else { return nil }
        let methods = index.methods(of: precise).filter { !$0.precise.contains("::SYNTHESIZED::") }
            .compactMap { symbol in (try? Declaration(symbol)).map { (symbol.name, $0) } }
        let issuing = methods.first { _, method in
            method.isAsync || method.parameters.contains { callback($0) != nil }
        }
        let returning = methods.first { _, method in
            let result = core(method.result).precise
            return depth > 0 && result != precise
                && result.flatMap { firstRequest(of: $0, depth - 1) } != nil
        }
        return (issuing ?? returning)?.0
    }

    // MARK: - What is missing

    /// The modules whose graphs would say more: of superclasses, and of aliases that may be callbacks.
    var missingModules: Set<String> {
        var wanted: Set<String> = []
        func want(_ precise: String) {
            guard index[precise] == nil, let module = KnownTypes.module(of: precise),
                !KnownTypes.foundations.contains(module), !index.modules.contains(module)
            else { return }
            wanted.insert(module)
        }
        for owner in index.inheritance(of: client.symbol.precise) { want(owner) }
        if client.kind == .protocol {
            for owner in index.protocols(of: client.symbol.precise) { want(owner) }
        }
        for case .success(let declaration) in client.members.map(\.declaration) {
            for name in (declaration.parameters.map(\.type) + [declaration.result])
                .flatMap(\.names)
            {
                guard let precise = name.precise, KnownTypes.isAlias(precise) else { continue }
                want(precise)
            }
        }
        return wanted
    }
}
