import Testing

@testable import GroupContext

@Suite struct `A text on one line` {
    @Test(arguments: [
        "", "GET /feed", "café", "漢字 한글", "👩‍💻 🇨🇭", "می‌خواهم", "“a” – b…", "~ ",
    ])
    func `O3: is as it was given where nothing is harmful`(text: String) {
        #expect(text.onOneLine == text)
    }

    @Test(arguments: [
        "\u{0}", "\t", "\n", "\r", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}",
        "\u{9F}", "\u{AD}", "\u{200B}", "\u{200E}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
        "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E0041}",
    ])
    func `O3: has a space for whatever breaks a line, steers a terminal or turns the text`(
        harmful: String
    ) {
        #expect("a\(harmful)b".onOneLine == "a b")
        #expect(harmful.onOneLine == " ")
    }

    @Test func `O3: is clean though a line break of two scalars is one character`() {
        #expect("a\r\nb".onOneLine == "a  b")
        #expect(["a\nb", "c"].inARow() == "a b, c")
        #expect(["a\nb", "c"].inARow(" → ") == "a b → c")
    }
}
