// The width of texts in a terminal.
extension Character {
    /// The number of terminal columns: two for an emoji or a Chinese, Japanese or Korean character.
    var columns: Int {
        unicodeScalars.contains { $0.isWide } ? 2 : 1
    }
}

extension Unicode.Scalar {
    fileprivate var isWide: Bool {
        if value < 0x1100 { return false }
        // U+FE0F turns the preceding character into an emoji, and an emoji takes two columns.
        if value == 0xFE0F || properties.isEmojiPresentation { return true }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x1FAFF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension String {
    var columns: Int {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        // An arrow marks each request that a callback issued. Count its scalars, because splitting a text into
        // characters is slow, and arrows and ASCII never combine.
        let isSimple = unicodeScalars.allSatisfy {
            (0x20..<0x7F).contains($0.value) || (0x2190..<0x2200).contains($0.value)
        }
        return isSimple ? unicodeScalars.count : reduce(0) { $0 + $1.columns }
    }

    /// Returns the text in at most `limit` columns; an ellipsis replaces the end of a longer text.
    func truncated(to limit: Int) -> String {
        if columns <= limit { return self }
        guard limit > 0 else { return "" }
        var (text, used) = ("", 1)
        for character in self {
            used += character.columns
            if used > limit { break }
            text.append(character)
        }
        return text + "…"
    }

    /// Returns the text in exactly `width` columns, aligned to the left or the right.
    func fitted(to width: Int, atRight: Bool = false) -> String {
        let text = truncated(to: width)
        let space = String(repeating: " ", count: max(width - text.columns, 0))
        return atRight ? space + text : text + space
    }
}
