/// Decides how a method or property of a client is written.
struct Planner {
    let types: ClientTypes
    let defaults: DefaultValue
    let member: Member
    /// What the hints say of the member.
    let items: [Hint.Item]

    init(_ member: Member, of types: ClientTypes, hints: [Hint], defaults: DefaultValue) {
        self.types = types
        self.defaults = defaults
        self.member = member
        items = Self.items(of: hints, for: member, types)
    }

    /// What the hints say of the member: a later part goes before an earlier one.
    private static func items(
        of hints: [Hint],
        for member: Member,
        _ types: ClientTypes
    ) -> [Hint.Item] {
        let parts = hints.map { ($0.breadth, $0.items(for: member, types)) }
        let narrowest = parts.filter { !$0.1.isEmpty }.map(\.0).min()
        return (0...3).reversed().flatMap { breadth in
            // A method of which a hint says more is no longer decided by a hint for many.
            parts.filter { $0.0 == breadth }.flatMap(\.1)
                .filter { !$0.isDecision || breadth == narrowest }
                .filter { breadth == 0 || member.takes($0, types) }
        }
    }

    var index: SymbolIndex { types.index }
    var client: Client { types.client }
    var finder: RoleFinder { RoleFinder(types: types, member: member) }

    /// The type as it is written outside the client.
    func outside(_ type: TypeSyntax) -> TypeSyntax { types.outside(type, of: member) }

    var outcome: Outcome {
        if items.contains(.skip) { return .skipped }
        do throws(Unsettled) {
            if let misfit = member.misfit { throw .skip(misfit) }
            let declaration: Declaration
            switch member.declaration {
            case .success(let read): declaration = read
            case .failure(let error):
                throw .skip("its declaration could not be read: \(error)")
            }
            var plans: [Plan] = []
            for variant in try variants(of: outside(declaration)) {
                plans.append(try plan(variant))
            }
            return .written(plans)
        } catch {
            return .unsettled(error)
        }
    }

    /// The declaration with its defaults as the wrapper can write them, and once without each parameter
    /// whose default it cannot: there the client's own holds.
    private func variants(of declaration: Declaration) throws(Unsettled) -> [Declaration] {
        var full = declaration
        var hidden: [Int] = []
        for (position, parameter) in declaration.parameters.enumerated()
        where parameter.defaultValue != nil {
            full.parameters[position].defaultValue = defaults.outside(parameter)
            if full.parameters[position].defaultValue == nil { hidden.append(position) }
        }
        guard hidden.count <= 3 else {
            throw .skip("\(hidden.count) of its parameters have defaults that cannot be named")
        }
        // Every choice of the hidden ones, none of them first.
        return (0..<(1 << hidden.count)).map { choice in
            var variant = full
            for (bit, position) in hidden.enumerated().reversed() where choice & (1 << bit) != 0 {
                variant.parameters.remove(at: position)
            }
            return variant
        }
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
        if let stranger = types.parameterThatCannotCross(declaration, member) {
            throw .skip(
                "\(stranger.title) is passed to an actor, and nothing says that it is Sendable"
            )
        }
        var found = plan(try methodForm(declaration), declaration)
        if found.isRequest { try checkForRequest(declaration) }
        found.cautions = cautions(found.form, declaration)
        return found
    }

    // MARK: - Methods

    /// How a method is written, or a property that is called like one.
    func methodForm(_ declaration: Declaration) throws(Unsettled) -> Plan.Form {
        if items.contains(.forward) { return .passedOn }
        if items.contains(.client) { return .wrapped }
        try checkForListener(declaration)
        if declaration.isAsync {
            try checkForClosure(declaration)
            return .asynchronous(try asynchronousPlan(declaration))
        }
        let callbacks =
            try carriedCallbacks(declaration)
            + declaration.parameters.compactMap { types.callback($0) }
        guard !callbacks.isEmpty else {
            return try formWithoutCallbacks(declaration)
        }
        if client.kind == .actor, !declaration.modifiers.contains("nonisolated"), !member.isStatic {
            throw .forward("it has callbacks and belongs to an actor, which is called later")
        }
        return .callbacks(try callbackPlan(declaration, callbacks))
    }

    /// What a closure that runs later cannot keep.
    func checkForClosure(_ declaration: Declaration) throws(Unsettled) {
        for parameter in declaration.parameters where !canWait(parameter) {
            throw .forward("\(parameter.title) cannot be kept until the request starts")
        }
    }

    /// Whether a closure may keep the parameter, and so the request may wait.
    func canWait(_ parameter: Parameter) -> Bool {
        let (prefixes, type) = parameter.type.unprefixed
        if prefixes.contains("inout") || prefixes.contains("sending") { return false }
        if prefixes.contains("isolated")
            || prefixes.contains(where: ClientTypes.ownerships.contains)
        {
            // No request can have it, which is said with its reason.
            return true
        }
        guard case .function = types.meaning(of: type) else { return true }
        return prefixes.contains("@escaping")
    }
}

extension [Hint.Item] {
    func lastValue<Value>(_ value: (Hint.Item) -> Value?) -> Value? {
        compactMap(value).last
    }

    /// How a hint has the request cancelled; `nil` inside if it is not, `nil` outside without a hint.
    var cancel: String?? {
        lastValue { if case .cancel(let expression) = $0 { .some(expression) } else { nil } }
    }

    /// The calls that a hint has passed on, by a condition.
    var forwardIf: String?? {
        lastValue { if case .forwardIf(let condition) = $0 { .some(condition) } else { nil } }
    }
}

extension Member {
    /// Whether a part of a hint for many methods says something about this one.
    fileprivate func takes(_ item: Hint.Item, _ types: ClientTypes) -> Bool {
        guard case .success(let declaration) = declaration else { return false }
        switch item {
        case .waits: return !declaration.result.isVoid
        case .client:
            let type = types.core(declaration.result).elementOfArray
            return types.isClient(type)
                || type.precise.flatMap { types.firstRequest(of: $0) } != nil
        case .forwardIf(let condition?):
            let word = TokenList(text: condition).tokens.first?.text
            return declaration.parameters.contains { $0.name == word }
        default: return true
        }
    }
}
