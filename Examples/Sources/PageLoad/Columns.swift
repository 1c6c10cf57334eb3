extension String {
    /// The text at the left of a column.
    func column(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension Duration {
    /// The whole milliseconds, at the right of a column.
    var column: String {
        let (seconds, attoseconds) = components
        let text = String(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        return String(repeating: " ", count: max(0, 4 - text.count)) + text + " ms"
    }
}
