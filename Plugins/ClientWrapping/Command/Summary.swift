/// The summary that the command prints at the end, with remarks about methods and with counts.
struct Summary {
    /// A remark about one method, or about several methods with a common problem.
    struct Remark {
        let kind: String
        var members: [Member]
        /// The text after the name of a single method, and the text after the number of several methods.
        let text: (one: String, many: String)
        /// Hints that solve the problem for one method, the most probable hint first.
        var hints: [String] = []
        /// A hint that solves the problem for all methods with the same problem.
        var general: String?
        /// The problem in the words for several methods; `nil` for a remark that concerns only one method.
        var common: String?
    }

    let file: WrapperFile
    let path: String?

    private var wrapper: Wrapper { file.wrapper }

    var lines: [String] {
        var lines: [String] = []
        for remark in remarks {
            lines.append("\(place(remark.members[0]))\(remark.kind): \(sentence(remark))")
            if let hint = hint(remark) { lines.append("    --hint '\(hint)'") }
        }
        if wrapper.style.shape != .extension {
            lines += wrapper.types.callers.map {
                "note: \($0) may call this client: wrap only the layer that your code calls, as a request through two wrappers counts twice"
            }
        }
        if wrapper.entries.isEmpty {
            lines.append("note: \(file.client.type) has no method or property for a wrapper")
        }
        // Print the counts last, so that the user sees the counts above the next prompt.
        return lines + ["\(path.map { "\($0): " } ?? "")\(counts.list())"]
    }

    func sentence(_ remark: Remark) -> String {
        let names = remark.members.map(\.symbol.name)
        if names.count == 1 { return "\(names[0]) \(remark.text.one)" }
        let shown = names.count > 4 ? names.prefix(3) + ["\(names.count - 3) more"] : names[...]
        return "\(shown.list(" and ")) \(remark.text.many)"
    }

    /// The text for the option `--hint` that solves the problem; `nil` if the remark needs no hint.
    func hint(_ remark: Remark, _ hint: String? = nil) -> String? {
        let isChosen = hint != nil && hint != remark.hints.first
        if !isChosen, let general = remark.general, remark.members.count > 1 || remark.hints.isEmpty
        {
            return general
        }
        let members = remark.kind == "warning" ? remark.members : Array(remark.members.prefix(1))
        let names = members.map { $0.hintName(among: file.client.members) }
        return (hint ?? remark.hints.first).map { "\(names.list()) = \($0)" }
    }

    private func place(_ member: Member) -> String {
        // A comment in the generated file begins with the name of the method, so find the line of that comment.
        let comment = "    // \(member.symbol.name) "
        let line = file.text.lines.firstIndex { "\($0) ".hasPrefix(comment) }
        guard let path, let line else { return "" }
        return "\(Files.place(path, line: line + 1)): "
    }

    // MARK: - Remarks

    private var remarks: [Remark] { merged(notes + unreported) + questions }

    /// The remarks for which the user has to choose a hint.
    var questions: [Remark] { merged(unsettled) }

    /// Merges remarks with the same common problem.
    private func merged(_ remarks: [Remark]) -> [Remark] {
        remarks.reduce(into: []) { all, remark in
            let same = all.firstIndex { $0.common != nil && $0.common == remark.common }
            if let same { all[same].members += remark.members } else { all.append(remark) }
        }
    }

    private var notes: [Remark] {
        wrapper.cautions.map { member, caution in
            func note(_ one: String, _ many: String, _ end: String, _ hint: String?) -> Remark {
                let text = ("\(one) \(end)", "\(many) \(end)")
                let hints = hint.map { [$0] } ?? []
                return Remark(
                    kind: "note",
                    members: [member],
                    text: text,
                    hints: hints,
                    common: end
                )
            }
            switch caution {
            case .cannotWait:
                let end = "cannot wait for a limit; a method without a result can"
                let hint = wrapper.style.shape == .extension ? "waits" : nil
                return note("returns a handle, so it", "return a handle, so they", end, hint)
            case .holdsWeakly(let type):
                let end = "\(type), to which the group refers weakly: \(WrapperFile.weakHandle)"
                var remark = note("returns", "return", end, nil)
                remark.general = "-> \(type) = holds handle"
                return remark
            case .isListener(let listener):
                let once = listener.callback.map { "; if it does so once, use \($0): completion" }
                let end = "forwarded without counting as a request: \(listener.sentence)"
                return note("is", "are", end + (once ?? ""), nil)
            case .other(let sentence):
                // The subject of the sentence becomes plural, so `throws any error` becomes `throw any error`.
                let verb = sentence.prefix { $0 != " " }
                let end = String(sentence.dropFirst(verb.count + 1))
                return note("\(verb)", "\(verb.dropLast())", end, nil)
            }
        }
    }

    private var unreported: [Remark] {
        wrapper.unreported.map { member, hint in
            let end = "not report a rejection, as no callback can carry its error"
            return Remark(
                kind: "note",
                members: [member],
                text: ("does \(end)", "do \(end)"),
                hints: [hint.own],
                general: hint.general,
                common: hint.general
            )
        }
    }

    private var unsettled: [Remark] {
        wrapper.unsettled.map { member, reason in
            Remark(
                kind: reason.hints.isEmpty ? "note" : "warning",
                members: [member],
                text: (
                    "is not wrapped: \(reason.reason)",
                    "are not wrapped: \(reason.common ?? reason.reason)"
                ),
                hints: reason.hints,
                general: reason.general,
                common: reason.general ?? reason.reason + reason.hints.list()
            )
        }
    }

    private var counts: [String] {
        let left = wrapper.unsettled.filter(\.reason.isLeftToUser).count
        let open = wrapper.unsettled.filter { !$0.reason.hints.isEmpty }.count - left
        func cautioned(_ isMeant: (Caution) -> Bool) -> Int {
            Set(wrapper.cautions.filter { isMeant($0.caution) }.map(\.member.symbol.precise)).count
        }
        let listeners = cautioned { if case .isListener = $0 { true } else { false } }
        let noted = cautioned { if case .other = $0 { true } else { false } }
        let counts = [
            (open, "needs a hint", "need a hint"), (left, "left to you", "left to you"),
            (listeners, "passed on as a listener", "passed on as listeners"),
            (wrapper.unreported.count, "does not report a rejection", "do not report a rejection"),
            (cautioned { $0 == .cannotWait }, "cannot wait for a limit", "cannot wait for a limit"),
            (noted, "with a note", "with a note"),
        ]
        return ["\(wrapper.written.count) written"]
            + counts.filter { $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    }
}
