/// A parameter that the client calls, with what its type says.
struct Callback: Equatable {
    enum Isolation: Equatable {
        case none, sendable, main
        case other(String)
    }

    let parameter: Parameter
    let function: FunctionType
    let isOptional: Bool
    let isolation: Isolation
    /// Attributes that no role can keep, such as `@convention(c)`.
    let otherAttributes: [String]

    /// How many values a callback may have for most roles.
    static let arities = 1...3

    var arity: Int { function.parameters.count }

    /// How the callback is called by the wrapper.
    var expression: String { parameter.name.escaped }

    /// The name of the parameter, or of the property of a parameter.
    var ownName: String {
        parameter.name.split(separator: ".").last.map(String.init) ?? parameter.name
    }

    /// What follows the expression where it is called.
    var call: String { isOptional ? "?" : "" }

    /// Whether the client waits for what it returns.
    var returnsValue: Bool { !function.result.isVoid }

    /// Whether the role `callback` takes it: that has no form for the main actor.
    var hasCallbackRole: Bool {
        Self.arities.contains(arity) && !returnsValue && isolation != .main
    }

    /// What a hint calls all callbacks of this kind: `(User?, Failure?)`.
    var shape: String { "(\(function.parameters.map { "\($0.type)" }.list()))" }

    /// A name for each parameter, for the closure that takes the callback's place.
    var valueNames: [String] {
        let ordinals = [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        ]
        let names = zip(function.parameterNames, 0...)
            .map { name, position in
                name ?? (position < 8 ? ordinals[position] : "value\(position + 1)")
            }
        return LocalNames.distinct(names, besides: [parameter.name])
    }
}

extension ClientTypes {
    /// The parameter as a callback, or `nil` if it is none: not a function, or not called later.
    func callback(_ parameter: Parameter) -> Callback? {
        // What a result builder makes is no callback.
        guard !parameter.isVariadic, parameter.attributes.isEmpty else { return nil }
        var prefixes: [String] = []
        var isOptional = false
        var type = parameter.type
        while true {
            let (found, inner) = type.unprefixed
            prefixes += found
            let (wrapped, isWrapped) = inner.unwrappingOptional
            isOptional = isOptional || isWrapped
            let meaning = meaning(of: wrapped)
            if meaning == type { break }
            type = meaning
        }
        guard case .function(let function) = type else { return nil }
        guard isOptional || prefixes.contains("@escaping"), !prefixes.contains("@autoclosure")
        else { return nil }
        let known = ["@escaping", "@Sendable", "@MainActor"]
        let others = prefixes.filter { !known.contains($0) }
        let isolation: Callback.Isolation =
            if prefixes.contains("@MainActor") {
                .main
            } else if let actor = others.first(where: { $0.isGlobalActor }) {
                .other(actor)
            } else if prefixes.contains("@Sendable") {
                .sendable
            } else {
                .none
            }
        return Callback(
            parameter: parameter,
            function: function,
            isOptional: isOptional,
            isolation: isolation,
            otherAttributes: others.filter { !$0.isGlobalActor }
        )
    }
}

extension String {
    /// Whether the attribute may name a global actor.
    fileprivate var isGlobalActor: Bool {
        hasPrefix("@") && dropFirst().first?.isUppercase == true && !contains("(")
    }
}
