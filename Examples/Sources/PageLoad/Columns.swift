extension String {
    /// Returns the text, left-aligned in a column.
    func column(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension Duration {
    /// The whole milliseconds, right-aligned in a column.
    var column: String {
        let (seconds, attoseconds) = components
        let text = String(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        return String(repeating: " ", count: max(0, 4 - text.count)) + text + " ms"
    }
}
