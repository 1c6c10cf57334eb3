/// A type as it is written.
indirect enum TypeSyntax: Equatable {
    case named(NamedType)
    /// `T.Element`, `Gen<Int>.Kind`, `T.Type`.
    case member(TypeSyntax, NamedType)
    case optional(TypeSyntax)
    /// `T!`
    case unwrapped(TypeSyntax)
    case array(TypeSyntax)
    case dictionary(TypeSyntax, TypeSyntax)
    case tuple([TupleElement])
    case function(FunctionType)
    case composition([TypeSyntax])
    /// `any P`, `inout T`, `@escaping T`, and so on.
    case prefixed(String, TypeSyntax)

    static var void: TypeSyntax { .tuple([]) }
}

/// One name of a type, with what it is applied to.
struct NamedType: Equatable {
    var name: String
    var precise: String?
    var arguments: [TypeSyntax] = []
}

struct TupleElement: Equatable {
    /// The name, or `_ name`.
    var label: String?
    var type: TypeSyntax
}

struct FunctionType: Equatable {
    enum Throwing: Equatable {
        case nothing, anything
        case only(TypeSyntax)
    }

    var parameters: [TupleElement]
    var isAsync = false
    var throwing = Throwing.nothing
    var result: TypeSyntax

    /// The names that the parameters have, where they have any.
    var parameterNames: [String?] {
        parameters.map { parameter in
            parameter.label?.split(separator: " ").last.map(String.init).flatMap {
                $0 == "_" ? nil : $0
            }
        }
    }
}

extension TypeSyntax {
    /// The type without what stands before it: attributes, `inout` and the like, but for `any` and `some`.
    var unprefixed: (prefixes: [String], type: TypeSyntax) {
        var prefixes: [String] = []
        var type = self
        while case .prefixed(let prefix, let inner) = type,
            !["any", "some", "each", "repeat", "~"].contains(prefix)
        {
            prefixes.append(prefix)
            type = inner
        }
        return (prefixes, type)
    }

    /// The type itself, or what it is an optional of.
    var unwrappingOptional: (type: TypeSyntax, isOptional: Bool) {
        switch self {
        case .optional(let inner), .unwrapped(let inner):
            return (inner.unwrappingOptional.type, true)
        case .named(let name) where name.precise == "s:Sq" && name.arguments.count == 1:
            return (name.arguments[0].unwrappingOptional.type, true)
        default: return (self, false)
        }
    }

    /// What an array has, or the type itself.
    var elementOfArray: TypeSyntax { if case .array(let element) = self { element } else { self } }

    /// What the type names, if it is one name with or without `any`.
    var precise: String? {
        switch self {
        case .named(let name): name.precise
        case .member(_, let name): name.precise
        case .prefixed("any", let inner), .prefixed("some", let inner): inner.precise
        default: nil
        }
    }

    var isVoid: Bool {
        switch self {
        case .tuple(let elements): elements.isEmpty
        case .named(let name): name.precise == KnownTypes.void || name.name == "Void"
        default: false
        }
    }

    /// The types that the type consists of, but for the arguments of a name.
    var parts: [TypeSyntax] {
        switch self {
        case .named: []
        case .member(let outer, _): [outer]
        case .optional(let type), .unwrapped(let type), .array(let type), .prefixed(_, let type):
            [type]
        case .dictionary(let key, let value): [key, value]
        case .tuple(let elements): elements.map(\.type)
        case .function(let function):
            function.parameters.map(\.type) + [function.result] + function.throwing.types
        case .composition(let types): types
        }
    }

    /// Every name in the type.
    var names: [NamedType] {
        let inner = parts.flatMap(\.names)
        guard case .named(let name) = self else {
            guard case .member(_, let name) = self else { return inner }
            return inner + [name] + name.arguments.flatMap(\.names)
        }
        return [name] + name.arguments.flatMap(\.names)
    }

    /// The type with every name in it replaced.
    func replacing(_ replacement: (NamedType) -> TypeSyntax) -> TypeSyntax {
        func inside(_ name: NamedType) -> NamedType {
            var name = name
            name.arguments = name.arguments.map { $0.replacing(replacement) }
            return name
        }
        func inside(_ elements: [TupleElement]) -> [TupleElement] {
            elements.map { TupleElement(label: $0.label, type: $0.type.replacing(replacement)) }
        }
        switch self {
        case .named(let name): return replacement(inside(name))
        case .member(let outer, let name):
            return .member(outer.replacing(replacement), inside(name))
        case .optional(let type): return .optional(type.replacing(replacement))
        case .unwrapped(let type): return .unwrapped(type.replacing(replacement))
        case .array(let type): return .array(type.replacing(replacement))
        case .dictionary(let key, let value):
            return .dictionary(key.replacing(replacement), value.replacing(replacement))
        case .tuple(let elements): return .tuple(inside(elements))
        case .function(var function):
            function.parameters = inside(function.parameters)
            function.result = function.result.replacing(replacement)
            if case .only(let type) = function.throwing {
                function.throwing = .only(type.replacing(replacement))
            }
            return .function(function)
        case .composition(let types):
            return .composition(types.map { $0.replacing(replacement) })
        case .prefixed(let prefix, let type):
            return .prefixed(prefix, type.replacing(replacement))
        }
    }
}

extension FunctionType.Throwing {
    var types: [TypeSyntax] { if case .only(let type) = self { [type] } else { [] } }
}
