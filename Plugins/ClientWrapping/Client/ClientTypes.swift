/// The meaning of the types in a client's declarations, and the spelling of these types outside the client.
struct ClientTypes {
    let index: SymbolIndex
    let client: Client
    var shape = Shape.extension
    var accessLevel = AccessLevel.internal
    /// The module in which the file will be; the file does not import this module.
    var module = ""
    var importsPreconcurrency = false

    /// The prefixes of parameters that a request cannot keep until it starts.
    static let unkept: Set<String> = ["consuming", "borrowing", "__owned", "__shared", "isolated"]

    var isInModuleOfClient: Bool { module == client.module }

    /// The expression for the wrapped client.
    var receiver: String { shape == .subclass ? "super" : "base" }

    /// The associated types of the client; if there are any, the generated class has a generic parameter `Base`.
    var associatedTypes: [String] {
        shape == .conformance ? index.associatedTypes(of: client.symbol.precise) : []
    }

    /// The type of the wrapped client as the wrapper spells this type.
    var clientType: TypeSyntax { associatedTypes.isEmpty ? client.type : .name("Base") }

    /// Returns the spelling of the type outside the client: a nested type gets its path, and a name replaces `Self`.
    func outside(_ type: TypeSyntax, of member: Member) -> TypeSyntax {
        let clientType = clientType.replacing { member.substitutions[$0.name] ?? .named($0) }
        return type.replacing { name in
            if let bound = member.substitutions[name.name], name.arguments.isEmpty { return bound }
            if name.name == "Self", shape != .subclass {
                return shape == .extension ? clientType : .name(client.wrapperName)
            }
            // Inside a generic type, the name without arguments means the type with its own parameters.
            let isClient = name.precise == client.symbol.precise && !client.generics.isEmpty
            if isClient, name.arguments.isEmpty { return clientType }
            guard let symbol = index[name.precise], symbol.pathComponents.count > 1,
                symbol.name == name.name
            else { return qualified(name, in: member) }
            let outer = symbol.pathComponents.dropLast().list(".")
            let owner = index.types(called: outer).first?.kind.identifier
            if let meaning = aliased(.named(name)), owner == "swift.protocol" {
                // Code outside the protocol cannot name an alias in the protocol, so use the aliased type.
                return self.outside(meaning, of: member)
            }
            let isKnown = outer == client.symbol.path || symbol.isAssociatedType
            return .member(isKnown ? clientType : .name(outer), name)
        }
    }

    /// Returns the name with its module if a generic parameter of the member or a type of Foundation has this name.
    private func qualified(_ name: NamedType, in member: Member) -> TypeSyntax {
        // In the extension, `Base` is the generic parameter of `InterceptingClient`.
        let isGeneric = (member.symbol.genericNames + [Forms.genericOfWrapper]).contains(name.name)
        let isOfFoundation = !isInModuleOfClient && KnownTypes.ofFoundation.contains(name.name)
        guard isGeneric || isOfFoundation, let module = index[name.precise].flatMap(index.module),
            index.types(called: module).isEmpty
        else { return .named(name) }
        return .member(.name(module), name)
    }

    /// Returns the type for which a type alias stands, also if that type is an alias again.
    func meaning(of type: TypeSyntax) -> TypeSyntax {
        var type = type
        // A broken symbol graph may contain a cycle of aliases, so limit the number of steps.
        for _ in 0..<20 {
            guard let next = aliased(type) else { return type }
            type = next
        }
        return type
    }

    /// Returns the type without attributes, aliases and optionals.
    func core(_ type: TypeSyntax) -> TypeSyntax { value(type).type }

    /// Returns the type without attributes, aliases and optionals, and whether the type is optional.
    func value(_ type: TypeSyntax) -> (type: TypeSyntax, isOptional: Bool) {
        let (type, isOptional) = meaning(of: type.unprefixed.type).unwrappingOptional
        return (meaning(of: type), isOptional)
    }

    private func aliased(_ type: TypeSyntax) -> TypeSyntax? {
        if case .prefixed("any", let inner) = type {
            return aliased(inner).map { .prefixed("any", $0) }
        }
        guard let symbol = index[type.name?.precise], symbol.kind.identifier == "swift.typealias"
        else { return nil }
        var reader = TokenReader(list: symbol.tokens)
        reader.text(upTo: ["="])
        return reader.take("=") ? (try? reader.type()).map { specialized($0, of: type) } : nil
    }

