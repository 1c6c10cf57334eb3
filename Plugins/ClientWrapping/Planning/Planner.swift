/// Decides how the wrapper declares a method or property of a client.
struct Planner {
    let types: ClientTypes
    let member: Member
    /// The declaration to plan: that of the member, an overload, or the method in place of a closure.
    var declaration: Declaration
    /// The items of all hints that apply to the member.
    private(set) var items: [Hint.Item]
    /// A hint's decision for many methods, used only if the declaration leads to no certain outcome.
    private let decision: Hint.Item?
    /// Whether a hint that names the method, not only the values of a callback, gives a callback its role.
    let hasNamedRole: Bool

    init(_ member: Member, of types: ClientTypes, hints: [Hint] = []) {
        self.types = types
        self.member = member
        declaration = member.declaration ?? Declaration()
        // The last item takes precedence, so put the hints for fewer methods last.
        let found = hints.sorted { $0.breadth > $1.breadth }
            .map { (breadth: $0.breadth, items: $0.items(for: member, types)) }
        let many = found.filter { $0.breadth > 0 }.flatMap(\.items)
            .filter { member.takes($0, types) }
        let own = found.filter { $0.breadth == 0 }.flatMap(\.items)
        items = many.filter { !$0.isDecision } + own
        decision = many.last(where: \.isDecision)
        hasNamedRole = found.contains { $0.breadth / 2 != 1 && $0.items.contains(where: \.isRole) }
    }

    var index: SymbolIndex { types.index }
    var client: Client { types.client }

    var callbacks: [Callback] { types.callbacks(of: declaration) }
    /// The result type without aliases and optionals.
    var result: (type: TypeSyntax, isOptional: Bool) { types.value(declaration.result) }

    var returnsClient: Bool { types.isClient(result.type) }

    func outside(_ type: TypeSyntax) -> TypeSyntax { types.outside(type, of: member) }

    var outcome: Outcome {
        let certain = certainOutcome
        guard let decision else { return certain }
        let isForClient = decision == .word(.client)
        let isFinal =
            switch certain {
            case .success(let plans):
                plans.first?.remarks.contains { $0.count == .listener } != true
                    && (!isForClient || plans.first?.form != .passedOn)
            case .failure(let reason): isForClient && !reason.hints.contains("client")
            }
        if isFinal { return certain }
        var decided = self
        decided.items.append(decision)
        return decided.certainOutcome
    }

    private var certainOutcome: Outcome {
        if items.contains(.skip) { return .success([]) }
        do throws(Unsettled) {
            guard let declaration = member.declaration, member.misfit == nil else {
                throw .skip(member.misfit ?? "")
            }
            let (full, short) = naming(outside(declaration))
            var plans = [try plan(full)]
            if let short { plans.append(try plan(short)) }
            return .success(plans)
        } catch { return .failure(completed(error)) }
    }

    /// Returns the reason with a first hint that settles the member.
    ///
    /// If the first hint leads to another question, the hint for that question is added, or replaces the first hint if
    /// it is `forward`, `skip` or `client`.
    private func completed(_ reason: Unsettled) -> Unsettled {
        guard let part = reason.hints.first,
            let hinted = try? Hint.all(in: "* = \(part)").first?.items,
            !hinted.contains(where: \.isDecision), !hinted.allSatisfy(items.contains)
        else { return reason }
        var decided = self
        decided.items += hinted
        guard case .failure(let next) = decided.certainOutcome, let more = next.hints.first
        else { return reason }
        let hint = ["forward", "skip", "client"].contains(more) ? more : "\(part); \(more)"
        return Unsettled("\(reason.reason); \(next.reason)", [hint])
    }

    /// Returns the declaration with the default values that the wrapper can name, and an overload without the other
    /// parameters with a default value.
    ///
    /// In the overload, the client uses its own default values.
    private func naming(_ declaration: Declaration) -> (full: Declaration, short: Declaration?) {
        var full = declaration
        for (position, parameter) in declaration.parameters.enumerated() {
            full.parameters[position].defaultValue = defaultValue(of: parameter)
        }
        var short = full
        short.parameters = zip(declaration.parameters, full.parameters)
            .filter { $0.defaultValue == nil || $1.defaultValue != nil }.map(\.1)
        let isKnown = client.members.contains { $0.symbol.name == short.fullName }
        let isNew = !isKnown && short.parameters.count < full.parameters.count
        return (full, isNew && types.shape != .subclass ? short : nil)
    }

    private func plan(_ declaration: Declaration) throws(Unsettled) -> Plan {
        var planner = self
        planner.declaration = types.sendingToActor(declaration, member)
        try planner.check()
        var plan = try declaration.kind == .method ? planner.methodPlan() : planner.propertyPlan()
        if types.shape == .extension, plan.usesHandle {
            // The closure needs the conformance of a generic handle, such as that of `Ticket<T>`.
            let known = plan.declaration.requirements.filter { $0.relation == ":" }
            let added = types.requirements("SendableMetatype", onResultOf: plan.declaration)
            plan.declaration.requirements += added.filter { new in
                known.contains { $0.left == new.left && "\($0.right)" != "Sendable" }
            }
        }
        // A parameter such as a `borrowing` parameter cannot be stored until the request starts.
        for parameter in plan.isRequest ? plan.declaration.parameters : []
        where !ClientTypes.unkept.isDisjoint(with: parameter.type.unprefixed.prefixes) {
            throw .skip("the request may start after \(parameter.title) has been released")
        }
        plan.remarks = planner.remarks(plan)
        plan.carriers = plan.roles.compactMap { planner.carrierDeclaration($0, $1) }
        return plan
    }

    func plan(as form: Plan.Form) -> Plan {
        let label = items.text(.label) ?? member.baseName
        return Plan(member: member, declaration: declaration, form: form, label: label)
    }

