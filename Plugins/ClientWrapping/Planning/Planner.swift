/// Decides how the wrapper declares a method or property of a client.
struct Planner {
    let types: ClientTypes
    let defaults: DefaultValue
    let member: Member
    /// The items of all hints that apply to the member.
    private(set) var items: [Hint.Item]
    /// A hint's decision for many methods, used only if the declaration leads to no certain outcome.
    private let decision: Hint.Item?

    init(_ member: Member, of types: ClientTypes, hints: [Hint], defaults: DefaultValue) {
        self.types = types
        self.defaults = defaults
        self.member = member
        // The last item takes precedence, so put the hints for fewer methods last.
        let many = (1...3).reversed()
            .flatMap { breadth in
                hints.filter { $0.breadth == breadth }.flatMap { $0.items(for: member, types) }
            }
            .filter { member.takes($0, types) }
        let own = hints.filter { $0.breadth == 0 }.flatMap { $0.items(for: member, types) }
        items = many.filter { !$0.isDecision } + own
        decision = many.last(where: \.isDecision)
    }

    var index: SymbolIndex { types.index }
    var client: Client { types.client }
    var finder: RoleFinder { RoleFinder(types: types, member: member) }

    func outside(_ type: TypeSyntax) -> TypeSyntax { types.outside(type, of: member) }

    var outcome: Outcome {
        let certain = certainOutcome
        guard let decision else { return certain }
        switch certain {
        case .written(let plan)
        where !(plan.isListener || decision == .client && plan.isPassedOn):
            return certain
        case .skipped: return certain
        case .unsettled(let reason) where decision == .client && !reason.hints.contains("client"):
            return certain
        default:
            var decided = self
            decided.items.append(decision)
            return decided.certainOutcome
        }
    }

    private var certainOutcome: Outcome {
        if items.contains(.skip) { return .skipped }
        do throws(Unsettled) {
            if let misfit = member.misfit { throw .skip(misfit) }
            if member.symbol.kind.identifier.hasSuffix("subscript") {
                throw .skip("the command writes no subscripts")
            }
            let declaration: Declaration
            switch member.declaration {
            case .success(let read): declaration = read
            case .failure(let error):
                throw .skip("its declaration could not be read: \(error)")
            }
            let (full, short) = naming(outside(declaration))
            var plan = try plan(full)
            if let short { plan.overload = [try self.plan(short)] }
            return .written(plan)
        } catch {
            return .unsettled(error)
        }
    }

    /// The declaration with the default values that the wrapper can name, and an overload without the other
    /// parameters with a default value.
    ///
    /// In the overload, the client uses its own default values.
    private func naming(_ declaration: Declaration) -> (full: Declaration, short: Declaration?) {
        var (full, short) = (declaration, declaration)
        short.parameters = []
        for (position, parameter) in declaration.parameters.enumerated() {
            full.parameters[position].defaultValue = defaults.outside(parameter)
            if parameter.defaultValue == nil || defaults.outside(parameter) != nil {
                short.parameters.append(full.parameters[position])
            }
        }
        let name = "\(short.name)(\(short.parameters.map { "\($0.label ?? "_"):" }.joined()))"
        let isNew =
            short.parameters.count < full.parameters.count
            && !client.members.contains { $0.symbol.name == name }
        return (full, isNew && types.shape != .subclass ? short : nil)
    }

    private func plan(_ declaration: Declaration) throws(Unsettled) -> Plan {
        try check(declaration)
        let label = items.lastValue { if case .label(let label) = $0 { label } else { nil } }
        func plan(_ form: Plan.Form, _ declaration: Declaration) -> Plan {
            Plan(
                member: member,
                declaration: declaration,
                form: form,
                label: label ?? member.baseName,
                isOfClient: types.isClient(
                    types.meaning(of: declaration.result).unwrappingOptional.type
                )
            )
        }
        guard declaration.kind == .method else {
            let (form, declaration) = try propertyForm(declaration)
            var found = plan(form, declaration)
            if case .passedOn = form { found.cautions = cautions(form, declaration) }
            return found
        }
        let declaration = types.sendingToActor(declaration, member)
        var found = plan(try methodForm(declaration), declaration)
        if found.isRequest { try checkForRequest(declaration) }
        found.cautions = cautions(found.form, declaration)
        return found
    }

