/// A function parameter that the client calls later.
struct Callback {
    let parameter: Parameter
    let function: FunctionType
    let isOptional: Bool
    /// The types of the values, without attributes, aliases and optionals.
    var values: [(type: TypeSyntax, isOptional: Bool)] = []
    /// The attributes and modifiers of the type, such as `@escaping` and `@MainActor`.
    var attributes: [String] = []
    /// Whether the only value is a closure that throws the error, such as `() throws -> User`.
    var takesThrowingClosure = false
    /// Whether the only value is a handle, such as a `URLSessionTask`, which arrives when the request starts.
    var takesHandle = false

    var arity: Int { function.parameters.count }

    /// Whether the callback stands for the values that an asynchronous method returns.
    var isAnswer: Bool { parameter.name.isEmpty }

    var title: String { parameter.title }

    var expression: String { parameter.name.escaped }

    /// The name of the callback without the enclosing parameter: `onEnd` for `request.onEnd`.
    var ownName: String { String(parameter.name.split(separator: ".").last ?? "") }

    /// `?` if the callback is optional, because a call then needs the sign after the expression.
    var call: String { isOptional ? "?" : "" }

    var returnsValue: Bool { !function.result.isVoid }

    /// The global actor of the callback, such as `@MainActor`.
    var actor: String? { attributes.first(where: \.mayBeGlobalActor) }

    var isOnMain: Bool { actor == "@MainActor" }

    /// Whether the callback changes a value of the client, as the closure of `configure(_:)` does.
    var changesValue: Bool { function.parameters.contains { $0.type.isInout } }

    /// Whether most roles accept the callback.
    var isWrappedByRoles: Bool { (1...3).contains(arity) && !returnsValue && !takesThrowingClosure }

    /// Whether the role `callback` accepts the callback; the library has no such role for the main actor.
    var hasCallbackRole: Bool { isWrappedByRoles && !isOnMain }

    /// Returns the pattern for a hint about all callbacks with these parameter types, such as `(User?, Failure?)`.
    ///
    /// With a position, the pattern requires only the type at this position, as in `(_, Failure?)`.
    func shape(only position: Int? = nil) -> String {
        let types = function.parameters.enumerated()
            .map { [nil, $0].contains(position) ? $1.type.pattern : "_" }
        return "(\(types.list()))"
    }

    /// Returns the parameters of a closure that uses only the value at the position.
    func names(_ name: String = "_", at position: Int? = nil) -> [String] {
        function.parameters.indices.map { $0 == position ? name : "_" }
    }

    /// Returns a closure for a hint or a role, whose expression uses only the value at the position.
    func closure(_ expression: String, _ name: String = "_", at position: Int? = nil) -> Finding {
        Finding(names: names(name, at: position), expression: expression)
    }

    /// Returns the name for a parameter of the callback, with a suffix if the callback itself has the name.
    func valueName(_ name: String) -> String { name.free(besides: [parameter.name]) }

    /// A name for each parameter of the callback, for use in the closure that replaces the callback.
    var valueNames: [String] {
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]
        let names = function.parameters.enumerated()
            .map { $1.name ?? ($0 < 7 ? ordinals[$0] : "value\($0 + 1)") }
        return names.distinct(besides: [parameter.name])
    }

    /// The parameter with the callback in a property; `nil` if the callback is itself a parameter.
    var carrier: String? {
        parameter.name.firstIndex(of: ".").map { String(parameter.name[..<$0]) }
    }

    /// Returns the arguments, if the expression is a call of the callback with all arguments.
    func arguments(of expression: String) -> [String]? {
        guard expression.hasPrefix(self.expression) else { return nil }
        let call = expression.dropFirst(self.expression.count).drop { $0 == "?" }
        return call.trimmed.valuesInParentheses.flatMap { $0.count == arity ? $0 : nil }
    }
}

extension ClientTypes {
    func callbacks(of declaration: Declaration) -> [Callback] {
        declaration.parameters.compactMap { callback($0) }
    }

    /// Returns whether a call may be a request, because the method is asynchronous or has callbacks.
    func mayIssueRequest(_ method: Declaration) -> Bool {
        method.isAsync || !callbacks(of: method).isEmpty
    }

    /// Returns whether the parameter is a closure that an asynchronous request can use until it returns.
    func isBorrowed(_ parameter: Parameter) -> Bool {
        let (prefixes, type) = parameter.type.unprefixed
        let isOther = ["@escaping", "@autoclosure", "sending"].contains(where: prefixes.contains)
        return prefixes.contains("@Sendable") && !isOther && meaning(of: type).isFunction
    }

    /// Returns the type of a probable callback that no symbol graph declares.
    func unseenCallback(_ parameter: Parameter) -> NamedType? {
        let (prefixes, type) = parameter.type.unprefixed
        guard let name = core(type).name, index[name.precise] == nil else { return nil }
        let isNamed = name.name.contains(#/(Handler|Completion|Callback|Block|Closure)$/#)
        let isAlias = name.precise?.contains(#/^s:.*a$|@T@/#) == true
        return prefixes.contains("@escaping") || isNamed && isAlias ? name : nil
    }

    /// Returns the answer of an asynchronous method, as a callback with the returned values; hints call it `return`.
    func answer(of declaration: Declaration) -> Callback? {
        let type = declaration.result.unprefixed.type
        if case .prefixed("some", _) = type { return nil }
        guard declaration.isAsync, !type.isVoid else { return nil }
        var function = FunctionType(parameters: [TupleElement(type: type)], result: .void)
        if case .tuple(let elements) = meaning(of: type) { function.parameters = elements }
        let parameter = Parameter(label: "return", name: "", type: .function(function))
        var answer = Callback(parameter: parameter, function: function, isOptional: false)
        answer.values = function.parameters.map { value($0.type) }
        return answer
    }

    /// Returns the parameter as a callback; `nil` if the client does not call the parameter later.
    ///
    /// If `isKept` is true, the closure may be kept although its type does not say so, as in a property.
    func callback(_ parameter: Parameter, isKept: Bool = false) -> Callback? {
        // A closure with a result builder creates a value for the client, so the closure is not a callback.
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
        let isEscaping = isKept || isOptional || prefixes.contains("@escaping")
        guard isEscaping, !prefixes.contains("@autoclosure") else { return nil }
        var callback = Callback(parameter: parameter, function: function, isOptional: isOptional)
        callback.attributes = prefixes
        callback.values = function.parameters.map { value($0.type) }
        guard callback.arity == 1 else { return callback }
        let first = meaning(of: function.parameters[0].type)
        if case .function(let closure) = first, closure.parameters.isEmpty {
            callback.takesThrowingClosure = closure.throwing == .anything && !closure.isAsync
        }
        let precise = callback.values[0].type.precise
        let methods = Set(index.methods(of: precise).map(\.fullName))
        let isKnown = KnownTypes.preparedHandles.contains(precise ?? "")
        callback.takesHandle = isKnown || methods.isSuperset(of: ["cancel()", "resume()"])
        return callback
    }
}
