/// A parsed type.
indirect enum TypeSyntax: Equatable, CustomStringConvertible {
    case named(NamedType)
    /// A type inside a type: `T.Element`, `Gen<Int>.Kind`, `T.Type`.
    case member(TypeSyntax, NamedType)
    /// An optional, or an implicitly unwrapped optional with the mark `!`.
    case optional(TypeSyntax, mark: String = "?")
    case array(TypeSyntax)
    case dictionary(TypeSyntax, TypeSyntax)
    case tuple([TupleElement])
    case function(FunctionType)
    case composition([TypeSyntax])
    /// A type after a keyword or an attribute: `any P`, `inout T`, `@escaping T`.
    case prefixed(String, TypeSyntax)

    static var void: TypeSyntax { .tuple([]) }

    static func name(_ name: String, _ arguments: [TypeSyntax] = []) -> TypeSyntax {
        .named(NamedType(name: name, arguments: arguments))
    }

    /// The type without prefixes such as attributes and `inout`; `any` and `some` belong to the type.
    var unprefixed: (prefixes: [String], type: TypeSyntax) {
        guard case .prefixed(let prefix, let inner) = self,
            !["any", "some", "each", "repeat", "~"].contains(prefix)
        else { return ([], self) }
        let (prefixes, type) = inner.unprefixed
        return ([prefix] + prefixes, type)
    }

    var isBool: Bool { precise == "s:Sb" }

    var isInout: Bool { unprefixed.prefixes.contains("inout") }

    var isFunction: Bool { if case .function = unprefixed.type { true } else { false } }

    var unwrappingOptional: (type: TypeSyntax, isOptional: Bool) {
        switch self {
        case .optional(let inner, _): (inner.unwrappingOptional.type, true)
        case .named(let name) where name.precise == "s:Sq" && name.arguments.count == 1:
            (name.arguments[0].unwrappingOptional.type, true)
        default: (self, false)
        }
    }

    /// The type in an optional or an array; otherwise `nil`.
    var inner: TypeSyntax? {
        if case .array(let element) = self { return element }
        let (type, isOptional) = unwrappingOptional
        return isOptional ? type : nil
    }

    /// The type inside all optionals and arrays.
    var element: TypeSyntax { inner?.element ?? self }

    /// The name of the type, without an enclosing type.
    var name: NamedType? {
        switch self {
        case .named(let name), .member(_, let name): name
        default: nil
        }
    }

    /// The identifier of the type, or of the first type of a composition; `any` and `some` are ignored.
    var precise: String? {
        switch self {
        case .composition(let types): types.first?.precise
        case .prefixed("any", let inner), .prefixed("some", let inner): inner.precise
        default: name?.precise
        }
    }

    var isVoid: Bool {
        guard let name else { return self == .void }
        return name.precise.map { $0 == KnownTypes.void } ?? (name.name == "Void")
    }

    /// The types inside the type, with the generic arguments of a name.
    var parts: [TypeSyntax] {
        var parts: [TypeSyntax] = []
        _ = mappingParts {
            parts.append($0)
            return $0
        }
        return parts
    }

    func mappingParts(_ map: (TypeSyntax) -> TypeSyntax) -> TypeSyntax {
        func inside(_ elements: [TupleElement]) -> [TupleElement] {
            elements.map { TupleElement(label: $0.label, type: map($0.type)) }
        }
        switch self {
        case .named(var name):
            name.arguments = name.arguments.map(map)
            return .named(name)
        case .member(let outer, var name):
            name.arguments = name.arguments.map(map)
            return .member(map(outer), name)
        case .optional(let type, let mark): return .optional(map(type), mark: mark)
        case .array(let type): return .array(map(type))
        case .dictionary(let key, let value): return .dictionary(map(key), map(value))
        case .tuple(let elements): return .tuple(inside(elements))
        case .function(var function):
            function.parameters = inside(function.parameters)
            function.result = map(function.result)
            function.throwing = function.throwing.mapping(map)
            return .function(function)
        case .composition(let types): return .composition(types.map(map))
        case .prefixed(let prefix, let type): return .prefixed(prefix, map(type))
        }
    }

    var names: [NamedType] { names(withOuter: true) }

    /// Returns the names in the type, with or without the types that contain the declarations of nested types.
    func names(withOuter: Bool) -> [NamedType] {
        let inside = { (types: [TypeSyntax]) in types.flatMap { $0.names(withOuter: withOuter) } }
        guard case .member(let outer, let name) = self else {
            return [name].compactMap(\.self) + inside(parts)
        }
        return (withOuter ? outer.names : []) + [name] + inside(name.arguments)
    }

    func replacing(_ replacement: (NamedType) -> TypeSyntax) -> TypeSyntax {
        let type = mappingParts { $0.replacing(replacement) }
        return if case .named(let name) = type { replacement(name) } else { type }
    }

    var isExpansion: Bool { if case .prefixed("repeat", _) = self { true } else { false } }

    /// Parses a type from plain text, without identifiers of the symbol graph.
    init(text: String) throws {
        var reader = TokenReader(list: TokenList(text: text))
        self = try reader.type()
    }

    /// The type of the elements of an array or a dictionary, and the path to the first element.
    var elements: (type: TypeSyntax, path: String)? {
        switch self {
        case .array(let element): (element, "first")
        case .dictionary(_, let element): (element, "values.first")
        default: nil
        }
    }

    /// Whether the type has the name of an error.
    var isNamedError: Bool { ["Error", "Failure"].contains { name?.name.hasSuffix($0) == true } }

    // MARK: - Text

    var description: String {
        switch self {
        case .named(let name): name.description
        case .member(let outer, let name): "\(outer.inParentheses()).\(name)"
        case .optional(let type, let mark): type.inParentheses() + mark
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

    /// The text for a hint about many methods, in which `*` stands for the arguments of a generic type of the client.
    var pattern: String {
        let (type, isOptional) = unwrappingOptional
        guard let name = type.name, let last = name.arguments.last else { return "\(self)" }
        // A rejection is an error of the type in the `Result`.
        let arguments = name.precise == KnownTypes.result ? "*, \(last)" : "*"
        return "\(name.name)<\(arguments)>\(isOptional ? "?" : "")"
    }
}

struct NamedType: Equatable, CustomStringConvertible {
    var name: String
    var precise: String?
    var arguments: [TypeSyntax] = []

    var description: String { arguments.isEmpty ? name : "\(name)<\(arguments.list())>" }
}

struct TupleElement: Equatable, CustomStringConvertible {
    /// The label with an internal name, if any: `name` or `_ name`.
    var label: String?
    var type: TypeSyntax

    /// The internal name, or the label if there is no internal name; `nil` for `_`.
    var name: String? { label?.split(separator: " ").last.flatMap { $0 == "_" ? nil : String($0) } }

    var description: String { label.map { "\($0): \(type)" } ?? "\(type)" }
}

struct FunctionType: Equatable, CustomStringConvertible {
    enum Throwing: Equatable {
        case nothing, anything, `rethrows`
        case only(TypeSyntax)

        var text: String {
            switch self {
            case .nothing: ""
            case .anything: " throws"
            case .rethrows: " rethrows"
            case .only(let type): " throws(\(type))"
            }
        }

        func mapping(_ map: (TypeSyntax) -> TypeSyntax) -> FunctionType.Throwing {
            if case .only(let type) = self { .only(map(type)) } else { self }
        }
    }

    var parameters: [TupleElement]
    var isAsync = false
    var throwing = Throwing.nothing
    var result: TypeSyntax

    var description: String {
        "(\(parameters.list()))\(effects) -> \(result.isVoid ? "Void" : "\(result)")"
    }

    /// The effects between the parameters and the arrow, such as ` async throws`.
    var effects: String { (isAsync ? " async" : "") + throwing.text }
}

extension Sequence {
    func list(_ separator: String = ", ") -> String { map { "\($0)" }.joined(separator: separator) }
}