    // MARK: - Methods

    /// Returns the form of the plan for a method, or for a property that is called like a method.
    func methodForm(_ declaration: Declaration) throws(Unsettled) -> Plan.Form {
        if items.contains(.client) { return .wrapped }
        if items.contains(.forward) || startsNothing(declaration) || listener(declaration) != nil {
            // The next call of a chain has to join the group, so wrap the client that the method returns.
            return types.isClient(types.core(declaration.result)) ? .wrapped : .passedOn
        }
        if declaration.isAsync {
            try checkForClosure(declaration)
            return .asynchronous(try asynchronousPlan(declaration))
        }
        let callbacks =
            try carriedCallbacks(declaration)
            + declaration.parameters.compactMap { types.callback($0) }
        let isRequest = items.contains(where: \.isRole)
        guard isRequest || !areQuestions(callbacks, of: declaration) else {
            return try formWithoutCallbacks(declaration)
        }
        if client.kind == .actor, !declaration.modifiers.contains("nonisolated"), !member.isStatic {
            throw .forward("it has callbacks and belongs to an actor, which is called later")
        }
        return .callbacks(try callbackPlan(declaration, callbacks))
    }

    /// Whether the method belongs to a delegate, or is another form of the client's `cancel()`.
    private func startsNothing(_ declaration: Declaration) -> Bool {
        types.isOfDelegate(declaration)
            || declaration.name == "cancel"
                && client.members.contains { $0.symbol.name == "cancel()" }
    }

    /// Whether no callback can end a request: the client asks each for a value, to configure itself, to cancel, or for a
    /// step of a chain.
    private func areQuestions(_ callbacks: [Callback], of declaration: Declaration) -> Bool {
        guard
            callbacks.contains(where: \.changesValue)
                || declaration.isCancelling || types.isClient(types.core(declaration.result))
        else { return callbacks.isEmpty }
        return callbacks.allSatisfy { (try? finder.roleOfQuestion($0)) != nil }
    }

    /// Throws if an escaping closure cannot store a parameter until the request starts.
    func checkForClosure(_ declaration: Declaration) throws(Unsettled) {
        for parameter in declaration.parameters where !canWait(parameter) {
            throw .forward("\(parameter.title) cannot be kept until the request starts")
        }
    }

    /// Whether an escaping closure can store the parameter until the request gets its permit.
    func canWait(_ parameter: Parameter) -> Bool {
        let (prefixes, type) = parameter.type.unprefixed
        if prefixes.contains("inout") { return false }
        if prefixes.contains("sending") { return client.kind == .actor }
        // `checkForRequest` throws for such a parameter, with a more precise reason.
        if prefixes.contains(where: ClientTypes.unkept.contains) { return true }
        guard case .function = types.meaning(of: type) else { return true }
        return prefixes.contains("@escaping")
    }
}

extension [Hint.Item] {
    func lastValue<Value>(_ value: (Hint.Item) -> Value?) -> Value? {
        compactMap(value).last
    }

    /// The cancel expression of a hint; `.some(nil)` if the hint says that nothing cancels the request.
    var cancel: String?? {
        lastValue { if case .cancel(let expression) = $0 { .some(expression) } else { nil } }
    }

    /// A hint's condition for calls that issue no request; `.some(nil)` if every call issues a request.
    var forwardIf: String?? {
        lastValue { if case .forwardIf(let condition) = $0 { .some(condition) } else { nil } }
    }
}

extension Member {
    /// Whether an item of a hint for many methods makes sense for this member.
    fileprivate func takes(_ item: Hint.Item, _ types: ClientTypes) -> Bool {
        guard case .success(let declaration) = declaration else { return false }
        switch item {
        case .waits: return !declaration.result.isVoid
        case .role(let name, _), .progressIf(let name, _):
            let owner = String(name.prefix { $0 != "." })
            return declaration.parameters.contains { [$0.title, $0.name].contains(owner) }
        case .client:
            let type = types.core(declaration.result).elementOfArray
            if "\(type)".hasSuffix("Delegate") { return false }
            return types.isClient(type)
                || type.precise.flatMap { types.firstRequest(of: $0) } != nil
        case .forwardIf(let condition?):
            let word = TokenList(text: condition).tokens.first?.text
            return declaration.parameters.contains { $0.name == word }
        default: return true
        }
    }
}
