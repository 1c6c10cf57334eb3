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
    enum Value {
        case text(String)
        /// A closure of one statement: `{ error in`, and what it does.
        case closure(head: String, body: String)
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
        case .closure(let head, let body): prefix + "\(head) \(body) }"
        }
    }

    func lines(width: Int) -> [String] {
        guard case .closure(let head, let body) = value, line.count > width else { return [line] }
        return [prefix + head, "    " + body, "}"]
    }
}

extension Call {
    /// The lines of the call, with what stands before and after it.
    func lines(prefix: String = "", suffix: String = "", width: Int) -> [String] {
        let line = "\(prefix)\(head)(\(arguments.map(\.line).list()))\(suffix)"
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
