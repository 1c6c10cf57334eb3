/// The type to wrap, with its methods and properties.
struct Client {
    enum Kind: Equatable { case `class`, actor, value, `protocol` }

    let symbol: Symbol
    let kind: Kind
    let module: String
    /// The lowest access level of the declarations that the wrapper can use.
    let visibility: AccessLevel
    /// The members of the type, of its superclasses, and of its protocols and their extensions.
    var members: [Member]
    let generics: [GenericParameter]
    /// The global actor in the declaration of the type, such as `@MainActor`.
    let actor: String?

    var type: TypeSyntax { .name(symbol.path, generics.map { .name($0.name) }) }

    /// The name of the class that the command writes for the client, if the client needs a class.
    var wrapperName: String { Forms.wrapper(of: symbol) }

    /// The name of the client in file names and type names: `NetworkTool`, or `ApiClient` for `Api.Client`.
    var title: String { symbol.pathComponents.joined() }
}

/// A method or a property of a client, or a subscript, which stays by hand.
struct Member {
    let symbol: Symbol
    /// The declaration; `nil` if the parser does not support it, with the reason in `misfit`.
    var declaration: Declaration?
    let isStatic: Bool
    /// The types that the member's extension requires for the client's generic parameters, by their names.
    private(set) var substitutions: [String: TypeSyntax] = [:]
    /// The requirements on the generic parameters of the client and of the member.
    private(set) var constraints: [GenericRequirement] = []
    /// The reason why no wrapper can contain the member; an extension may require other generic arguments.
    var misfit: String?

    var isMethod: Bool { symbol.kind.identifier.hasSuffix("method") }

    var baseName: String { symbol.baseName }

    init(_ symbol: Symbol, of client: Symbol, misfit: String? = nil) {
        self.symbol = symbol
        self.misfit = misfit
        do {
            declaration = try Declaration(symbol)
        } catch {
            let isSubscript = symbol.kind.identifier.hasSuffix("subscript")
            let problem = "its declaration could not be read: \(error)"
            self.misfit = misfit ?? (isSubscript ? "the command writes no subscripts" : problem)
        }
        isStatic = symbol.kind.identifier.hasPrefix("swift.type.")
        for constraint in symbol.constraints {
            // A wrapper cannot repeat requirements on `Self` and on opaque parameters.
            guard !constraint.lhs.hasPrefix("Self"), !constraint.lhs.contains("some "),
                let left = try? TypeSyntax(text: constraint.lhs),
                let right = try? TypeSyntax(text: constraint.rhs)
            else { continue }
            let relation = constraint.relation
            // A parameter may be bound to its own associated type, as in `where T.Result == T`.
            if relation == "==", case .named(let name) = left,
                client.genericNames.contains(name.name),
                !constraint.rhs.hasPrefix("\(name.name).")
            {
                substitutions[name.name] = right
            } else {
                constraints.append(GenericRequirement(left: left, relation: relation, right: right))
            }
        }
    }

    /// Whether the name is of a question, as `isReachable`, or of a search, to which `nil` may be the answer.
    var asksForValue: Bool {
        baseName.contains(
            #/^(is|has|can|check|exists|contains|find|lookup|cached|current)(?![a-z])/#
        ) || symbol.name.contains("(forKey:")
    }

    /// Returns the name of the member in a hint, with parameter types if several members have the name.
    func hintName(among all: [Member]) -> String {
        let precises = all.filter { $0.symbol.name == symbol.name }.map(\.symbol.precise)
        let isOverloaded = precises.contains { $0 != symbol.precise }
        return isOverloaded ? declaration?.typedName ?? symbol.name : symbol.name
    }

    /// Returns whether a hint for this name applies to the member.
    func isCalled(_ name: String) -> Bool {
        name == symbol.name || name.typeName == declaration?.typedName?.typeName
    }
}
