/// What the command prints at its end: what the user has to know or to decide, and how much is written.
struct Summary {
    /// A sentence about a method, or about several that have something in common.
    private struct Remark {
        let kind: String
        let member: Member
        /// What is said of one method, and of several.
        let text: (one: String, many: String)
        var hint: String?
        /// A hint for all methods with the same in common.
        var general: String?
        var group: String
    }

    let file: WrapperFile
    let path: String?
    let isVerbose: Bool

    private var wrapper: Wrapper { file.wrapper }

    var lines: [String] {
        let all = notes + unreported + unsettled
        let groups = Dictionary(grouping: all, by: \.group)
        var lines = isVerbose ? wrapper.written.map { "written: \($0.symbol.name)" } : []
        var printed: Set<String> = []
        for remark in all where printed.insert(remark.group).inserted {
            let names = (groups[remark.group] ?? []).map(\.member.symbol.name)
            let isOne = names.count == 1
            let shown = names.count > 4 ? names.prefix(3) + ["\(names.count - 3) more"] : names[...]
            let sentence = "\(shown.list(" and ")) \(isOne ? remark.text.one : remark.text.many)"
            lines.append("\(place(remark.member))\(remark.kind): \(sentence)")
            let own = remark.hint.map {
                "\(remark.member.hintName(among: file.client.members)) = \($0)"
            }
            let hint = isOne ? own ?? remark.general : remark.general ?? own
            if let hint { lines.append("    --hint '\(hint)'") }
        }
        if wrapper.entries.isEmpty {
            lines.append("note: \(file.client.type) has no method or property for a wrapper")
        }
        // Last, where it is seen.
        return lines + ["\(path.map { "\($0): " } ?? "")\(counts.list())"]
    }

    private func place(_ member: Member) -> String {
        // A long name has a line of the comment to itself.
        let comment = "    // \(member.symbol.name) "
        let line = file.text.lines.firstIndex { "\($0) ".hasPrefix(comment) }
        guard let path, let line else { return "" }
        return "\(Files.place(path, line: line + 1)): "
    }

    // MARK: - Remarks

    private var notes: [Remark] {
        wrapper.cautions.map { member, caution in
            switch caution {
            case .cannotWait:
                let end = "cannot wait for a limit; a method without a result can"
                let text = ("returns a handle, so it \(end)", "return a handle, so they \(end)")
                return Remark(kind: "note", member: member, text: text, hint: "waits", group: end)
            case .holdsWeakly(let type):
                let end = "\(type), to which the group refers weakly: \(WrapperFile.weakHandle)"
                let general = "-> \(type) = holds handle"
                return Remark(
                    kind: "note",
                    member: member,
                    text: ("returns \(end)", "return \(end)"),
                    general: general,
                    group: general
                )
            case .other(let sentence):
                let group = member.symbol.precise + sentence
                return Remark(
                    kind: "note",
                    member: member,
                    text: (sentence, sentence),
                    group: group
                )
            }
        }
    }

    private var unreported: [Remark] {
        wrapper.unreported.map { member, hint in
            let end = "not report a rejection, as no callback can carry its error"
            return Remark(
                kind: "note",
                member: member,
                text: ("does \(end)", "do \(end)"),
                hint: hint.own,
                general: hint.general,
                group: hint.general ?? member.symbol.precise
            )
        }
    }

    private var unsettled: [Remark] {
        wrapper.unsettled.map { member, reason in
            Remark(
                kind: "warning",
                member: member,
                text: ("is not wrapped: \(reason.reason)", "are not wrapped: \(reason.reason)"),
                hint: reason.hints.first,
                general: reason.general,
                group: reason.general ?? member.symbol.precise
            )
        }
    }

    private var counts: [String] {
        func counted(_ count: Int, _ one: String, _ many: String) -> [String] {
            count == 0 ? [] : ["\(count) \(count == 1 ? one : many)"]
        }
        let left = wrapper.unsettled.filter(\.reason.isLeftToUser).count
        let waitless = wrapper.cautions.filter { $0.caution == .cannotWait }.count
        let noted = wrapper.cautions.filter { if case .other = $0.caution { true } else { false } }
        let unreported = wrapper.unreported.count
        return ["\(wrapper.written.count) written"]
            + counted(wrapper.unsettled.count - left, "needs a hint", "need a hint")
            + counted(left, "left to you", "left to you")
            + counted(unreported, "does not report a rejection", "do not report a rejection")
            + counted(waitless, "cannot wait for a limit", "cannot wait for a limit")
            + counted(Set(noted.map(\.member.symbol.name)).count, "with a note", "with a note")
    }
}
