// Plans the wrapper of a method with callbacks: a role for each callback.
extension Planner {
    func callbackPlan(_ callbacks: [Callback]) throws(Unsettled) -> Plan {
        let isOverloaded = client.members.count { $0.symbol.name == member.symbol.name } > 1
        let hinted = callbacks.map { callback -> Role? in
            let roles = items.roles(of: callback.parameter).filter { $0.moreIf == nil }
            // The hint may be meant for an overload with another callback, so ignore a role that does not fit.
            return roles.last { $0.fits(callback) } ?? (isOverloaded ? nil : roles.first)
        }
        if hinted == [nil], isStepOfChain {
            let reason = "it is a step of a chain, whose request ends in another step"
            let hints = ["forward", "\(roleOfOneAnswer(callbacks[0])); cancel: nothing"]
            // If all methods with callbacks are steps, the step with the answer is the request.
            let others = client.members.compactMap(\.declaration).filter(types.mayIssueRequest)
                .filter { !types.isClient(types.core($0.result)) }
            let isEnd = callbacks[0].soundsLikeEnd && mayHaveError(callbacks[0])
            // Only one of the callbacks of `success { … }` and `failure { … }` is called, so neither ends each request.
            let isHalf = [declaration.name, callbacks[0].title]
                .contains { $0.hasWord(like: ["succe", "fail", "error"]) }
            let last = isEnd ? hints.reversed() : isHalf ? ["skip"] + hints : hints
            throw Unsettled(reason, others.isEmpty ? last : hints)
        }
        var roles = try endingRoles(callbacks, hinted: hinted)
        for (position, callback) in callbacks.enumerated() {
            for more in items.roles(of: callback.parameter).compactMap(\.moreIf) {
                roles[position] = try ending(callback, roles[position], if: more)
            }
        }
        var plan = plan(as: .callbacks)
        plan.roles = zip(callbacks, roles).map { ($0, $1) }
        try checkContract(plan.roles)
        plan.forwardIf = items.text(.forwardIf)
        plan.holdsHandle = items.contains(.holdsHandle)
        plan.cancel = try cancel()
        plan.onCancel = onCancel().map { ($0, call($0)) }
        if items.contains(.waits) { try keepHandle(&plan) }
        let carriers = callbacks.compactMap(\.carrier)
        // The wrapper replaces the callbacks in a copy of a value.
        plan.copied = declaration.parameters.filter { carriers.contains($0.name) }
            .filter { !KnownTypes.isClass(types.core($0.type).precise ?? "") }.map(\.name)
        plan.returnsClient = types.isClient(declaration.result.unwrappingOptional.type)
        let wrapped = plan.roles.filter(\.role.isOfLibrary)
        let needsClosure = wrapped.contains { $0.role.needsClosure(for: $0.callback) }
        plan.isRaw =
            needsClosure || wrapped.count > 4 || plan.onCancel != nil || plan.keptCancel != nil
        // A method with a handle starts its request even after a rejection. The client then reports the failure, so
        // only other methods need code for a rejection.
        if plan.cancel == nil { addRejection(&plan) }
        return plan
    }

    /// Whether the method only adds a callback to a chain, such as `load().success { … }.failure { … }`.
    private var isStepOfChain: Bool {
        let step = #/^(on)?(success|fail(ure)?|error|complet(e|ed|ion)|progress|finally|always)$/#
        func isStep(_ name: String) -> Bool { name.contains(step.ignoresCase()) }
        guard !member.isStatic, returnsClient else { return false }
        if isStep(declaration.name) { return declaration.parameters.count == 1 }
        // Beside such methods, any other is a step, too, unless the client has a method such as `cancel()`.
        let steps = client.members.filter { isStep($0.baseName) }.compactMap(\.declaration)
        return items.value(.cancel) == nil && (try? handleCancel()) == nil
            && steps.contains { !types.callbacks(of: $0).isEmpty }
    }

    /// Lets the request wait for a permit: the wrapper keeps the handle, and returns nothing.
    private func keepHandle(_ plan: inout Plan) throws(Unsettled) {
        guard types.shape == .extension, let cancel = plan.cancel, !declaration.result.isVoid,
            !declaration.isThrowing, !cancel.contains(Forms.unchecked)
        else { throw Unsettled("it returns no handle that the group could cancel instead") }
        try checkForClosure()
        plan.keptCancel = cancel
        plan.cancel = nil
    }

    /// Returns the role of each callback; throws if no callback ends the request.
    private func endingRoles(_ callbacks: [Callback], hinted: [Role?]) throws(Unsettled) -> [Role] {
        let roles: [Role]
        do { roles = try self.roles(of: callbacks, hinted: hinted) } catch {
            // The only callback has to end the request, so the hints `progress` and `untouched` are not offered for it.
            let unclear = callbacks.count == 1 ? error.ofTheOnlyCallback : error
            if !callbacks.contains(where: \.soundsLikeAnEnd), let chain = chain() {
                throw .client("\(unclear.reason), and \(chain)")
            }
            throw unclear
        }
        if !roles.contains(where: \.isEnding) {
            throw .forward("no callback ends the request, which its group would take for lost")
        }
        return roles
    }

    // MARK: - Callbacks in properties of a parameter, such as `request.onEnd`

    /// Returns the callbacks in properties of a parameter that a hint names, such as `request.onEnd: completion`.
    var carriedCallbacks: [Callback] {
        var callbacks: [Callback] = []
        for case .role(let path, _) in items {
            let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
            let owner = declaration.parameters.first { $0.isNamed(parts.first ?? "") }
            if parts.count == 2, let owner { callbacks.append(carried(parts[1], by: owner)) }
        }
        return callbacks
    }

    /// Returns the properties of the type and its superclasses that contain closures.
    func closures(of precise: String?) -> [Declaration] {
        index.properties(of: precise)
            .filter { types.core($0.result).isFunction }.sorted { $0.name < $1.name }
    }

    /// Returns the closures in properties of the type's properties, such as `handlers.onEnd`.
    func nestedClosures(of precise: String?) -> [String] {
        index.properties(of: precise).flatMap { property in
            closures(of: types.core(property.result).element.precise)
                .map { "\(property.name).\($0.name)" }
        }
    }

    /// Returns the cases of an enumeration that contain closures, such as `.processed((Error?) -> Void)`.
    func closureCases(of precise: String?) -> [String] {
        index.cases(of: precise).filter { $0.declaration.contains("->") }.map(\.baseName)
    }

    /// Returns the callbacks that an initializer of the type takes, such as `contentCallback`.
    func givenClosures(of precise: String?) -> [String] {
        let closure = #/(\w+): (?:@\w+ )*\(?\((?:[^()]|\([^()]*\))*\) (?:async |throws )*->/#
        return index.members(of: precise).filter { $0.kind.identifier == "swift.init" }
            .flatMap { $0.declaration.matches(of: closure) }.map { String($0.1) }
    }

    /// Returns the callback in the property of the parameter.
    func carried(_ property: String, by parameter: Parameter) -> Callback {
        let known = closures(of: types.core(parameter.type).precise).first { $0.name == property }
        // If the property is in no symbol graph, assume the type of `Operation.completionBlock`.
        let block = FunctionType(parameters: [], result: .void)
        let (label, name) = ("\(parameter.title).\(property)", "\(parameter.name).\(property)")
        let type = known?.result ?? .optional(.function(block))
        let path = Parameter(label: label, name: name, type: type)
        return types.callback(path, isKept: true)
            ?? Callback(parameter: path, function: block, isOptional: true)
    }
}
