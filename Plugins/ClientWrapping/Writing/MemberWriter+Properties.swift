extension MemberWriter {
    /// A property or a subscript, which is read, and written where the client can be.
    var propertyLines: [String] {
        // A client that is a value is kept in a constant.
        let isConstant = types.client.kind == .value && !member.isStatic
        if case .asynchronous(let request) = plan.form { return awaitedLines(request) }
        let canWrite = declaration.isWritable && !crossesActor && !plan.wraps && !isConstant
        let access = access
        let read = plan.wraps ? wrapping(access)[0] : access
        let head = propertyHead
        guard canWrite else {
            if effects.isEmpty { return [read].inBraces(after: [head], width: width) }
            return ["\(head) { get\(effects) { \(effort)\(read) } }"]
        }
        let isValue = style.shape == .extension
        return [
            "\(head) {", "    get { \(read) }",
            "    \(isValue ? "nonmutating " : "")set\(newName) { \(access) = \(newValue) }", "}",
        ]
    }

    /// What a setter calls the new value.
    private var newValue: String { names.free("newValue", "newElement") }

    private var newName: String { newValue == "newValue" ? "" : "(\(newValue))" }

    /// A property whose value is awaited, as a request is.
    private func awaitedLines(_ request: Plan.AsynchronousPlan) -> [String] {
        ["\(propertyHead) {"]
            + body(request).inBraces(after: ["get\(effects)"], width: width - 4).indented + ["}"]
    }

    var access: String {
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
