import Foundation
import Testing

@testable import ClientWrapping

/// The files in Tests/WrapClient, which the real command wrote, compiled, and tried out there.
@Suite("Written wrappers")
struct GoldenTests {
    @Test("the command writes the recorded files", arguments: files)
    func isUnchanged(_ name: String) throws {
        let file = Recorded.wrappers.appendingPathComponent(name)
        let text = try String(contentsOf: file, encoding: .utf8)
        // The third line is the command.
        let command = try #require(text.lines.dropFirst(2).first)
        let given = command.shellWords.drop { $0 != "wrap-client" }.dropFirst()
        let hints = HintFile.path(beside: file.path)
        let hintOptions =
            FileManager.default.fileExists(atPath: hints) ? ["--hints", hints] : []
        let own = [
            "--symbol-graph", Recorded.graph, "--wrapper-module", "Swift5App", "--visible",
            "package", "--dry-run",
        ]
        let result = Recorded.run(own + hintOptions + ["--given"] + given)
        #expect(result.status == 0, "\(result.errors)")
        // Printing adds nothing but the end of the line.
        let isSame = result.output == text || result.output == text + "\n"
        #expect(isSame, "\(LineDifference(from: text, to: result.output).text)")
    }

    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: Recorded.wrappers.path)
        return (names ?? []).filter { !$0.hasSuffix(".hints.swift") }.sorted()
    }()

    @Test("There is a wrapper of every client")
    func isComplete() {
        #expect(Self.files.count == 26)
    }

    @Test("writing a file twice gives the same result")
    func isStable() {
        let first = Recorded.wrapper(of: "CompletionClient")
        #expect(first == Recorded.wrapper(of: "CompletionClient"))
        #expect(!first.isEmpty)
    }
}

extension String {
    /// The words as a shell has them.
    fileprivate var shellWords: [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in self {
            switch character {
            case "'": isQuoted.toggle()
            case " " where !isQuoted:
                if !word.isEmpty { words.append(word) }
                word = ""
            default: word.append(character)
            }
        }
        return words + (word.isEmpty ? [] : [word])
    }
}
