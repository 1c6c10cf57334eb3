// The lines of a text, and the difference of two texts for `--check`.
extension String {
    /// Returns the removed (-) and added (+) lines, each with its number, and the number of the first such line.
    func difference(to new: String) -> (firstLine: Int, text: String) {
        let changes = new.lines.difference(from: lines).map { change in
            switch change {
            case .remove(let offset, let line, _): (offset + 1, "-\(line)")
            case .insert(let offset, let line, _): (offset + 1, "+\(line)")
            }
        }
        .sorted { ($0.0, $1.1) < ($1.0, $0.1) }
        return (changes.first?.0 ?? 1, changes.map { "line \($0): \($1)" }.list("\n"))
    }

    /// The words between the spaces, for a list of names in the source of the command.
    var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }

    var lines: [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }

    /// Returns the text in lines of at most `width` characters, broken at spaces.
    func wrapped(width: Int) -> [String] {
        split(separator: " ").reduce(into: []) { lines, word in
            let isFull = lines.last.map { $0.count + word.count + 1 > width } ?? true
            if isFull { lines.append(String(word)) } else { lines[lines.count - 1] += " \(word)" }
        }
    }
}
