struct LineDifference {
    /// The number of the first changed line in the old text.
    let firstLine: Int
    /// The removed (-) and added (+) lines, each with its number.
    let text: String

    init(from old: String, to new: String) {
        let (old, new) = (old.lines, new.lines)
        let changes = new.difference(from: old)
            .map { change in
                switch change {
                case .remove(let offset, let line, _): (offset + 1, "-\(line)")
                case .insert(let offset, let line, _): (offset + 1, "+\(line)")
                }
            }
            .sorted { ($0.0, $1.1) < ($1.0, $0.1) }
        firstLine = changes.first?.0 ?? 1
        text = changes.map { "line \($0): \($1)" }.list("\n")
    }
}

extension String {
    var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
