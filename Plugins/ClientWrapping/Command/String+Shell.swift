// The words of a command in a shell. The plugin `check-wrappers` has a symbolic link to this file.
extension String {
    /// The text as a word of a command: in quotes unless the text is plain.
    var quotedForShell: String {
        let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "-_./@:,+=".contains($0) }
        if isPlain, !isEmpty { return self }
        let parts = split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }

    /// The words of the command: `'` quotes a word, and `\'` is a `'` in a word.
    var shellWords: [String] {
        var words = [""]
        var isQuoted = false
        var isEscaped = false
        for character in self {
            switch character {
            case _ where isEscaped: words[words.count - 1].append(character)
            case "'": isQuoted.toggle()
            case " " where !isQuoted: words.append("")
            case "\\" where !isQuoted: break
            default: words[words.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isQuoted && !isEscaped
        }
        return words
    }
}
