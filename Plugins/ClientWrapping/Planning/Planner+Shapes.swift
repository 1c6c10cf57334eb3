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
        if types.shape == .extension { return outcome }
        let isOfType = ["swift.func.op", "swift.init"].contains(member.symbol.kind.identifier)
        if member.isStatic || isOfType, (try? outcome.get())?.isEmpty != true {
            outcome = .failure(.skip("it belongs to the type, and the wrapper is an instance"))
        }
        switch outcome {
        case .failure(let reason):
            let isClient = reason.hints.contains("client") && !wrapsProtocol(declaration)
            let forward = hintForAll("forward", returning: "\(outside(result.type))")
            let general = isClient ? forward : reason.general
            let hints = reason.hints.filter { !isClient || $0 != "client" }
            let isByHand = hints.first == "skip" && types.shape == .conformance
            let remedy = "write it by hand in an extension of \(client.wrapperName)"
            let last = isByHand ? "; after skip, the wrapper compiles only if you \(remedy)" : ""
            return .failure(Unsettled(reason.reason + last, hints, general: general))
        case .success(let plans):
            guard let plan = plans.first else { return outcome }
            if plan.wraps, !returnsClient, !wrapsProtocol(plan.declaration) {
                return .failure(.forward("its type is declared, and a wrapper has another type"))
            }
            if types.shape == .conformance { return outcome }
            guard plan.isRequest else { return .success([]) }
            if member.isMethod != (plan.declaration.kind == .method) {
                return .failure(.forward("it is a closure, which a subclass cannot override"))
            }
            let symbol = member.symbol
            let isOpen = types.isInModuleOfClient || symbol.accessLevel == "open"
            let isFixed = symbol.swiftExtension != nil || symbol.words.contains("final")
            return isOpen && !isFixed ? outcome : .failure(.skip("a subclass cannot override it"))
        }
    }

    /// Returns whether the wrapper of the returned client conforms to the declared protocol.
    private func wrapsProtocol(_ declaration: Declaration) -> Bool {
        types.shape == .conformance
            && types.wrapperName(ofProtocol: types.core(declaration.result).element) != nil
    }

    /// Returns whether the member is a static method that seems to issue a request, or that returns a client.
    private func seemsToBeStaticRequest(_ member: Member) -> Bool {
        guard member.isStatic, member.isMethod, let declaration = member.declaration
        else { return false }
        return types.mayIssueRequest(declaration)
            || types.firstRequest(of: types.core(declaration.result).precise) != nil
    }
}
