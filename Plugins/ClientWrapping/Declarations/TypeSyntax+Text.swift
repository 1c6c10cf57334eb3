// Types as the text of the wrapper.
extension TypeSyntax: CustomStringConvertible {
    var description: String {
        switch self {
        case .named(let name): name.description
        case .member(let outer, let name): "\(outer.inParentheses()).\(name)"
        case .optional(let type): "\(type.inParentheses())?"
        case .unwrapped(let type): "\(type.inParentheses())!"
        case .array(let type): "[\(type)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .tuple(let elements): "(\(elements.list()))"
        case .function(let function): function.description
        case .composition(let types): types.list(" & ")
        case .prefixed("~", let type): "~\(type)"
        case .prefixed(let prefix, let type): "\(prefix) \(type)"
        }
    }

    private func inParentheses() -> String {
        switch self {
        case .function, .prefixed, .composition: "(\(self))"
        default: description
        }
    }
}

extension FunctionType: CustomStringConvertible {
    var description: String {
        "(\(parameters.list()))\(effects) -> \(result.isVoid ? "Void" : "\(result)")"
    }

    /// The effects between the parameters and the arrow, such as ` async throws`.
    var effects: String { (isAsync ? " async" : "") + throwing.text }
}

extension Sequence {
    func list(_ separator: String = ", ") -> String { map { "\($0)" }.joined(separator: separator) }
}
