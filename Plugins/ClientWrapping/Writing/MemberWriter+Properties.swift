extension MemberWriter {
    /// The lines of a property, with a setter if the wrapper can use the setter of the client.
    var propertyLines: [String] {
        // The wrapper stores the client in a constant, whose setters cannot be called if the client is a value.
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
            "    \(isValue ? "nonmutating " : "")set { \(access) = newValue }", "}",
        ]
    }

    /// The lines of a property whose getter issues a request.
    private func awaitedLines(_ request: Plan.AsynchronousPlan) -> [String] {
        ["\(propertyHead) {"]
            + body(request).inBraces(after: ["get\(effects)"], width: width - 4).indented + ["}"]
    }

    var access: String { "\(receiver).\(declaration.name.escapedAfterDot)" }
}
