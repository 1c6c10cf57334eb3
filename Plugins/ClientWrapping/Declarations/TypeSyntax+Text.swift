extension TypeSyntax: CustomStringConvertible {
    var description: String {
        switch self {
        case .named(let name): name.description
        case .member(let outer, let name): "\(outer.inParentheses()).\(name)"
        case .optional(let type): "\(type.inParentheses())?"
        case .unwrapped(let type): "\(type.inParentheses())!"
        case .array(let type): "[\(type)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .tuple(let elements): "(\(elements.listed))"
        case .function(let function): function.description
        case .composition(let types):
            types.list(" & ")
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

extension NamedType: CustomStringConvertible {
    var description: String {
        arguments.isEmpty ? name : "\(name)<\(arguments.list())>"
    }
}

extension FunctionType: CustomStringConvertible {
    var description: String {
        "(\(parameters.listed))\(effects) -> \(result.isVoid ? "Void" : "\(result)")"
    }

    /// The effects between the parameters and the arrow, such as ` async throws`.
    var effects: String { (isAsync ? " async" : "") + throwing.text }
}

extension FunctionType.Throwing {
    var text: String {
        switch self {
        case .nothing: ""
        case .anything: " throws"
        case .rethrows: " rethrows"
        case .only(let type): " throws(\(type))"
        }
    }
}

extension [TupleElement] {
    fileprivate var listed: String {
        map { element in element.label.map { "\($0): \(element.type)" } ?? "\(element.type)" }
            .joined(separator: ", ")
    }
}

extension Sequence {
    func list(_ separator: String = ", ") -> String {
        map { "\($0)" }.joined(separator: separator)
    }
}
