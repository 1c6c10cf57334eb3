// Writes properties.
extension MemberWriter {
    /// The lines of a property, with a setter if the wrapper can use the setter of the client.
    var propertyLines: [String] {
        let head = "\(modifiers)var \(declaration.name.escaped): \(result)"
        if case .asynchronous(let request) = plan.form {
            let getter = body(request).inBraces(after: ["get\(effects)"], width: inner)
            return ["\(head) {"] + getter.indented + ["}"]
        }
        // The wrapper stores the client in a constant, whose setters cannot be called if the client is a value.
        let isConstant = types.client.kind == .value && !member.isStatic
        let read = plan.wraps ? wrapping(access) : access
        let written = plan.wraps ? unwrapping("newValue") : "newValue"
        guard declaration.isWritable, !crossesActor, !isConstant else {
            if effects.isEmpty { return [read].inBraces(after: [head], width: width) }
            return ["\(head) { get\(effects) { \(effort)\(read) } }"]
        }
        let modifier = style.shape == .extension ? "nonmutating " : ""
        return [
            "\(head) {", "    get { \(read) }", "    \(modifier)set { \(access) = \(written) }",
            "}",
        ]
    }

    /// The property or the method of the client.
    var access: String { "\(receiver).\(declaration.name.escapedAfterDot)" }
}
