/// What the shape of the wrapper allows.
extension Planner {
    /// Whether the generated file can contain the member.
    var belongsToWrapper: Bool {
        guard member.isStatic else { return true }
        return switch types.shape {
        case .conformance: true
        // A subclass inherits the static members, so the file only lists static members that seem to issue requests.
        case .subclass: seemsToBeStaticRequest(member)
        // Callers use static members of the type directly, unless a static member issues requests.
        case .extension: client.members.contains(where: seemsToBeStaticRequest)
        }
    }

    /// The outcome for the shape: a class that conforms to a protocol cannot contain all members, and a subclass
    /// need not override every member.
    var restrictedOutcome: Outcome {
        var outcome = outcome
        if case .skipped = outcome { return outcome }
        if types.shape == .extension { return outcome }
        let kind = member.symbol.kind.identifier
        if member.isStatic || ["swift.func.op", "swift.init"].contains(kind) {
            outcome = .unsettled(.skip("it belongs to the type, and the wrapper is an object"))
        }
        switch outcome {
        case .unsettled(let reason)
        where reason.hints.contains("client") && member.declaration.map(wrapsProtocol) == true:
            return outcome
        case .unsettled(let reason):
            // The class needs each requirement, so offer `forward` before `skip`.
            let hints = reason.hints.filter { $0 != "client" }
            let settled = Unsettled(reason.reason, hints).preferring("forward")
            guard types.shape == .conformance, settled.hints.first == "skip"
            else { return .unsettled(settled) }
            let remedy = "write it by hand in an extension of \(client.wrapperName)"
            return .unsettled(
                .skip("\(reason.reason); after skip, the wrapper compiles only if you \(remedy)")
            )
        case .written(let plans)
        where plans[0].wraps && !wrapsProtocol(plans[0].declaration)
            && !types.isClient(types.core(plans[0].declaration.result)):
            return .unsettled(.forward("its type is declared, and a wrapper is of another type"))
        case .written(let plans) where types.shape == .subclass:
            guard plans[0].isRequest else { return .skipped }
            if member.isMethod != (plans[0].declaration.kind == .method) {
                return .unsettled(.forward("it is a closure, which a subclass cannot override"))
            }
            return isOverridable ? outcome : .unsettled(.skip("a subclass cannot override it"))
        default: return outcome
        }
    }

    /// Returns whether the wrapper of the returned client conforms to the declared protocol.
    private func wrapsProtocol(_ declaration: Declaration) -> Bool {
        types.shape == .conformance
            && types.wrapperName(ofProtocol: types.core(declaration.result).element) != nil
    }

    private var isOverridable: Bool {
        let symbol = member.symbol
        return symbol.swiftExtension == nil && !symbol.words.contains("final")
            && (types.style.isInModuleOfClient || symbol.accessLevel == "open")
    }

    /// Returns whether the member is a static method that seems to issue a request, or that returns a client.
    private func seemsToBeStaticRequest(_ member: Member) -> Bool {
        guard member.isStatic, member.isMethod, let declaration = member.declaration
        else { return false }
        return declaration.isAsync || declaration.parameters.contains { types.callback($0) != nil }
            || types.firstRequest(of: types.core(declaration.result).precise) != nil
    }
}
