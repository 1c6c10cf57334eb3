/// The file with the hints for a wrapper: a Swift file of comments, so that build tools accept the file.
///
/// A line that begins with `//` contains a hint. A line that begins with `///` contains a remark for readers.
enum HintFile {
    /// Returns the path of the file with hints for a generated file: `X.hints.swift` for `X.swift`.
    static func path(beside output: String) -> String {
        output.replacing(#/\.swift$/#, with: "") + ".hints.swift"
    }

    static func read(_ text: String, _ file: String) throws -> [Hint] {
        var hints: [Hint] = []
        for (number, line) in text.lines.map(\.trimmed).enumerated()
        where !line.isEmpty && !line.hasPrefix("///") {
            do {
                guard line.hasPrefix("//") else {
                    throw CommandError("this line is not a hint; begin it with //")
                }
                // A remark begins outside of all texts, unlike in `"a // b"`.
                let remark = #/^((?:[^"]|"(?:[^"\\]|\\.)*")*?)\s\/\/(?:\s.*)?$/#
                let hint = line.dropFirst(2).replacing(remark) { $0.1 }.trimmed
                if !hint.isEmpty { hints += try Hint.all(in: hint) }
            } catch let error as CommandError {
                throw CommandError(error.description, at: Files.place(file, line: number + 1))
            }
        }
        return hints
    }
}
