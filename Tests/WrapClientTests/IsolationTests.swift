@testable import ClientWrapping

/// Wrappers that the command writes for, and into, modules that belong to the main actor by default.
@Suite struct `Modules on the main actor by default` {
    private func wrapper(_ type: String, _ options: [String] = []) -> String {
        let graph = Recorded.tests.appendingPathComponent("Graphs/MainByDefault.symbols.json").path
        return Recorded.run([type, "--symbol-graph", graph, "--wrapper-module", "App"] + options)
            .output
    }

    @Test func `a wrapper is nonisolated, but its methods belong to the client's actor`() {
        let text = wrapper("ScreenClient")
        let head = "nonisolated extension InterceptingClient<ScreenClient> {"
        #expect(text.contains(head), "\(text)")
        #expect(text.contains("    @MainActor\n    func load("))
        #expect(text.contains("    nonisolated func free("))
        #expect(!wrapper("FreeClient").contains("@MainActor"))
    }

    @Test func `a written class belongs to the actor of its client, or to no actor`() {
        let subclass = wrapper("ScreenClient", ["--subclass"])
        #expect(subclass.contains("\n@MainActor class InterceptingScreenClient:"), "\(subclass)")
        let free = wrapper("FreeClient", ["--subclass"])
        #expect(free.contains("\nnonisolated class InterceptingFreeClient:"), "\(free)")
        let conforming = wrapper("FreeLoading")
        let head = "\nnonisolated final class InterceptingFreeLoading:"
        #expect(conforming.contains(head), "\(conforming)")
    }

    @Test func `a main-actor cancel method is called on the main actor`() {
        let hints = [
            "number(completion:) = cancel: base.cancel($0)",
            "sending(completion:) = cancel: $0.tearUp()",
            "upload(completion:) = cancel: base.stop()",
        ]
        let text = wrapper("ScreenClient", hints.flatMap { ["--hint", $0] })
        let closures = [
            "cancel: { [base] handle in Task { @MainActor in base.cancel(handle) } }",
            "cancel: { handle in Task { @MainActor in handle.tearUp() } }",
            "call.onCancel(base) { handle in Task { @MainActor in handle.stop() } }",
        ]
        for closure in closures { #expect(text.contains(closure), "\(text)") }
    }
}
