/// Whether values may cross between actors, as far as the graphs tell.
extension ClientTypes {
    private static let sendable = "s:s8SendableP"

    /// Whether an asynchronous call has to leave the caller's actor before it hands over the client and the
    /// arguments: Swift 6 wants that of what is not `Sendable`.
    func leavesActor(_ declaration: Declaration, of member: Member) -> Bool {
        let isOnActor =
            declaration.actor != nil || client.kind == .actor
            || declaration.modifiers.contains("nonisolated(nonsending)")
        guard !isOnActor else { return false }
        return !(member.isStatic || isClientSendable)
            || declaration.parameters.contains { isSurelyNotSendable($0.type, declaration, member) }
    }

    /// The parameter of an actor's method that the wrapper, which is no actor, cannot send there.
    func parameterThatCannotCross(_ declaration: Declaration, _ member: Member) -> Parameter? {
        guard client.kind == .actor, !member.isStatic, declaration.actor == nil,
            !declaration.modifiers.contains(where: { $0.hasPrefix("nonisolated") })
        else { return nil }
        return declaration.parameters.first { isSurelyNotSendable($0.type, declaration, member) }
    }

    var isClientSendable: Bool {
        client.actor != nil || client.kind == .actor || isSendable(client.symbol.precise)
    }

    private func isSendable(_ precise: String) -> Bool {
        index.ancestry(of: precise).contains(Self.sendable)
    }

    /// Types that are in no graph may be `Sendable`.
    private func isSurelyNotSendable(
        _ type: TypeSyntax,
        _ declaration: Declaration,
        _ member: Member
    ) -> Bool {
        // An alias of a function may be `@Sendable` itself.
        let (outer, named) = type.unprefixed
        let (own, inner) = meaning(of: named).unprefixed
        let prefixes = outer + own
        if prefixes.contains("@Sendable") || prefixes.contains("@MainActor") { return false }
        func isNot(_ type: TypeSyntax) -> Bool { isSurelyNotSendable(type, declaration, member) }
        switch inner {
        case .function: return true
        case .optional, .unwrapped, .array, .dictionary, .tuple:
            return inner.parts.contains { isNot($0) }
        case .composition(let types):
            return !types.contains { $0.precise == Self.sendable } && types.contains { isNot($0) }
        case .prefixed("any", let type), .prefixed("some", let type): return isNot(type)
        case .prefixed: return false
        case .member(_, let name) where ["Type", "Protocol"].contains(name.name): return false
        case .named(let name), .member(_, let name):
            if name.name == "Any" || name.name == "AnyObject" { return true }
            if let precise = name.precise, index.ancestry(of: precise).contains(Self.sendable),
                index.condition(of: precise, Self.sendable) == nil
            {
                return false
            }
            if name.arguments.contains(where: { isNot($0) }) { return true }
            if declaration.generics.contains(where: { $0.name == name.name }) {
                return !member.constraints.contains { constraint in
                    constraint.left.description == name.name
                        && (constraint.right.precise ?? constraint.right.description)
                            .contains("Sendable")
                }
            }
            guard let precise = name.precise, let symbol = index[precise],
                symbol.kind.identifier != "swift.associatedtype"
            else { return false }
            return !isSendable(precise)
        }
    }
}
