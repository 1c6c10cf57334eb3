extension MemberWriter {
    /// A property or a subscript, which is read, and written where the client can be.
    var propertyLines: [String] {
        // A client that is a value is kept in a constant.
        let isConstant = types.client.kind == .value && !member.isStatic
        let canWrite = declaration.isWritable && !crossesActor && !plan.wraps && !isConstant
        let access = access
        let read = plan.wraps ? wrapping(access)[0] : access
        var effects = ""
        let accessors = declaration.accessors ?? []
        if accessors.contains(.async) || crossesActor { effects += " async" }
        if accessors.contains(.throws) { effects += " throws" }
        let effort =
            (accessors.contains(.throws) ? "try " : "")
            + (effects.contains("async") ? "await " : "")
        let head = propertyHead
        guard canWrite else {
            if effects.isEmpty { return [read].inBraces(after: [head], width: width) }
            return ["\(head) { get\(effects) { \(effort)\(read) } }"]
        }
        let isValue = style.shape == .extension
        return [
            "\(head) {", "    get { \(read) }",
            "    \(isValue ? "nonmutating " : "")set { \(access) = newValue }", "}",
        ]
    }

    private var access: String {
        guard declaration.kind == .subscript else {
            return "\(receiver).\(declaration.name.escapedAfterDot)"
        }
        let arguments = declaration.parameters.map { parameter in
            parameter.label.map { "\($0.escapedLabel): \(parameter.name.escaped)" }
                ?? parameter.name.escaped
        }
        return "\(receiver)[\(arguments.list())]"
    }
}
