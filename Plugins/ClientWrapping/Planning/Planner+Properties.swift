extension Planner {
    /// How a property or a subscript is written; a closure that is called becomes a method.
    func propertyForm(_ declaration: Declaration) throws(Unsettled) -> (Plan.Form, Declaration) {
        if items.contains(.forward) { return (.passedOn, declaration) }
        if items.contains(.client) { return (.wrapped, declaration) }
        if declaration.kind == .subscript { try checkSubscript(declaration) }
        // What is awaited because the client is an actor is only read.
        if declaration.isAsync, !types.isClient(declaration.result.unwrappingOptional.type),
            client.generics.isEmpty || declaration.kind == .subscript
        {
            let plan = try asynchronousPlan(declaration)
            try checkForRequest(declaration)
            return (.asynchronous(plan), declaration)
        }
        if !client.generics.isEmpty, declaration.kind != .subscript {
            throw .skip("a property cannot be generic, as its client is; read it of the base")
        }
        let (type, isOptional) = types.meaning(of: declaration.result).unwrappingOptional
        if case .function(let function) = type.unprefixed.type, !isOptional,
            let method = method(function, attributes: type.unprefixed.prefixes, of: declaration)
        {
            return (try methodForm(method), method)
        }
        if types.isClient(type) {
            // Writing it would replace the wrapped client by a bare one.
            return (.wrapped, declaration)
        }
        if let precise = type.precise, !"\(type)".hasSuffix("Delegate") {
            if let request = types.firstRequest(of: precise) {
                throw Unsettled(
                    "\(outside(type)) may issue requests itself: \(request)",
                    hints: "client",
                    "forward"
                )
            }
            if index.isStream(precise) {
                throw .forward("a stream ends by itself or never")
            }
        }
        return (.passedOn, declaration)
    }

    /// A subscript with callbacks issues requests, and no wrapper method can be called like it.
    private func checkSubscript(_ declaration: Declaration) throws(Unsettled) {
        for parameter in declaration.parameters {
            if types.callback(parameter) != nil {
                throw .forward(
                    "it is a subscript, and \(parameter.title) is a callback, so it may issue a request"
                )
            }
            try checkForRequests(parameter)
        }
    }

    /// The method that is called like the closure in the property, if it issues a request.
    private func method(
        _ function: FunctionType,
        attributes: [String],
        of property: Declaration
    ) -> Declaration? {
        var method = Declaration()
        method.name = property.name
        method.attributes = (property.attributes + attributes.filter { $0 == "@MainActor" })
        method.modifiers = property.modifiers
        method.isAsync = function.isAsync
        method.throwing = function.throwing
        method.result = function.result
        method.parameters = zip(function.parameters, function.parameterNames).enumerated()
            .map { position, element in
                let name = element.1 ?? "value\(position + 1)"
                return Parameter(label: nil, name: name, type: element.0.type)
            }
        method = method.withFreeNames
        let isRequest =
            method.isAsync || method.parameters.contains { types.callback($0) != nil }
        return isRequest ? method : nil
    }
}
