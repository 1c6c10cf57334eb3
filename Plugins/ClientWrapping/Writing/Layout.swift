/// A call with its arguments, laid out in one line or in several.
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
        /// A closure of one statement: `{ error in`, what it does, and what closes it.
        case closure(head: String, body: String, end: String = "}")
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
        case .closure(let head, let body, let end): "\(prefix)\(head) \(body) \(end)"
        case .call(let call): prefix + call.line
        }
    }

    func lines(width: Int) -> [String] {
        switch value {
        case .closure(let head, let body, let end) where line.count > width:
            [prefix + head, "    " + body, end]
        case .call(let call): call.lines(prefix: prefix, width: width)
        default: [line]
        }
    }
}

extension Call {
    var line: String { "\(head)(\(arguments.map(\.line).list()))" }

    /// The lines of the call, with what stands before and after it.
    func lines(prefix: String = "", suffix: String = "", width: Int) -> [String] {
        let line = "\(prefix)\(line)\(suffix)"
        if line.count <= width || arguments.isEmpty { return [line] }
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
    /// The lines, one level further in.
    var indented: [String] { map { $0.isEmpty ? $0 : "    " + $0 } }

    /// A block around the lines, in one line where that is short enough.
    ///
    /// The signature stands between the brace and the lines, such as `call in`.
    func inBraces(after head: [String], _ signature: String? = nil, width: Int) -> [String] {
        guard let last = head.last else { return self }
        let opening = "\(last) {" + (signature.map { " \($0)" } ?? "")
        let line = "\(opening) \(first ?? "") }"
        if count == 1, head.count == 1, line.count <= width { return [line] }
        return head.dropLast() + [opening] + indented + ["}"]
    }
}
