/// A call with its arguments, which is formatted on one line or on several lines.
struct Call {
    let head: String
    let arguments: [Argument]

    init(_ head: String, _ arguments: [Argument]) {
        self.head = head
        self.arguments = arguments
    }
}

struct Argument {
    indirect enum Value {
        case text(String)
        /// A closure, with a head such as `{ error in`.
        case closure(head: String, body: [String], end: String = "}")
        case call(Call)
    }

    let label: String?
    let value: Value

    init(_ text: String) {
        self.init(nil, text)
    }

    init(_ label: String?, _ text: String) {
        self.init(label, .text(text))
    }

    init(_ label: String?, _ value: Value) {
        self.label = label
        self.value = value
    }

    private var prefix: String { label.map { "\($0.escapedLabel): " } ?? "" }

    var line: String {
        switch value {
        case .text(let text): prefix + text
        case .closure(let head, let body, let end): "\(prefix)\(head) \(body.list("; ")) \(end)"
        case .call(let call): prefix + call.line
        }
    }

    func lines(width: Int) -> [String] {
        switch value {
        case .closure(let head, let body, let end) where line.count > width || body.count > 1:
            [prefix + head] + body.indented + [end]
        case .call(let call): call.lines(prefix: prefix, width: width)
        default: [line]
        }
    }
}

extension Call {
    var line: String { "\(head)(\(arguments.map(\.line).list()))" }

    /// Whether an argument is a closure with several statements, so that the call needs several lines.
    private var hasStatements: Bool {
        arguments.contains { argument in
            if case .closure(_, let body, _) = argument.value { body.count > 1 } else { false }
        }
    }

    /// The call as lines; the prefix precedes the first line, and the suffix follows the last line.
    func lines(prefix: String = "", suffix: String = "", width: Int) -> [String] {
        let line = "\(prefix)\(line)\(suffix)"
        if line.count <= width && !hasStatements || arguments.isEmpty { return [line] }
        var lines = ["\(prefix)\(head)("]
        for (position, argument) in arguments.enumerated() {
            var written = argument.lines(width: width - 5)
            if position < arguments.count - 1 { written[written.count - 1] += "," }
            lines += written.indented
        }
        return lines + [")\(suffix)"]
    }
}

extension [String] {
    var indented: [String] { map { $0.isEmpty ? $0 : "    " + $0 } }

    /// The lines in braces after a head and a signature such as `call in`, on one line if short enough.
    func inBraces(after head: [String], _ signature: String? = nil, width: Int) -> [String] {
        guard let last = head.last else { return self }
        let opening = "\(last) {" + (signature.map { " \($0)" } ?? "")
        let line = "\(opening) \(first ?? "") }"
        if count == 1, head.count == 1, line.count <= width { return [line] }
        return head.dropLast() + [opening] + indented + ["}"]
    }
}
