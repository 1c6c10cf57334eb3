// The words of a command in a shell. The plugin `check-wrappers` has a symbolic link to this file.
extension String {
    /// The text as a word of a command: in quotes unless the text is plain.
    var quotedForShell: String {
        let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "-_./@:,+=".contains($0) }
        if isPlain, !isEmpty { return self }
        return "'\(replacing("'", with: "'\\''"))'"
    }
}