    /// Returns the type in the declaration of a generic type, with the arguments of the generic type.
    func specialized(_ type: TypeSyntax, of owner: TypeSyntax) -> TypeSyntax {
        guard let name = owner.name, let symbol = index[name.precise] else { return type }
        let parameters = symbol.genericNames.suffix(name.arguments.count)
        let arguments = Dictionary(zip(parameters, name.arguments)) { first, _ in first }
        return type.replacing { inner in arguments[inner.name] ?? .named(inner) }
    }

    /// Returns the types of the value and of the error of a `Result`; `nil` for a `Result` that is never a failure.
    func result(of type: TypeSyntax) -> (value: TypeSyntax, failure: TypeSyntax)? {
        guard let name = meaning(of: type).name, name.precise == KnownTypes.result,
            name.arguments.count == 2, "\(name.arguments[1])" != "Never"
        else { return nil }
        return (name.arguments[0], name.arguments[1])
    }

    /// Returns whether a part of the type is a function, such as an element of an array.
    func holdsFunctions(_ type: TypeSyntax) -> Bool {
        let core = core(type)
        return core.name == nil && !core.isFunction
            && core.parts.contains { self.core($0).isFunction || holdsFunctions($0) }
    }

    func isClient(_ type: TypeSyntax) -> Bool {
        if case .named(let name) = type, name.name == "Self" { return true }
        return type.precise == client.symbol.precise
    }

    /// Returns whether only a generic function can wrap a value of the type, such as `any Storing<String>`.
    func needsGenericWrapper(_ type: TypeSyntax) -> Bool {
        guard case .prefixed("any", _) = type else { return false }
        return !index.associatedTypes(of: type.precise).isEmpty
    }

    /// Returns the generated class for a protocol, because no extension of `InterceptingClient` can wrap a protocol.
    func wrapperName(ofProtocol type: TypeSyntax) -> String? {
        // The command writes no class for a composition of protocols.
        if "\(meaning(of: type))".contains("&") { return nil }
        let symbol = index[type.unprefixed.type.precise]
        return symbol?.kind.identifier == "swift.protocol" ? symbol.map(Forms.wrapper) : nil
    }

