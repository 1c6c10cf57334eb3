/// A parsed declaration of a method or a property.
struct Declaration: Equatable {
    enum Kind: Equatable { case method, property, constant }

    var kind = Kind.method
    /// The attributes, such as `@MainActor`, except `@available`.
    var attributes: [String] = []
    /// The identifiers of the attributes that are types.
    var attributeTypes: [String: String] = [:]
    var modifiers: Set<String> = []
    var name = ""
    var generics: [GenericParameter] = []
    var parameters: [Parameter] = []
    var isAsync = false
    var throwing = FunctionType.Throwing.nothing
    /// The type of a property; the result type of a method.
    var result = TypeSyntax.void
    var requirements: [GenericRequirement] = []
    /// The accessors in the braces of a property, such as `get` and `nonmutating`; `nil` without braces.
    var accessors: Set<String>?

    var isThrowing: Bool { throwing != .nothing }

    /// The types of the parameters and of the result.
    var types: [TypeSyntax] { parameters.map(\.type) + [result] }

    var isDiscardable: Bool { attributes.contains("@discardableResult") }

    var isWritable: Bool { kind == .property && accessors?.contains("set") != false }

    /// The global actor of the declaration, such as `@MainActor`.
    var actor: String? {
        // Another attribute of a property is a property wrapper. The generated property is computed, and cannot
        // have a property wrapper.
        attributes.first { $0.mayBeGlobalActor && (kind == .method || $0.hasSuffix("Actor")) }
    }

    /// The name with labels, such as `send(_:done:)`.
    var fullName: String {
        let labels = parameters.map { "\($0.label ?? "_"):" }.joined()
        return kind == .method ? "\(name)(\(labels))" : name
    }

    /// The name with labels, types and result: `send(_: Int, done: (Bool) -> Void) -> Ticket`.
    var typedName: String? {
        guard kind == .method else { return nil }
        let parameters = parameters.map { "\($0.label ?? "_"): \($0.type.unprefixed.type)" }
        let end = result.isVoid ? "" : " -> \(result)"
        return "\(name)(\(parameters.list()))\(end)"
    }

    /// The declaration with new names, but the same labels, for parameters whose names generated bodies use.
    var withFreeNames: Declaration {
        var declaration = self
        let names = parameters.map(\.name) + Forms.wordsOfBodies
        for (position, name) in parameters.map(\.name).enumerated()
        where Forms.wordsOfBodies.contains(name) {
            declaration.parameters[position].name = name.free(besides: names)
        }
        return declaration
    }

    // MARK: - Names

    /// Whether the method returns nothing and has a name such as `cancelAll`.
    var isCancelling: Bool {
        result.isVoid && name.begins(like: ["cancel", "stop", "abort", "invalidate"])
    }

    /// Whether the method cancels requests of the client, unlike a request such as `cancelOrder`.
    var cancelsRequests: Bool {
        let objects = ["request", "download", "upload", "task", "operation"]
        return isCancelling && (name.camelCaseWords.last == "all" || name.hasWord(like: objects))
    }

    /// Whether the method has a name such as `cancel`, and so probably cancels a request.
    var isCalledLikeCancelling: Bool {
        let stems = "cancel stop abort invalidate tear dispose terminate suspend close".words
        return name.begins(like: stems) && !isAsync && !modifiers.contains("mutating")
    }
}

struct Parameter: Equatable {
    /// The argument label; `nil` for `_`.
    var label: String?
    var name: String
    var type: TypeSyntax
    var isVariadic = false
    var defaultValue: String?
    /// The custom attributes, such as a result builder or a property wrapper.
    var attributes: [NamedType] = []

    /// The argument label, or the name if there is no label; messages and hints use this name.
    var title: String { label ?? name }

    /// Returns whether a hint means the parameter by this name.
    func isNamed(_ name: String) -> Bool { title == name || self.name == name }
}

struct GenericParameter: Equatable {
    /// `each ` for a pack, or `let ` for a value: `let N: Int`.
    var keyword = ""
    var name: String
    var bound: TypeSyntax?
}

struct GenericRequirement: Equatable {
    var left: TypeSyntax
    var relation: String
    var right: TypeSyntax

    var text: String { text { $0 } }

    func text(_ spelling: (TypeSyntax) -> TypeSyntax) -> String {
        "\(spelling(left))\(relation == ":" ? ":" : " ==") \(spelling(right))"
    }
}

extension String {
    /// The name for use in an expression, with backticks if the name is a keyword.
    var escaped: String { Self.reserved.contains(self) || !isWord ? "`\(self)`" : self }

    /// The name for use as an argument label, where most keywords need no backticks.
    var escapedLabel: String {
        ["inout", "let", "var"].contains(self) || !isWord ? "`\(self)`" : self
    }

    /// Whether the text needs no backticks, because the text consists of identifiers and dots.
    private var isWord: Bool { contains(#/^(?!\d)[\w.$\P{ASCII}]*$/#) }

    private static let reserved = Set(
        """
        as associatedtype await break case catch class continue default defer deinit do else enum
        extension fallthrough false fileprivate for func guard if import in init inout internal is
        let nil operator precedencegroup private protocol public repeat rethrows return self static
        struct subscript super switch throw throws true try typealias var where while Self Any
        """.words
    )

    /// The name for use after a dot, where most keywords need no backticks.
    var escapedAfterDot: String {
        ["init", "self", "Type", "Protocol"].contains(self) ? "`\(self)`" : escapedLabel
    }

    var withoutBackticks: String { replacing("`", with: "") }

    /// Whether the attribute is a type without arguments, such as `@MainActor`.
    var mayBeGlobalActor: Bool {
        hasPrefix("@") && dropFirst().first?.isUppercase == true && !contains("(")
            && self != "@Sendable"
    }
}
