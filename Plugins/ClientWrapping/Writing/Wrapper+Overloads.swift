extension TypeSyntax {
    /// The type without the parts that do not distinguish two overloads, such as attributes.
    var withoutAttributes: TypeSyntax {
        switch self {
        case .unwrapped(let type), .optional(let type): return .optional(type.withoutAttributes)
        case .prefixed(let prefix, let type) where prefix.hasPrefix("@"):
            return type.withoutAttributes
        default: return self
        }
    }
}

extension Member {
    /// The name of the member in a hint, with parameter types if several members have the name.
    func hintName(among all: [Member]) -> String {
        let others = all.filter {
            $0.symbol.name == symbol.name && $0.symbol.precise != symbol.precise
        }
        return others.isEmpty ? symbol.name : declaration?.typedName ?? symbol.name
    }

    /// Whether a hint for this name applies to the member.
    func isCalled(_ name: String) -> Bool {
        name == symbol.name
            || name.withoutSpaces == declaration?.typedName?.withoutSpaces
    }
}

extension Declaration {
    /// The name with labels, types and result: `send(_: Int, done: (Bool) -> Void) -> Ticket`.
    fileprivate var typedName: String? {
        guard kind == .method else { return nil }
        let parameters = parameters.map { "\($0.label ?? "_"): \($0.type.unprefixed.type)" }
        let end = result.isVoid ? "" : " -> \(result)"
        return "\(name)(\(parameters.list()))\(end)"
    }
}

extension String {
    fileprivate var withoutSpaces: String { filter { !$0.isWhitespace } }
}