    // MARK: - Methods

    /// Returns the plan for a method, or for a property that is called like a method.
    func methodPlan() throws(Unsettled) -> Plan {
        if items.contains(.client) { return try wrappedPlan() }
        let isOtherCancel =
            declaration.name == "cancel" && client.members.contains { $0.symbol.name == "cancel()" }
        let startsNothing = isOtherCancel || types.isOfDelegate(declaration) || listener() != nil
        if items.contains(.forward) || startsNothing {
            // The next call of a chain has to join the group, so wrap the client that the method returns.
            return returnsClient ? try wrappedPlan() : plan(as: .passedOn)
        }
        for parameter in declaration.parameters where items.roles(of: parameter).isEmpty {
            guard let type = types.unseenCallback(parameter) else { continue }
            let (title, module) = (parameter.title, type.precise.flatMap(KnownTypes.module))
            let reason =
                "no symbol graph declares \(type), the type of \(title): pass the graph of \(module ?? "its module"); with this hint its group does not wait for \(title)"
            let hasEnd = declaration.isAsync || !callbacks.isEmpty
            throw Unsettled(reason, (hasEnd ? ["\(title): untouched"] : []) + ["forward"])
        }
        if declaration.isAsync {
            try checkForClosure()
            return try asynchronousPlan()
        }
        let callbacks = carriedCallbacks + callbacks
        let isRequest = items.contains(where: \.isRole)
        if !isRequest, areQuestions(callbacks) { return try planWithoutCallbacks() }
        if client.kind == .actor, !declaration.modifiers.contains("nonisolated"), !member.isStatic {
            let reason =
                "it has callbacks and belongs to an actor, which is called later: write it by hand; with forward its group does not wait for it"
            throw Unsettled(reason, ["skip", "forward"])
        }
        return try callbackPlan(callbacks)
    }

    /// Returns the plan for a member that returns a client; throws if the generated class cannot wrap the client.
    func wrappedPlan() throws(Unsettled) -> Plan {
        let type = types.core(declaration.result).element
        var plan = plan(as: .wrapped)
        guard declaration.isWritable, types.needsGenericWrapper(type) else { return plan }
        plan.declaration.accessors = ["get"]
        if types.shape == .extension { return plan }
        throw .skip("its setter cannot extract \(outside(type)) from a generic wrapper")
    }

    /// Returns whether no callback can end a request.
    ///
    /// Such callbacks return a value to the client, configure the client, cancel, or are a step of a chain.
    private func areQuestions(_ callbacks: [Callback]) -> Bool {
        guard declaration.isCancelling || returnsClient || callbacks.contains(where: \.changesValue)
        else { return callbacks.isEmpty }
        return callbacks.allSatisfy { (try? roleOfQuestion($0)) != nil }
    }

    /// Throws if an escaping closure cannot store a parameter until the request starts.
    func checkForClosure() throws(Unsettled) {
        for parameter in declaration.parameters
        where !canWait(parameter) && !(declaration.isAsync && types.isBorrowed(parameter)) {
            throw .forward("\(parameter.title) cannot be kept until a group starts the request")
        }
    }

    /// Returns whether an escaping closure can store the parameter until the request gets its permit.
    func canWait(_ parameter: Parameter) -> Bool {
        let (prefixes, type) = parameter.type.unprefixed
        if parameter.type.isInout { return false }
        if prefixes.contains("sending") { return client.kind == .actor }
        // The planner throws for such a parameter, with a more precise reason.
        if prefixes.contains(where: ClientTypes.unkept.contains) { return true }
        return !types.meaning(of: type).isFunction || prefixes.contains("@escaping")
    }

    // MARK: - Properties

    /// Returns the plan for a property; a property whose closure has callbacks becomes a method.
    mutating func propertyPlan() throws(Unsettled) -> Plan {
        if items.contains(.forward) { return plan(as: .passedOn) }
        if items.contains(.client) { return try wrappedPlan() }
        if !client.generics.isEmpty {
            throw declaration.isAsync
                ? .skip("it is a request of a generic client, and a property cannot be generic")
                : Unsettled("its client is generic, and a property cannot be; read it through base")
        }
        // Reading any property of an actor is awaited, but only an `async` property issues a request.
        if declaration.isAsync, !types.isClient(declaration.result.unwrappingOptional.type) {
            return try asynchronousPlan()
        }
        let (type, isOptional) = result
        // If callers can set the closure, the client calls the closure in order to report events to the caller.
        let isReport = declaration.isWritable && declaration.name.begins(with: "on", "did", "will")
        if case .function(let function) = type.unprefixed.type, !isOptional, !isReport,
            let method = method(function, attributes: type.unprefixed.prefixes)
        {
            declaration = method
            return try methodPlan()
        }
        if types.isClient(type) { return try wrappedPlan() }
        if declaration.name.soundsLikeListener { return plan(as: .passedOn) }
        if let request = types.firstRequest(of: type.precise) {
            throw .client("\(outside(type)) may issue requests itself: \(request)")
        }
        if index.isStream(type.precise) { throw .forward("a stream may never end") }
        return plan(as: .passedOn)
    }

    /// Returns a method in place of a property with a closure, if calling the closure issues a request.
    private func method(_ function: FunctionType, attributes: [String]) -> Declaration? {
        var method = declaration
        method.kind = .method
        method.attributes += attributes.filter { $0 == "@MainActor" }
        method.isAsync = function.isAsync
        method.throwing = function.throwing
        method.result = function.result
        method.parameters = function.parameters.enumerated().map { position, value in
            Parameter(label: nil, name: value.name ?? "value\(position + 1)", type: value.type)
        }
        return types.mayIssueRequest(method) ? method.withFreeNames : nil
    }
}
