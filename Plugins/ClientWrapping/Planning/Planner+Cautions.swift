/// A warning about a generated method, for a risk that the declaration does not show.
enum Caution: Equatable {
    /// The method returns a handle, so its request cannot wait for a permit.
    case cannotWait
    /// The group has only a weak reference to the handle; the associated value is the type of the handle.
    case holdsWeakly(String)
    /// The wrapper only calls the client, because the callback seems to be a listener for events.
    case isListener(Listener)
    /// A sentence about another risk, such as a callback that runs outside the group.
    case other(String)
}

/// A callback or a stream that reports events.
struct Listener: Equatable {
    /// The name of the callback; `nil` for a stream.
    let callback: String?
    let sentence: String
}

extension Planner {
    func cautions(_ form: Plan.Form, _ declaration: Declaration) -> [Caution] {
        switch form {
        case .passedOn where items.contains(.forward), .wrapped where items.contains(.client): []
        case .passedOn, .wrapped:
            if let listener = listener(declaration) {
                [.isListener(listener)]
            } else {
                bareClients(declaration)
            }
        case .callbacks(let plan):
            (plan.cancel != nil && !declaration.result.isVoid && !plan.returnsClient
                ? [.cannotWait] : [])
                + weakHandle(declaration, plan)
                + bareClients(declaration, hasHandle: plan.cancel != nil)
                + unseenCode(declaration, seen: plan.roles.compactMap(\.callback.carrier))
        case .asynchronous(let plan):
            lostErrorType(declaration, plan) + bareClients(declaration)
                + unseenCode(declaration, seen: [])
        case .future: [.cannotWait] + unseenCode(declaration, seen: [])
        }
    }

    /// The caution for a handle that the client may release, so that cancelling the group has no effect.
    private func weakHandle(_ declaration: Declaration, _ plan: Plan.CallbackPlan) -> [Caution] {
        let type = types.core(declaration.result)
        guard plan.cancel != nil, !plan.holdsHandle, !plan.returnsClient, items.cancel == nil,
            let precise = type.precise, !isHandle(precise),
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

    /// The cautions for closures and delegates inside parameters, because the wrapper does not wrap them.
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
