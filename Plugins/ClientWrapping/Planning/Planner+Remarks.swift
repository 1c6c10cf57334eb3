// Collects the remarks about a written member.
extension Planner {
    /// Returns the remarks about a written member, for risks that the declaration does not show.
    func remarks(_ plan: Plan) -> [Remark] {
        let text = "returns a handle, so it cannot wait for a limit; a method without a result can"
        let hints = types.shape == .extension ? ["waits"] : []
        let cannotWait = note(text, count: .cannotWait, hints: hints)
        switch plan.form {
        case .passedOn where items.contains(.forward):
            // The wrapper of a protocol needs the member, so the hint `forward` may be the only one.
            return types.shape == .conformance ? bareClients() : []
        case .wrapped where items.contains(.client): return []
        case .passedOn, .wrapped:
            return (listener().map { [$0] } ?? answersAtOnce() + sharedVariable()) + bareClients()
        case .callbacks:
            let isHandle = plan.cancel != nil && !declaration.result.isVoid && !plan.returnsClient
            return [plan.unreported].compactMap(\.self) + (isHandle ? [cannotWait] : [])
                + weakHandle(plan) + errorsInProgress(plan)
                + bareClients(hasHandle: plan.usesHandle)
                + unseenCode(seen: plan.roles.compactMap(\.callback.carrier))
        case .asynchronous:
            let other =
                [plan.unreported].compactMap(\.self) + bareClients() + unseenCode(seen: [])
                + failingAnswer(plan)
            guard case .only(let type) = declaration.throwing, plan.errorType == nil
            else { return other }
            let lost = "throws any error, not only \(type), as a rejected request throws another"
            return [note(lost)] + other
        case .future: return [cannotWait] + bareClients() + unseenCode(seen: [])
        }
    }

    /// Returns the remark about a stored static variable of another module, which language mode 6 does not accept.
    private func sharedVariable() -> [Remark] {
        let isStored = declaration.isWritable && declaration.accessors == nil
        let mayChange = member.isStatic && (isStored || index.hidesSetter(of: member.symbol))
        let isUnsafe = declaration.modifiers.contains("nonisolated(unsafe)")
        let isOther = !types.isInModuleOfClient && !types.importsPreconcurrency
        let text = "is static and may change, so language mode 6 needs --preconcurrency"
        return mayChange && isOther && !isUnsafe && declaration.actor == nil ? [note(text)] : []
    }

    /// Returns the remark about a handle that the client may release, so that cancelling the group has no effect.
    private func weakHandle(_ plan: Plan) -> [Remark] {
        let type = types.core(declaration.result)
        guard plan.cancel != nil, !plan.holdsHandle, member.isStatic || !plan.returnsClient,
            items.value(.cancel) == nil,
            let precise = type.precise, !KnownTypes.handles.contains(precise),
            KnownTypes.isClass(precise) || KnownTypes.isProtocol(precise)
        else { return [] }
        let name = "\(outside(type))"
        let sentence =
            "returns \(name), to which the group refers weakly: if the client does not keep it, cancelling the group does nothing"
        let hint = hintForAll("holds handle", returning: name)
        return [Remark(members: [member], sentence: sentence, count: .weakHandle, general: hint)]
    }

    /// Returns the remarks about callbacks that the client calls many times, whose errors do not fail the request.
    private func errorsInProgress(_ plan: Plan) -> [Remark] {
        plan.roles.filter { $1 == .progress && !errors(of: $0).all.isEmpty }
            .map { "counts an error in \($0.callback.title) as progress, not as a failure" }
            .map { Remark(members: [member], sentence: $0) }
    }

    /// Returns the remark about a returned value that may be a failure, although the method throws errors.
    private func failingAnswer(_ plan: Plan) -> [Remark] {
        guard declaration.isThrowing, let answer = types.answer(of: declaration),
            items.roles(of: answer.parameter).isEmpty,
            plan.roles.allSatisfy({ !$0.callback.isAnswer }),
            !KnownTypes.isClass(answer.values[0].type.precise ?? ""),
            let failure = enumeration(answer)?.finding ?? carriedError(answer)?.finding
        else { return [] }
        let text =
            "returns \(outside(declaration.result)), and counts a failure among its values as a success"
        return [note(text, hints: ["return: \(failure.hint)"])]
    }

    /// Returns the remarks about callbacks with errors that do not escape: the request ends before the method returns.
    private func answersAtOnce() -> [Remark] {
        declaration.parameters.filter { types.callback($0) == nil }
            .compactMap { types.callback($0, isKept: true) }
            .filter { !$0.returnsValue && !errors(of: $0).all.isEmpty }
            .map { note("calls \($0.title) before it returns, so no group counts its request") }
    }

    /// Returns the remarks about closures and delegates inside parameters, because the wrapper does not wrap them.
    private func unseenCode(seen: [String]) -> [Remark] {
        declaration.parameters.flatMap { parameter -> [String] in
            if seen.contains(parameter.name) || types.callback(parameter) != nil { return [] }
            let type = types.core(parameter.type)
            let isCalled = ["\(type)", parameter.name].contains(where: \.soundsLikeReceiver)
            if isCalled && type.precise != KnownTypes.text || types.holdsFunctions(parameter.type) {
                return [parameter.title]
            }
            let own = closures(of: type.precise).map(\.name) + closureCases(of: type.precise)
            return (own + nestedClosures(of: type.precise)).map { "\(parameter.title).\($0)" }
        }
        .map { note("lets the client call \($0) outside the group") }
    }

    /// Returns a remark that only the summary contains.
    func note(_ text: String, count: Remark.Count = .noted, hints: [String] = []) -> Remark {
        Remark(members: [member], sentence: text, count: count, hints: hints, isInFile: false)
    }
}
