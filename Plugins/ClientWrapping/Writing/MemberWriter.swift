/// Writes the source text of one method or property of the wrapper.
struct MemberWriter {
    let plan: Plan
    let types: ClientTypes

    var declaration: Declaration { plan.declaration }
    var member: Member { plan.member }

    /// The line width inside the extension.
    private let width = 96
    /// The line width inside the method.
    var inner: Int { width - 4 }

    var lines: [String] {
        let code = declaration.kind == .method ? signature + .block(" {", body) : property
        return attributes + code.lines(width: width)
    }

    /// Whether the wrapper has to await the call, because the client is an actor.
    var crossesActor: Bool {
        types.isOnActor(declaration, of: member)
            && (declaration.kind != .constant || !types.isInModuleOfClient)
    }

    func outside(_ type: TypeSyntax) -> TypeSyntax { types.outside(type, of: member) }

    // MARK: - Signature

    private var attributes: [String] {
        member.symbol.availabilityAttributes
            + declaration.attributes.filter {
                ["@concurrent", "@preconcurrency"].contains($0)
                    || $0 == "@discardableResult" && !result.isVoid
                    || $0 == declaration.actor || $0 == "@Sendable" && types.isClientSendable
            }
    }

    var modifiers: String {
        let isolation = declaration.modifiers.filter { $0.hasPrefix("nonisolated") }
            .map { $0.replacing("(unsafe)", with: "") + " " }.joined()
        return types.accessLevel.prefix + (types.shape == .subclass ? "override " : "") + isolation
    }

    private var signature: Code {
        let head = modifiers + "func \(declaration.name.escaped)\(generics)"
        let parameters = declaration.parameters.map { text(of: $0) }
        let condition = requirements.isEmpty ? "" : " where \(requirements.list())"
        let end: Code = "\(effects)\(result.isVoid ? "" : " -> \(result)")\(condition)"
        return .call(head, parameters) + end
    }

    var effects: String {
        let text = declaration.isAsync || crossesActor ? " async" : ""
        let isFixed = [.nothing, .rethrows].contains(declaration.throwing)
        guard plan.form == .asynchronous, !isFixed
        else { return text + declaration.throwing.mapping(outside).text }
        // A rejected request throws an error of another type, so write `throws` without a type.
        return text + (plan.errorType.map { " throws(\($0))" } ?? " throws")
    }

    /// The result type of the method, or the type of the property.
    var result: TypeSyntax {
        let type = outside(declaration.result)
        if plan.keptCancel != nil { return .void }
        return plan.wraps || wrapsResult ? wrapped(type) : type
    }

    private func wrapped(_ type: TypeSyntax) -> TypeSyntax {
        guard types.shape == .extension else { return type }
        if type.inner != nil { return type.mappingParts(wrapped) }
        return types.wrapperName(ofProtocol: type) != nil ? type : .name(Forms.client, [type])
    }

    // MARK: - Parameters and generics

    private func text(of parameter: Parameter) -> Code {
        let label = parameter.label?.escapedLabel ?? "_"
        let name = parameter.label == parameter.name ? label : "\(label) \(parameter.name.escaped)"
        let value = parameter.defaultValue.map { " = \($0)" } ?? ""
        let attributes = parameter.attributes.map { "@\(outside(.named($0))) " }.joined()
        return "\(attributes)\(name): \(type(of: parameter))\(value)"
    }

    /// Returns the type of a parameter: an implicitly unwrapped type becomes optional, and a closure on the main actor
    /// becomes `@Sendable`.
    private func type(of parameter: Parameter) -> TypeSyntax {
        let isWrapped = plan.isRequest || types.shape == .extension
        guard isWrapped, let callback = types.callback(parameter), callback.actor != nil else {
            if case .optional(let inner, "!") = parameter.type { return .optional(outside(inner)) }
            return outside(parameter.type)
        }
        // Swift 5 does not infer `@Sendable` from the actor.
        let isSendable = callback.attributes.contains("@Sendable")
        let closure = (callback.attributes + (isSendable ? [] : ["@Sendable"])).reversed()
            .reduce(TypeSyntax.function(callback.function)) { .prefixed($1, $0) }
        return outside(callback.isOptional ? .optional(closure) : closure)
    }

    private var generics: String {
        let own = types.shape == .extension ? types.client.generics : []
        let all = own.filter { member.substitutions[$0.name] == nil } + declaration.generics
        let names = all.map { parameter in
            parameter.keyword + parameter.name + (parameter.bound.map { ": \(outside($0))" } ?? "")
        }
        return names.isEmpty ? "" : "<\(names.list())>"
    }

    private var requirements: [String] {
        guard !types.client.generics.isEmpty, types.shape == .extension else {
            return declaration.requirements
                .filter { $0.left.names.first?.name != "Self" }.map { $0.text(outside) }
        }
        // The symbol graph omits requirements such as `AnyObject`, so add the requirements of the declaration.
        let known = member.constraints.map(\.text)
        let names = declaration.generics.map(\.name)
        let own = declaration.requirements.filter {
            names.contains($0.left.names.first?.name ?? "")
        }
        .map(\.text).filter { !known.contains($0) }
        let base = "Base == \(outside(types.clientType))\(member.isStatic ? ".Type" : "")"
        return known + own + [base]
    }

    // MARK: - Properties

    /// The property, with a setter if the wrapper can use the setter of the client.
    private var property: Code {
        let head = "\(modifiers)var \(declaration.name.escaped): \(result) {"
        if plan.form == .asynchronous {
            return .block(head, [.block("get\(effects) {", asynchronousBody)], isOnLines: true)
        }
        // The wrapper stores the client in a constant, whose setters cannot be called if the client is a value.
        let isConstant = types.client.kind == .value && !member.isStatic
        guard declaration.isWritable, !crossesActor, !isConstant else {
            if effects.isEmpty { return .block(head, [direct]) }
            return "\(head) get\(effects) { \(direct) } }"
        }
        let modifier = types.shape == .extension ? "nonmutating " : ""
        let written = plan.wraps ? unwrapping("newValue") : "newValue"
        return .block(head, ["get { \(direct) }", "\(modifier)set { \(access) = \(written) }"])
    }

    /// The property or the method of the client.
    var access: String { "\(receiver).\(declaration.name.escapedAfterDot)" }
}
