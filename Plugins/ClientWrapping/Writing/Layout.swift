/// An expression, which is written on one line or on several lines.
struct Code {
    /// The text, or the beginning of a call or closure.
    private var head: String
    /// The arguments of a call, or the statements of a closure.
    private var parts: [Code] = []
    private var end = ""
    private var isClosure = false

    static func call(_ name: String, _ arguments: [Code]) -> Code {
        Code(head: "\(name)(", parts: arguments, end: ")")
    }

    /// Returns a closure, with a head such as `{ error in`.
    static func closure(_ head: String, _ statements: [String]) -> Code {
        Code(head: head, parts: statements.map { Code($0) }, end: "}", isClosure: true)
    }

    static func + (prefix: String, code: Code) -> Code {
        Code(head: prefix + code.head, parts: code.parts, end: code.end, isClosure: code.isClosure)
    }

    static func + (code: Code, suffix: String) -> Code {
        Code(head: code.head, parts: code.parts, end: code.end + suffix, isClosure: code.isClosure)
    }

    var line: String {
        isClosure
            ? "\(head) \(parts.map(\.line).list("; ")) \(end)"
            : "\(head)\(parts.map(\.line).list())\(end)"
    }

    /// Returns the argument of `wrap`; a closure stays on the line of the call.
    func asArgument(of call: String) -> Code {
        isClosure ? "\(call)(" + self + ")" : .call(call, [self])
    }

    private var hasStatements: Bool { isClosure && parts.count > 1 }

    func lines(width: Int) -> [String] {
        let isLong = line.count > width || hasStatements || parts.contains(where: \.hasStatements)
        guard isLong, !parts.isEmpty else { return [line] }
        var lines = [head]
        for (position, part) in parts.enumerated() {
            var written = part.lines(width: width - 5).indented
            if !isClosure, position < parts.count - 1 { written[written.count - 1] += "," }
            lines += written
        }
        return lines + [end]
    }
}

extension Code { init(_ text: String) { self.init(head: text) } }

extension [String] {
    var indented: [String] { map { $0.isEmpty ? $0 : "    " + $0 } }

    /// Returns the lines in braces after a head and a signature such as `call in`, on one line if short enough.
    func inBraces(after head: [String], _ signature: String? = nil, width: Int) -> [String] {
        guard let last = head.last else { return self }
        let opening = "\(last) {" + (signature.map { " \($0)" } ?? "")
        let line = "\(opening) \(first ?? "") }"
        if count == 1, head.count == 1, line.count <= width { return [line] }
        return head.dropLast() + [opening] + indented + ["}"]
    }
}
