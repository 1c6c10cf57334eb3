/// Returns a short text of a value, without the names of modules and types, and without `Optional`.
package func shortText(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let texts = mirror.children.map { child in
        let text = shortText(child.value)
        // The elements of a tuple without labels are called .0, .1 and so on.
        guard let label = child.label, !label.hasPrefix(".") else { return text }
        return "\(label): \(text)"
    }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { shortText($0.value) } ?? "nil"
    case .collection: return "[\(texts.joined(separator: ", "))]"
    case .set: return "[\(texts.sorted().joined(separator: ", "))]"
    case .tuple: return "(\(texts.joined(separator: ", ")))"
    default: break
    }
    if let value = value as? any CustomStringConvertible { return value.description }
    guard let child = mirror.children.first else { return "\(value)" }
    // The only child of an enum is the payload of its case.
    guard mirror.displayStyle == .enum else { return "(\(texts.joined(separator: ", ")))" }
    let payload = shortText(child.value)
    return (child.label ?? "") + (payload.hasPrefix("(") ? payload : "(\(payload))")
}
