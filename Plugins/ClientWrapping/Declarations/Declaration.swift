/// A method, a property or a subscript as it is declared.
struct Declaration: Equatable {
    enum Kind: Equatable {
        case method, property, constant, `subscript`
    }

    enum Accessor: String, CaseIterable {
        case get, set, async, `throws`, nonmutating, mutating
    }

    var kind = Kind.method
    /// Such as `@MainActor`; `@available` comes from elsewhere.
    var attributes: [String] = []
    /// What the attributes name that are types.
    var attributeTypes: [String: String] = [:]
    var modifiers: Set<String> = []
    var name = ""
    var generics: [GenericParameter] = []
    var parameters: [Parameter] = []
    var isAsync = false
    var isRethrowing = false
    var throwing = FunctionType.Throwing.nothing
    /// The type of a property, the result of anything else.
    var result = TypeSyntax.void
    var requirements: [GenericRequirement] = []
    /// What stands between the braces of a property; `nil` where there are none.
    var accessors: Set<Accessor>?

    var isThrowing: Bool { throwing != .nothing || isRethrowing }

    /// Whether the property or subscript can be written.
    var isWritable: Bool {
        switch kind {
        case .constant, .method: false
        case .property: accessors?.contains(.set) ?? true
        case .subscript: accessors?.contains(.set) ?? false
        }
    }

    /// The actor that the declaration belongs to, such as `@MainActor`.
    var actor: String? {
        attributes.first { attribute in
            let name = attribute.dropFirst()
            guard name.first?.isUppercase == true, name != "Sendable", !name.contains("(") else {
                return false
            }
            // What else stands before a property is its wrapper, which only the client's has.
            return kind == .method || kind == .subscript || name.hasSuffix("Actor")
        }
    }
}

struct Parameter: Equatable {
    /// What the caller writes; `nil` for none.
    var label: String?
    var name: String
    var type: TypeSyntax
    var isVariadic = false
    var defaultValue: String?
    /// What stands before the name: a result builder, or the wrapper of a property.
    var attributes: [NamedType] = []

    /// What a caller or a user knows it by: the label if there is one.
    var title: String { label ?? name }
}

struct GenericParameter: Equatable {
    var name: String
    var isPack = false
    /// Whether it stands for a number.
    var isValue = false
    var bound: TypeSyntax?
}

struct GenericRequirement: Equatable {
    var left: TypeSyntax
    /// `:` or `==`.
    var relation: String
    var right: TypeSyntax

    var text: String { relation == ":" ? "\(left): \(right)" : "\(left) == \(right)" }
}

extension String {
    /// The name as it has to be written where a value is meant.
    var escaped: String { Self.reserved.contains(self) || !isWord ? "`\(self)`" : self }

    /// The name as it has to be written where a label is meant, which may be a word of the language.
    var escapedLabel: String {
        ["inout", "let", "var"].contains(self) || !isWord ? "`\(self)`" : self
    }

    /// Whether it is a name without backticks, or several with dots: Swift has others, too.
    private var isWord: Bool {
        allSatisfy { $0.isLetter || $0.isNumber || "_$.".contains($0) || !$0.isASCII }
            && first?.isWholeNumber != true
    }

    private static let reserved: Set<String> = [
        "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
        "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Self", "Any",
    ]
}
