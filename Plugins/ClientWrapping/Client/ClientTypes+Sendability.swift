/// Determines whether values may cross between actors, as far as the symbol graphs contain the conformances.
extension ClientTypes {
    private static let sendable = "s:s8SendableP"

    /// Returns whether an asynchronous call has to leave the caller's actor before the client is called.
    ///
    /// Swift 6 requires this if the client or an argument is not `Sendable`.
    func leavesActor(_ declaration: Declaration, of member: Member) -> Bool {
        let isOnActor =
            declaration.actor != nil || client.kind == .actor
            || declaration.modifiers.contains("nonisolated(nonsending)")
        guard !isOnActor else { return false }
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
            let names = declaration.result.names.map(\.name)
            let sendable = TypeSyntax.name("Sendable")
            sending.requirements += declaration.generics.filter { names.contains($0.name) }
                .map { GenericRequirement(left: .name($0.name), relation: ":", right: sendable) }
        }
        return sending
    }

    var isClientSendable: Bool {
        client.actor != nil || client.kind == .actor || isSendable(client.symbol.precise)
    }

    func isSendable(_ precise: String?) -> Bool {
        index.ancestry(of: precise).contains(Self.sendable)
    }

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
        case .optional, .unwrapped, .array, .dictionary, .tuple:
            return inner.parts.contains { isNot($0) }
        case .composition(let types):
            return !types.contains { $0.precise == Self.sendable } && types.contains { isNot($0) }
        case .prefixed("any", let type): return isNot(type)
        case .prefixed("some", let type):
            // Any type with this conformance may be passed.
            return !type.names.compactMap(\.precise)
                .contains { index.isError($0) || isSendable($0) }
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
                return !member.constraints.contains { constraint in
                    constraint.left.description == name.name
                        && (constraint.right.precise ?? constraint.right.description)
                            .contains("Sendable")
                }
            }
            return index[name.precise]?.isAssociatedType == false && !isSendable(name.precise)
        }
    }
}
