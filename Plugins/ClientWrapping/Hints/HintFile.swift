/// A file of hints beside the wrapper: Swift that is all comments, which every build tool accepts where
/// source files are.
///
/// Each line that begins with `//` is a hint; one that begins with `///` is for readers.
enum HintFile {
    /// `InterceptingClient+Tool.hints.swift` for `InterceptingClient+Tool.swift`.
    static func path(beside output: String) -> String {
        let stem = output.hasSuffix(".swift") ? String(output.dropLast(".swift".count)) : output
        return stem + ".hints.swift"
    }

    static func read(_ text: String, _ file: String) throws -> [Hint] {
        var hints: [Hint] = []
        for (number, line) in text.lines.enumerated() {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("///") { continue }
            do {
                guard line.hasPrefix("//") else {
                    throw CommandError("this is no hint", cure: "begin the line with //")
                }
                let hint = String(line.dropFirst(2)).trimmed
                if !hint.isEmpty { hints.append(try Hint(hint)) }
            } catch let error as CommandError {
                throw error.at(file, line: number + 1)
            }
        }
        return hints
    }
}
