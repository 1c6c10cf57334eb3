import Foundation
import Testing

@testable import ClientWrapping

/// What the command writes for, and into, modules that belong to the main actor by default.
@Suite("Modules on the main actor by default")
struct IsolationTests {
    private func wrapper(_ type: String, _ options: String...) -> String {
        let graph = Recorded.tests.appendingPathComponent("Graphs/MainByDefault.symbols.json").path
        return Recorded.run([type, "--symbol-graph", graph, "--wrapper-module", "App"] + options)
            .output
    }

    @Test("A wrapper belongs to no actor by default, and a method to that of the client's")
    func extensions() {
        let text = wrapper("ScreenClient")
        let head = "nonisolated extension InterceptingClient<ScreenClient> {"
        #expect(text.contains(head), "\(text)")
        #expect(text.contains("    @MainActor\n    func load("))
        #expect(text.contains("    nonisolated func free("))
        #expect(!wrapper("FreeClient").contains("@MainActor"))
    }

    @Test("A class of the wrapper's own belongs to the actor of its client, or to none")
    func classes() {
        let subclass = wrapper("ScreenClient", "--subclass")
        #expect(subclass.contains("\n@MainActor class InterceptingScreenClient:"), "\(subclass)")
        let free = wrapper("FreeClient", "--subclass")
        #expect(free.contains("\nnonisolated class InterceptingFreeClient:"), "\(free)")
        let conforming = wrapper("FreeLoading")
        #expect(
            conforming.contains("\nnonisolated final class InterceptingFreeLoading:"),
            "\(conforming)"
        )
    }
}
