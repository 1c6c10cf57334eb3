@testable import GroupContext

@Suite struct `Labels of requests, and texts on one line` {
    @Test(arguments: [true, false])
    func `a label is built once, and only for observers (I2)`(isObserved: Bool) async throws {
        let (recorder, asked) = (EventRecorder(), Locked(0))
        let option = isObserved ? RequestGroupOption.observer(recorder) : []
        try await withRequestGroup(options: option) { group in
            let label = RequestLabel.onDemand {
                asked.withLock { $0 += 1 }
                return "GET feed"
            }
            let entry = group.admit(label, isOptional: false)
            entry?.membership.leave()
        }
        #expect(asked.withLock { $0 } == (isObserved ? 1 : 0))
        #expect(recorder.lines.contains { $0.contains("GET feed") } == isObserved)
    }

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
