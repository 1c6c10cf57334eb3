/// Something about a written method that the user has to know, as the declaration does not settle it.
enum Caution: Equatable {
    /// The method returns a handle, so that no limit can make its request wait.
    case cannotWait
    /// The group refers weakly to the handle, of this type.
    case holdsWeakly(String)
    /// Code of the user that the client runs outside the group, or the error type that is lost: a sentence.
    case other(String)
}

extension Planner {
    func cautions(_ form: Plan.Form, _ declaration: Declaration) -> [Caution] {
        switch form {
        case .passedOn: items.contains(.forward) ? [] : bareClients(declaration)
        case .wrapped: []
        case .callbacks(let plan):
            (plan.cancel != nil && !declaration.result.isVoid && !plan.returnsClient
                ? [.cannotWait] : [])
                + weakHandle(declaration, plan) + bareClients(declaration)
                + unseenCode(declaration, seen: plan.roles.compactMap(\.callback.carrier))
        case .asynchronous(let plan):
            lostErrorType(declaration, plan) + bareClients(declaration)
                + unseenCode(declaration, seen: [])
        case .future: [.cannotWait] + unseenCode(declaration, seen: [])
        }
    }

    /// The handle that the client may not keep, so that cancelling the group does nothing.
    private func weakHandle(_ declaration: Declaration, _ plan: Plan.CallbackPlan) -> [Caution] {
        let type = types.core(declaration.result)
        guard plan.cancel != nil, !plan.holdsHandle, !plan.returnsClient, items.cancel == nil,
            let precise = type.precise, !KnownTypes.startedHandles.contains(precise),
            KnownTypes.isClass(precise) || KnownTypes.isProtocol(precise)
        else { return [] }
        return [.holdsWeakly("\(outside(type))")]
    }

    private func lostErrorType(
        _ declaration: Declaration,
        _ plan: Plan.AsynchronousPlan
    ) -> [Caution] {
        guard case .only(let type) = declaration.throwing else { return [] }
        if case .throwsOnly = plan.rejection { return [] }
        return [.other("throws any error, not only \(type), as a rejected request throws another")]
    }

    /// Closures and delegates inside the parameters, which no wrapper can pass through a role.
    private func unseenCode(_ declaration: Declaration, seen: [String]) -> [Caution] {
        declaration.parameters.flatMap { parameter -> [Caution] in
            if seen.contains(parameter.name) || types.callback(parameter) != nil { return [] }
            let type = types.core(parameter.type)
            let typeName = "\(type)".split(separator: ".").last.map(String.init) ?? ""
            let isCalled = ["delegate", "listener", "observer", "handler"]
                .contains { suffix in
                    typeName.lowercased().hasSuffix(suffix)
                        || parameter.name.lowercased().hasSuffix(suffix)
                }
            if isCalled {
                return [.other("lets the client call \(parameter.title) outside the group")]
            }
            guard let precise = type.precise else { return [] }
            return closures(of: precise).map(\.name)
                .map { .other("lets the client call \(parameter.title).\($0) outside the group") }
        }
    }
}
