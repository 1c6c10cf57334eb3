extension Planner {
    /// A method whose callbacks end the request.
    func callbackPlan(
        _ declaration: Declaration,
        _ callbacks: [Callback]
    ) throws(Unsettled) -> Plan.CallbackPlan {
        var hinted: [String: Role] = [:]
        for case .role(let name, let role) in items {
            let parameter = inner(name, declaration)
            // A hint for another overload of the method fits this one less.
            let callback = callbacks.first {
                [$0.parameter.title, $0.parameter.name].contains(parameter)
            }
            let fits = callback.map(role.fits) != false
            guard fits || hinted[parameter] == nil && !isOverloaded else { continue }
            hinted[parameter] = role
        }
        let roles = try endingRoles(of: callbacks, hinted: hinted)
        var plan = Plan.CallbackPlan()
        plan.roles = zip(callbacks, roles).map { ($0, $1) }
        try checkContract(declaration, plan.roles)
        plan.forwardIf = items.forwardIf ?? nil
        plan.holdsHandle = items.contains(.holdsHandle)
        plan.cancel = try cancel(declaration)
        plan.onCancel = onCancel(declaration).map { ($0, isOnMain($0, declaration)) }
        if items.contains(.waits) { try keepHandle(declaration, &plan) }
        let carriers = callbacks.compactMap(\.carrier)
        plan.copied = declaration.parameters.filter { carriers.contains($0.name) && isCopied($0) }
            .map(\.name)
        plan.returnsClient = types.isClient(declaration.result.unwrappingOptional.type)
        let wrapped = plan.roles.filter(\.role.isOfLibrary)
        plan.isRaw =
            plan.onCancel != nil || plan.keptCancel != nil || wrapped.count > 4
            || wrapped.contains { callback, role in
                if case .callback = role { !callback.hasCallbackRole } else { false }
            }
        // What starts in any case is cancelled, and reports so itself.
        if plan.cancel == nil { addRejection(items.rejection, &plan, declaration) }
        return plan
    }

    /// Lets the request wait: nothing is returned, and the group cancels the handle.
    private func keepHandle(
        _ declaration: Declaration,
        _ plan: inout Plan.CallbackPlan
    ) throws(Unsettled) {
        guard let cancel = plan.cancel, !declaration.result.isVoid, !declaration.isThrowing,
            !cancel.contains(Forms.unchecked)
        else { throw Unsettled("it returns no handle that the group could cancel instead") }
        try checkForClosure(declaration)
        (plan.keptCancel, plan.cancel) = (cancel, nil)
    }

    /// Whether another method has the same name, and so the hints for it.
    private var isOverloaded: Bool {
        client.members.filter { $0.symbol.name == member.symbol.name }.count > 1
    }

    /// The role of each callback, of which at least one ends the request.
    private func endingRoles(
        of callbacks: [Callback],
        hinted: [String: Role],
    ) throws(Unsettled) -> [Role] {
        let roles: [Role]
        do {
            roles = try finder.roles(of: callbacks, hinted: hinted)
        } catch {
            // If the only callback stayed untouched, its end would not be noticed.
            throw callbacks.count == 1 ? error.ofTheOnlyCallback : error
        }
        if roles.allSatisfy({ [.untouched, .captured, .progress].contains($0) }) {
            throw .forward(
                "no callback of it ends the request, which its group would take for lost"
            )
        }
        return roles
    }

    /// The name of a callback inside the method, also of one that a parameter carries.
    private func inner(_ name: String, _ declaration: Declaration) -> String {
        guard let dot = name.firstIndex(of: ".") else { return name }
        let carrier = declaration.parameters.first { $0.title == name[..<dot] }
        return (carrier?.name ?? String(name[..<dot])) + name[dot...]
    }
}
