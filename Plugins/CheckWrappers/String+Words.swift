// The words of a command in a shell. The tests of the command have a symbolic link to this file.
extension String {
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
