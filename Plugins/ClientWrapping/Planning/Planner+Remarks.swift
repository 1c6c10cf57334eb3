extension Planner {
    /// The remarks about a written member, for risks that the declaration does not show.
    func remarks(_ form: Plan.Form) -> [Remark] {
        let cannotWait = [Remark(cannotWait: member, in: types.shape)]
        switch form {
        case .passedOn where items.contains(.forward), .wrapped where items.contains(.client):
            return []
        case .passedOn, .wrapped:
            return listener().map { [$0] } ?? bareClients()
        case .callbacks(let plan):
            let isHandle = plan.cancel != nil && !declaration.result.isVoid && !plan.returnsClient
            return [plan.unreported].compactMap(\.self) + (isHandle ? cannotWait : [])
                + weakHandle(plan) + bareClients(hasHandle: plan.cancel != nil)
                + unseenCode(seen: plan.roles.compactMap(\.callback.carrier))
        case .asynchronous(let plan):
            return lostErrorType(plan) + bareClients() + unseenCode(seen: [])
        case .future: return cannotWait + unseenCode(seen: [])
        }
    }

    /// The remark about a handle that the client may release, so that cancelling the group has no effect.
    private func weakHandle(_ plan: Plan.CallbackPlan) -> [Remark] {
        let type = types.core(declaration.result)
        guard plan.cancel != nil, !plan.holdsHandle, member.isStatic || !plan.returnsClient,
            items.value(.cancel) == nil,
            let precise = type.precise, !isHandle(precise),
            KnownTypes.isClass(precise) || KnownTypes.isProtocol(precise)
        else { return [] }
        return [Remark(member, holdsWeakly: "\(outside(type))")]
    }

    private func lostErrorType(_ plan: Plan.AsynchronousPlan) -> [Remark] {
        guard case .only(let type) = declaration.throwing, plan.errorType == nil else { return [] }
        let sentence = "throws any error, not only \(type), as a rejected request throws another"
        return [Remark(member, sentence)]
    }

    /// The remarks about closures and delegates inside parameters, because the wrapper does not wrap them.
    private func unseenCode(seen: [String]) -> [Remark] {
        declaration.parameters.flatMap { parameter -> [String] in
            if seen.contains(parameter.name) || types.callback(parameter) != nil { return [] }
            let type = types.core(parameter.type)
            let typeName = "\(type)".split(separator: ".").last.map(String.init) ?? ""
            let isCalled = ["delegate", "listener", "observer", "handler"]
                .contains { suffix in
                    typeName.lowercased().hasSuffix(suffix)
                        || parameter.name.lowercased().hasSuffix(suffix)
                }
            if isCalled { return [parameter.title] }
            guard let precise = type.precise else { return [] }
            return closures(of: precise).map { "\(parameter.title).\($0.name)" }
        }
        .map { Remark(member, "lets the client call \($0) outside the group") }
    }
}
