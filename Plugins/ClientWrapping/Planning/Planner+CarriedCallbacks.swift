// Finds callbacks in the properties of a parameter, such as `request.onEnd`.
extension Planner {
    /// Returns the callbacks in properties of a parameter that a hint names, such as `request.onEnd: completion`.
    func carriedCallbacks() throws(Unsettled) -> [Callback] {
        var callbacks: [Callback] = []
        for case .role(let path, _) in items {
            guard let dot = path.firstIndex(of: ".") else { continue }
            let name = String(path[..<dot])
            guard let parameter = declaration.parameters.first(where: { $0.isNamed(name) }) else {
                throw Unsettled("it has no parameter that is called \(name), as a hint says")
            }
            callbacks.append(carried(String(path[dot...].dropFirst()), by: parameter))
        }
        return callbacks
    }

    /// Returns the properties of the type and its superclasses that contain closures.
    func closures(of precise: String?) -> [Declaration] {
        index.properties(of: precise)
            .filter { types.core($0.result).isFunction }.sorted { $0.name < $1.name }
    }

    /// Returns the cases of an enumeration that contain closures, such as `.processed((Error?) -> Void)`.
    func closureCases(of precise: String?) -> [String] {
        index.cases(of: precise).filter { $0.declaration.contains("->") }.map(\.baseName)
    }

    /// Returns the callback in the property of the parameter.
    func carried(_ property: String, by parameter: Parameter) -> Callback {
        let owner = types.core(parameter.type).precise
        let known = closures(of: owner).first { $0.name == property }
        // If the property is in no symbol graph, assume the type of `Operation.completionBlock`.
        let block = FunctionType(parameters: [], result: .void)
        let (label, name) = ("\(parameter.title).\(property)", "\(parameter.name).\(property)")
        let type = known?.result ?? .optional(.function(block))
        var path = Parameter(label: label, name: name, type: type)
        if !types.value(path.type).isOptional { path.type = .prefixed("@escaping", path.type) }
        return types.callback(path) ?? Callback(parameter: path, function: block, isOptional: true)
    }
}
