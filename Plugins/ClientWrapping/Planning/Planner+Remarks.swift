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
                + weakHandle(plan) + errorsInProgress(plan)
                + bareClients(hasHandle: plan.cancel != nil)
                + unseenCode(seen: plan.roles.compactMap(\.callback.carrier))
        case .asynchronous(let plan):
            return lostErrorType(plan) + returnedError(plan) + bareClients() + unseenCode(seen: [])
        case .future: return cannotWait + unseenCode(seen: [])
        }
    }

    /// The remark about a handle that the client may release, so that cancelling the group has no effect.
    private func weakHandle(_ plan: Plan.CallbackPlan) -> [Remark] {
        let type = types.core(declaration.result)
        guard plan.cancel != nil, !plan.holdsHandle, member.isStatic || !plan.returnsClient,
            items.value(.cancel) == nil,
            let precise = type.precise, !KnownTypes.handles.contains(precise),
            KnownTypes.isClass(precise) || KnownTypes.isProtocol(precise)
        else { return [] }
        let (name, part) = ("\(outside(type))", "holds handle")
        let own = "\(member.hintName(among: client.members)) = \(part)"
        let hint = hintForAll(part, returning: name) ?? own
        return [Remark(member, holdsWeakly: name, hint: hint)]
    }

    /// The remarks about callbacks that the client calls many times, whose errors do not fail the request.
    private func errorsInProgress(_ plan: Plan.CallbackPlan) -> [Remark] {
        plan.roles.filter { $1 == .progress && !finder.errors(of: $0).all.isEmpty }
            .map { callback, _ in
                let title = callback.parameter.title
                let sentence = "counts an error in \(title) as progress, not as a failure"
                var remark = Remark(member, sentence)
                remark.comment = "\(member.symbol.name) \(sentence).".wrapped(width: 90)
                return remark
            }
    }

    private func lostErrorType(_ plan: Plan.AsynchronousPlan) -> [Remark] {
        guard case .only(let type) = declaration.throwing, plan.errorType == nil else { return [] }
        let sentence = "throws any error, not only \(type), as a rejected request throws another"
        return [Remark(member, sentence)]
    }

    /// The remark about an error among the returned values, which the group does not see.
    private func returnedError(_ plan: Plan.AsynchronousPlan) -> [Remark] {
        var values = [result.type]
        if case .tuple(let parts) = result.type { values = parts.map { types.core($0.type) } }
        guard plan.result == nil, values.contains(where: finder.isError) else { return [] }
        return [Remark(member, "counts as successful, even with an error in its result")]
    }

    /// The remarks about closures and delegates inside parameters, because the wrapper does not wrap them.
    private func unseenCode(seen: [String]) -> [Remark] {
        declaration.parameters.flatMap { parameter -> [String] in
            if seen.contains(parameter.name) || types.callback(parameter) != nil { return [] }
            let type = types.core(parameter.type)
            let isCalled = ["\(type)", parameter.name]
                .contains { $0.soundsLikeListener || $0.lowercased().hasSuffix("handler") }
            if isCalled { return [parameter.title] }
            guard let precise = type.precise else { return [] }
            return closures(of: precise).map { "\(parameter.title).\($0.name)" }
        }
        .map { Remark(member, "lets the client call \($0) outside the group") }
    }
}
