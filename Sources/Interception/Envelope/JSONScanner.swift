/// A scanner that checks JSON values strictly by RFC 8259 and skips them without decoding.
///
/// Nested values are scanned without recursion, so that no body can overflow the stack.
struct JSONScanner {
    struct SyntaxError: Error {}

    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Skip a byte order mark, because some servers send one and RFC 8259 lets readers ignore it.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips white space and then the given character, and returns whether that character was found.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return takeNow(character)
    }

    /// Skips white space and one value, and returns the range of the value.
    mutating func takeValue() throws(SyntaxError) -> Range<Int> {
        skipSpace()
        let start = position
        var closers: [Unicode.Scalar] = []
        repeat {
            skipSpace()
            if takeNow("{") {
                if !take("}") {
                    closers.append("}")
                    try takeName()
                    continue
                }
            } else if takeNow("[") {
                if !take("]") {
                    closers.append("]")
                    continue
                }
            } else {
                try skipScalar()
            }
            // A value has ended; the arrays and objects around the value may end, too.
            while let closer = closers.last {
                if take(",") {
                    if closer == "}" { try takeName() }
                    break
                }
                guard take(closer) else { throw SyntaxError() }
                closers.removeLast()
            }
        } while !closers.isEmpty
        return start..<position
    }

    /// Skips white space, a name and its colon, and returns the range of the name.
    @discardableResult
    mutating func takeName() throws(SyntaxError) -> Range<Int> {
        skipSpace()
        let start = position
        guard takeNow("\"") else { throw SyntaxError() }
        try skipRestOfString()
        let name = start..<position
        guard take(":") else { throw SyntaxError() }
        return name
    }

    /// Skips white space, and throws if other text follows.
    mutating func takeEnd() throws(SyntaxError) {
        skipSpace()
        if position < bytes.count { throw SyntaxError() }
    }
}

// MARK: - Scanning

extension JSONScanner {
    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D {
            position += 1
        }
    }

    private mutating func takeNow(_ character: Unicode.Scalar) -> Bool {
        guard let next, next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipScalar() throws(SyntaxError) {
        switch next {
        case UInt8(ascii: "\""):
            position += 1
            try skipRestOfString()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: try skipNumber()
        }
    }

    private mutating func skipWord(_ word: String) throws(SyntaxError) {
        for character in word.unicodeScalars where !takeNow(character) { throw SyntaxError() }
    }

    private mutating func skipNumber() throws(SyntaxError) {
        _ = takeNow("-")
        if !takeNow("0") { try skipDigits() }
        if takeNow(".") { try skipDigits() }
        if takeNow("e") || takeNow("E") {
            if !takeNow("+") { _ = takeNow("-") }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(SyntaxError) {
        let start = position
        while let next, (0x30...0x39).contains(next) { position += 1 }
        if position == start { throw SyntaxError() }
    }

    private mutating func skipRestOfString() throws(SyntaxError) {
        while let next {
            position += 1
            switch next {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try skipEscape()
            case 0..<0x20: throw SyntaxError()
            default: break
            }
        }
        throw SyntaxError()
    }

    private mutating func skipEscape() throws(SyntaxError) {
        guard let next else { throw SyntaxError() }
        position += 1
        switch UnicodeScalar(next) {
        case "\"", "\\", "/", "b", "f", "n", "r", "t": break
        case "u":
            for _ in 0..<4 {
                guard let digit = self.next, UnicodeScalar(digit).properties.isASCIIHexDigit else {
                    throw SyntaxError()
                }
                position += 1
            }
        default: throw SyntaxError()
        }
    }
}
