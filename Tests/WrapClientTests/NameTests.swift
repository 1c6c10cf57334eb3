import Testing

@testable import ClientWrapping

@Suite("Names that are free")
struct NameTests {
    private func wrapper(_ name: String, _ options: String...) -> String {
        Recorded.run(
            ["NamesClient", "--symbol-graph", Recorded.graph, "--wrapper-module", "App"]
                + ["--only", name] + options
        )
        .output
    }

    @Test("local names of a body differ from its parameters")
    func bodies() {
        let hint = "calls(call:request:interceptedCall:completion:) = rejection: log($0)"
        let calls = wrapper("calls", "--hint", hint)
        #expect(calls.contains("onRejection: { error in log(error) }) { call_ in"), "\(calls)")
        #expect(calls.contains("completion: call_.wrap(.completion(completion))"))
        let captured = wrapper("captured")
        #expect(captured.contains("let capturedGroup = CapturedGroup()"), "\(captured)")
        #expect(
            captured.contains("progress: { first, second, third in capturedGroup.run {"),
            "\(captured)"
        )
    }

    @Test("A parameter that would hide the wrapper has another name inside, and the same outside")
    func parameters() {
        let text = wrapper("based")
        #expect(text.contains("self name: String"), "\(text)")
        #expect(text.contains("interceptionSettings interceptionSettingsValue: Int"))
        #expect(text.contains("self.intercept("))
        #expect(text.contains("self.base.based("))
    }

    @Test("A generic parameter is not called like that of the wrapper")
    func generics() {
        let text = wrapper("generic")
        #expect(text.contains("func generic<Base1>("), "\(text)")
        #expect(text.contains("_ base: Base1.Type"))
        #expect(text.contains("where Base1: Decodable, Base1: Sendable"))
    }

    @Test("names of values are unique")
    func distinct() {
        #expect(LocalNames.distinct(["a", "b", "a"]) == ["a", "b", "aValue"])
        #expect(LocalNames.distinct(["a", "aValue", "a"]) == ["a", "aValue", "aValue_"])
        #expect(LocalNames.distinct(["a"], besides: ["a"]) == ["aValue"])
    }

    @Test("A hint finds the error in the cases of an enumeration, and settles it as it is")
    func enumerations() {
        let text = wrapper("chosen")
        let errors = Recorded.run("NamesClient", "--symbol-graph", Recorded.graph).errors
        #expect(errors.contains("each case may be the end, or not: refused, taken"), "\(errors)")
        let hint =
            "chosen(completion:) = completion: callback { first in if case .refused(_, let error) = first "
            + "{ error } else { nil } }"
        #expect(text.contains("//     \(hint)\n"))
        let settled = wrapper("chosen", "--hint", hint)
        #expect(
            settled.contains("func chosen(completion: @escaping (Choice) -> Void)"),
            "\(settled)"
        )
    }
}
