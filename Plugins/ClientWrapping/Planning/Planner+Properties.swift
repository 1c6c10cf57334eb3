// Plans the wrapper of a property.
extension Planner {
    /// Returns the form for a property; a property whose closure has callbacks becomes a method.
    mutating func propertyForm() throws(Unsettled) -> Plan.Form {
        if items.contains(.forward) { return .passedOn }
        if items.contains(.client) { return try wrappedForm() }
        if !client.generics.isEmpty {
            if declaration.isAsync {
                throw .skip("it is a request, and a property cannot be generic, as its client is")
            }
            throw Unsettled("a property cannot be generic, as its client is; read it of the base")
        }
        // Reading any property of an actor is awaited, but only an `async` property issues a request.
        if declaration.isAsync, !types.isClient(declaration.result.unwrappingOptional.type) {
            return .asynchronous(try asynchronousPlan())
        }
        let (type, isOptional) = result
        // If callers can set the closure, the client calls the closure in order to report events to the caller.
        let isReport = declaration.isWritable && declaration.name.begins(with: "on", "did", "will")
        if case .function(let function) = type.unprefixed.type, !isOptional, !isReport,
            let method = method(function, attributes: type.unprefixed.prefixes)
        {
            declaration = method
            return try methodForm()
        }
        if types.isClient(type) { return try wrappedForm() }
        if declaration.name.soundsLikeListener { return .passedOn }
        if let request = types.firstRequest(of: type.precise) {
            throw .client("\(outside(type)) may issue requests itself: \(request)")
        }
        if index.isStream(type.precise) { throw .forward("a stream ends by itself or never") }
        return .passedOn
    }

    /// Returns a method in place of a property with a closure, if calling the closure issues a request.
    private func method(_ function: FunctionType, attributes: [String]) -> Declaration? {
        var method = declaration
        method.kind = .method
        method.attributes += attributes.filter { $0 == "@MainActor" }
        (method.isAsync, method.throwing) = (function.isAsync, function.throwing)
        method.result = function.result
        method.parameters = zip(function.parameters, function.parameterNames).enumerated()
            .map { position, element in
                let name = element.1 ?? "value\(position + 1)"
                return Parameter(label: nil, name: name, type: element.0.type)
            }
        return types.mayIssueRequest(method) ? method.withFreeNames : nil
    }
}