    /// Returns whether other code calls the method, such as `session(_:didReceive:completionHandler:)`.
    func isOfDelegate(_ method: Declaration) -> Bool {
        method.parameters.dropFirst().contains { parameter in
            parameter.title.begins(with: "did", "will") && callback(parameter) == nil
                || parameter.title.contains(#/^(needNewBodyStream|decidePolicy)/#)
        }
    }

    /// Returns the name of a method of this type that issues a request, or that returns a type with such a method.
    func firstRequest(of precise: String?, _ depth: Int = 1) -> String? {
        let name = index[precise]?.name ?? ""
        guard precise != client.symbol.precise,
            !name.soundsLikeListener || name.hasSuffix("Subscriber"),
            !index.isStream(precise), !KnownTypes.noClients.contains(precise),
            !KnownTypes.foundations.contains(precise.flatMap(KnownTypes.module) ?? "")
        else { return nil }
        let members = index.methods(of: precise) + index.properties(of: precise)
        let issuing = members.first { method in
            // A queue runs a closure such as `work`, and a sequence asks a closure such as `isIncluded`.
            let isCalled = callbacks(of: method).contains {
                let isWork = method.parameters.count == 1 && $0.arity == 0
                let asks = $0.returnsValue || $0.changesValue || $0.function.throwing == .anything
                return $0.soundsLikeAnEnd || !isWork && !asks
            }
            let listens = method.fullName.listens || method.name.begins(with: "on")
            return (method.isAsync || isCalled && !listens) && !isOfDelegate(method)
        }
        let returning = members.first { method in
            let result = core(method.result).precise
            guard depth > 0, method.kind == .method, result != precise else { return false }
            return result == client.symbol.precise || firstRequest(of: result, depth - 1) != nil
        }
        return (issuing ?? returning)?.fullName
    }

    /// The types that store or receive the client, and that issue requests, probably through the client.
    var callers: [String] {
        if shape == .extension { return [] }
        let own = client.symbol.precise
        let paths = index.symbols.filter { $0.isKind(of: ["swift.init", "swift.property"]) }
            .filter { $0.declarationFragments?.contains { $0.preciseIdentifier == own } == true }
            .map { $0.pathComponents.dropLast().list(".") }
        return Set(paths).sorted().filter { path in
            index.types(called: path).contains { firstRequest(of: $0.precise, 0) != nil }
        }
    }

    /// The modules without a symbol graph that declare superclasses of the client or aliases of callbacks.
    var missingModules: Set<String> {
        let own = client.symbol.precise
        let protocols = client.kind == .protocol ? index.ancestry(of: own) : []
        let aliases = client.members.compactMap(\.declaration).flatMap(\.types).flatMap(\.names)
            .compactMap(\.precise).filter { $0.hasPrefix("s:") && $0.hasSuffix("a") }
        let modules = (index.inheritance(of: own) + protocols + aliases).filter { index[$0] == nil }
            .compactMap(KnownTypes.module)
        return Set(modules).subtracting(KnownTypes.foundations).subtracting(index.modules)
    }

    // MARK: - Values that cross between actors, as far as the symbol graphs contain the conformances

    private static let sendable = "s:s8SendableP"

    /// Returns whether an asynchronous call has to leave the caller's actor before the client is called.
    ///
    /// Swift 6 requires this if the client or an argument is not `Sendable`.
    func leavesActor(_ declaration: Declaration, of member: Member) -> Bool {
        let stays = declaration.modifiers.contains("nonisolated(nonsending)")
        if stays || declaration.actor != nil || client.kind == .actor { return false }
        return !(member.isStatic || isClientSendable)
            || declaration.parameters.contains { isSurelyNotSendable($0.type, member) }
    }

    /// Returns whether the member belongs to the client, which is an actor.
    func isOnActor(_ declaration: Declaration, of member: Member) -> Bool {
        client.kind == .actor && !member.isStatic
            && !declaration.modifiers.contains { $0.hasPrefix("nonisolated") }
    }

    /// Returns the declaration whose parameters can be passed to the actor of the client.
    ///
    /// A caller of the bare actor, too, can only pass a value that no other code uses.
    func sendingToActor(_ declaration: Declaration, _ member: Member) -> Declaration {
        guard isOnActor(declaration, of: member), declaration.actor == nil
        else { return declaration }
        var sending = declaration
        for (position, parameter) in declaration.parameters.enumerated()
        where isSurelyNotSendable(parameter.type, member) {
            sending.parameters[position].type = .prefixed("sending", parameter.type)
        }
        // In language mode 6, a caller of the bare actor, too, needs a result that is `Sendable`.
        if isSurelyNotSendable(declaration.result, member) {
            sending.requirements += requirements("Sendable", onResultOf: declaration)
        }
        return sending
    }

    /// Returns the requirement that each generic parameter in the result conforms to the protocol.
    func requirements(_ name: String, onResultOf declaration: Declaration) -> [GenericRequirement] {
        let names = declaration.result.names.map(\.name)
        return declaration.generics.filter { names.contains($0.name) }
            .map { GenericRequirement(left: .name($0.name), relation: ":", right: .name(name)) }
    }

    var isClientSendable: Bool {
        client.actor != nil || client.kind == .actor || isSendable(client.symbol.precise)
    }

    func isSendable(_ type: String?) -> Bool { index.ancestry(of: type).contains(Self.sendable) }

    /// Returns whether the type is certainly not `Sendable`; a type that is in no symbol graph may be `Sendable`.
    func isSurelyNotSendable(_ type: TypeSyntax, _ member: Member) -> Bool {
        // A type alias of a function type may contain `@Sendable`, so look at the meaning of the name too.
        let (outer, named) = type.unprefixed
        let (own, inner) = meaning(of: named).unprefixed
        let prefixes = outer + own
        if prefixes.contains("@Sendable") || prefixes.contains("@MainActor") { return false }
        func isNot(_ type: TypeSyntax) -> Bool { isSurelyNotSendable(type, member) }
        switch inner {
        case .function: return true
        case .optional, .array, .dictionary, .tuple, .prefixed("any", _):
            return inner.parts.contains { isNot($0) }
        case .composition(let types):
            return !types.contains { $0.precise == Self.sendable } && types.contains { isNot($0) }
        case .prefixed("some", let type):
            // Any type with this conformance may be passed.
            return !type.names.contains { index.isError($0.precise) || isSendable($0.precise) }
        case .prefixed: return false
        case .member(_, let name) where ["Type", "Protocol"].contains(name.name): return false
        case .named(let name), .member(_, let name):
            if name.name == "Any" || name.name == "AnyObject" { return true }
            if isSendable(name.precise), !index.isConditional(name.precise, Self.sendable) {
                return false
            }
            if name.arguments.contains(where: { isNot($0) }) { return true }
            let generics = (member.declaration?.generics ?? []) + client.generics
            if generics.contains(where: { $0.name == name.name }) {
                return !member.constraints.contains {
                    "\($0.left)" == name.name && "\($0.right)".contains("Sendable")
                }
            }
            return index[name.precise]?.isAssociatedType == false && !isSendable(name.precise)
        }
    }
}
