@testable import ClientWrapping

@Suite struct `Names that do not collide` {
    @Test func `local names in a written method differ from its parameters`() {
        let hint = "calls(call:request:interceptedCall:completion:) = rejection: log($0)"
        let calls = wrap("NamesClient", only: "calls", hint: hint).output
        #expect(calls.contains("onRejection: { error in log(error) }) { callValue in"), "\(calls)")
        #expect(calls.contains("completion: callValue.wrap(.completion(completion))"))
        let captured = wrap("NamesClient", only: "captured").output
        #expect(captured.contains("let capturedGroup = CapturedGroup()"), "\(captured)")
        #expect(captured.contains("progress: { progressValue, first, third in capturedGroup.run {"))
    }

    @Test func `a type with the name of a type of Foundation is written with its module`() {
        let output = wrap("FeedClient", only: "measure").output
        #expect(output.contains("func measure(in unit: Clients.Unit)"), "\(output)")
    }

    @Test func `repeated names of values are made unique`() {
        #expect(["a", "b", "a"].distinct() == ["a", "b", "aValue"])
        #expect(["a", "aValue", "a"].distinct() == ["a", "aValue", "aValue_"])
        #expect(["a"].distinct(besides: ["a"]) == ["aValue"])
    }
}
