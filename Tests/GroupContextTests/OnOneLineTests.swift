@testable import GroupContext

@Suite struct `A text on one line` {
    @Test(arguments: ["", "GET /feed", "café", "漢字 한글", "👩‍💻 🇨🇭", "می‌خواهم", "“a” – b…", "~ "])
    func `printable text, emoji and joiners are unchanged (O3)`(text: String) {
        #expect(text.onOneLine == text)
    }

    @Test(arguments: [
        "\u{0}", "\t", "\n", "\r", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}",
        "\u{9F}", "\u{AD}", "\u{200B}", "\u{200E}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
        "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E0041}",
    ])
    func `line breaks, control and direction characters become spaces (O3)`(harmful: String) {
        #expect("a\(harmful)b".onOneLine == "a b")
        #expect(harmful.onOneLine == " ")
    }

    @Test func `the line break CR LF becomes two spaces (O3)`() {
        #expect("a\r\nb".onOneLine == "a  b")
        #expect(["a\nb", "c"].joinedOnOneLine() == "a b, c")
        #expect(["a\nb", "c"].joinedOnOneLine(" → ") == "a b → c")
    }
}
