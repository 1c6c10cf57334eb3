// Labels and names are kept as they were given, and cleaned where they are shown: whoever does not look
// at them pays nothing, and nothing is shown that forges a line of a log or steers a terminal.

extension String {
    /// The text on one line, as every description and every drawing shows it.
    ///
    /// What would break the line, steer a terminal or turn the direction in which people read becomes a
    /// space: control characters of both sets, separators of lines and paragraphs, format characters.
    package var onOneLine: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var shown = UnicodeScalarView()
        for scalar in unicodeScalars { shown.append(scalar.isShown ? scalar : " ") }
        return String(shown)
    }
}

extension [String] {
    /// The texts in a row, each on the same line.
    package func inARow(_ separator: String = ", ") -> String {
        map(\.onOneLine).joined(separator: separator)
    }
}

extension Unicode.Scalar {
    fileprivate var isShown: Bool {
        switch self {
        // What joins the parts of an emoji or of a word is no harm.
        case "\u{200C}", "\u{200D}": true
        default:
            switch properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
