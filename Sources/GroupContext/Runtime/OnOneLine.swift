// Labels and names are stored as given, and cleaned where they are shown. So a label that is never shown costs nothing.
// Cleaning prevents a label from forging a line of a log or controlling a terminal.

extension String {
    /// The text on one line, as every description and drawing shows it.
    ///
    /// Control characters, line and paragraph separators and format characters, except the joiners of emoji and words,
    /// become spaces. Such characters can break the line, control a terminal or reverse the reading direction.
    package var onOneLine: String {
        var text = self
        if text.withUTF8({ $0.allSatisfy { (0x20..<0x7F).contains($0) } }) { return self }
        if text.unicodeScalars.allSatisfy(\.isShown) { return self }
        return String(UnicodeScalarView(unicodeScalars.map { $0.isShown ? $0 : " " }))
    }
}

extension [String] {
    package func joinedOnOneLine(_ separator: String = ", ") -> String {
        map(\.onOneLine).joined(separator: separator)
    }

    /// The first twenty texts and the number of the others.
    package var abbreviated: [String] {
        count <= 20 ? self : prefix(20) + ["\(count - 20) more"]
    }
}

extension Unicode.Scalar {
    fileprivate var isShown: Bool {
        if (0x20..<0x7F).contains(value) { return true }
        // Emoji and words need the zero-width joiner and non-joiner, and both characters are harmless.
        if self == "\u{200C}" || self == "\u{200D}" { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
