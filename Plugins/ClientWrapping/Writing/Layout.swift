/// Source text that is written on one line or, if too long, on several lines.
struct Code {
    /// A text, a call with its arguments, or a block with its statements.
    private struct Part {
        let head: String
        var contents: [Code] = []
        var end = ""
        var isBlock = false
        var isOnLines = false

        var line: String {
            let lines = contents.map(\.description)
            return isBlock ? "\(head) \(lines.list("; ")) \(end)" : head + lines.list() + end
        }

        var needsLines: Bool {
            isOnLines || isBlock && contents.count > 1 || contents.contains(where: \.needsLines)
        }

        /// The head, the indented contents and the end, each on its own lines.
        func onLines(width: Int) -> String {
            let lines = contents.map { $0.lines(width: width - (isBlock ? 4 : 5)).list("\n") }
            let inside = lines.list(isBlock ? "\n" : ",\n").lines.indented
            return ([head] + inside + [end]).list("\n")
        }
    }

    private let parts: [Part]

    static func call(_ name: String, _ arguments: [Code]) -> Code {
        Code(parts: [Part(head: "\(name)(", contents: arguments, end: ")")])
    }

    /// Returns a block or a closure, whose head ends in `{` or in a signature such as `{ error in`.
    ///
    /// If `isOnLines` is true, even a single short statement gets a line.
    static func block(_ head: String, _ code: [Code], isOnLines: Bool = false) -> Code {
        let part = Part(head: head, contents: code, end: "}", isBlock: true, isOnLines: isOnLines)
        return Code(parts: [part])
    }

    static func + (first: Code, second: Code) -> Code { Code(parts: first.parts + second.parts) }

    private var needsLines: Bool { parts.contains(where: \.needsLines) }

    func lines(width: Int) -> [String] {
        if description.count <= width, !needsLines { return [description] }
        // A call stays on one line if only the block after it is too long.
        let opening = parts.map { $0.isBlock ? $0.head : $0.line }.joined()
        let isLong = opening.lines.contains { $0.count > width }
        let texts = parts.map { part in
            let isOnLines = part.isBlock || part.needsLines || isLong && !part.contents.isEmpty
            return isOnLines ? part.onLines(width: width) : part.line
        }
        return texts.joined().lines
    }
}

extension Code: ExpressibleByStringInterpolation, CustomStringConvertible {
    init(stringLiteral text: String) { parts = [Part(head: text)] }

    /// The text on one line.
    var description: String { parts.map(\.line).joined() }
}

extension [String] { var indented: [String] { map { $0.isEmpty ? $0 : "    " + $0 } } }
