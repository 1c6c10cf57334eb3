/// Returns a text of a value, without the names of modules and outer types, and without `Optional`.
package func shortText(_ value: Any) -> String {
    "\(value)".replacing(#/(?:[A-Z]\w*\.)+/#, with: "").replacing("Optional(", with: "(")
}
