// The summary that the command prints at the end, with remarks about methods and with counts.
extension WrapperFile {
    /// Returns the lines of the summary; with a path, they have the lines of the written file.
    func summary(_ path: String?) -> [String] {
        var lines: [String] = []
        let text = path == nil ? [] : text.lines
        for remark in remarks {
            // A comment in the generated file begins with the name of the method.
            let start = "    // \(remark.members[0].symbol.name) "
            let line = text.firstIndex { "\($0) ".hasPrefix(start) }
            let place = line.map { "\(Files.place(path ?? "", line: $0 + 1)): " } ?? ""
            let kind = remark.isQuestion ? "warning" : "note"
            lines.append("\(place)\(kind): \(sentence(remark))")
            if let hint = hint(remark) { lines.append("    --hint '\(hint)'") }
        }
        lines += otherWrappers.map {
            "note: the file uses \($0), the wrapper of a protocol: write this wrapper, too, and settle all its methods, or the file does not compile"
        }
        lines += types.callers.map {
            "note: \($0) may call this client: wrap only the layer that your code calls, as a request through two wrappers counts twice"
        }
        let added = types.index.methods(of: client.symbol.precise).filter {
            types.shape == .conformance && !types.callbacks(of: $0).isEmpty && !$0.fullName.listens
        }
        let names = Set(added.map(\.fullName)).subtracting(client.members.map(\.symbol.name))
        if !names.isEmpty {
            let shown =
                names.sorted().prefix(3) + (names.count > 3 ? ["\(names.count - 3) more"] : [])
            let all = shown.list().replacing(#/, ([^,]+)$/#) { " and \($0.1)" }
            lines.append(
                "note: the class does not wrap methods in extensions of the protocol: \(all); a request that such a method issues in a new task may join no group"
            )
        }
        if entries.isEmpty {
            lines.append("note: \(client.type) has no method or property for a wrapper")
        }
        // Print the counts last, so that the user sees the counts above the next prompt.
        return lines + ["\(path.map { "\($0): " } ?? "")\(counts.list())"]
    }

    func sentence(_ remark: Remark) -> String {
        var names = remark.members.map(\.symbol.name)
        if names.count == 1 { return "\(names[0]) \(remark.sentence)" }
        if names.count > 4 {
            // One name stands for all overloads.
            var bases: Set<String> = []
            let shown = remark.members.filter { bases.insert($0.baseName).inserted }.prefix(3)
            names = shown.map(\.symbol.name) + ["\(names.count - shown.count) more"]
        }
        return "\(names.dropLast().list()) and \(names.last ?? "") \(remark.plural)"
    }

    /// Returns the text for the option `--hint` that solves the problem; `nil` if the remark needs no hint.
    func hint(_ remark: Remark, _ hint: String? = nil) -> String? {
        let isChosen = hint != nil && hint != remark.hints.first
        let isForMany = remark.members.count > 1 || remark.hints.isEmpty
        if !isChosen, isForMany, let general = remark.general { return general }
        let isForAll = remark.isQuestion || remark.count == .unreported
        let members = isForAll ? remark.members : Array(remark.members.prefix(1))
        let names = members.map { $0.hintName(among: client.members) }
        return (hint ?? remark.hints.first).map { "\(names.list()) = \($0)" }
    }

    // MARK: - Remarks

    /// The remarks: risks, then unreported rejections, then questions; those with a common problem are merged.
    var remarks: [Remark] {
        var all = entries.flatMap(\.remarks)
        // Of two hints for the same callbacks, the second names its methods, and so takes precedence.
        var generals: [String: String] = [:]
        for (position, remark) in all.enumerated() {
            guard let general = remark.general else { continue }
            let pattern = "\(remark.count) \(general.prefix { $0 != "=" })"
            if generals[pattern, default: general] != general { all[position].general = nil }
            generals[pattern] = generals[pattern] ?? general
        }
        return all.sorted { $0.count.rank < $1.count.rank }
            .reduce(into: [Remark]()) { all, remark in
                let same = all.firstIndex { $0.common != nil && $0.common == remark.common }
                if let same { all[same].members += remark.members } else { all.append(remark) }
            }
    }

    private var counts: [String] {
        let all = entries.flatMap(\.remarks)
        let counts: [(Remark.Count, one: String, many: String)] = [
            (.open, "needs a hint", "need a hint"), (.left, "left to you", "left to you"),
            (.listener, "passed on as a listener", "passed on as listeners"),
            (.unreported, "does not report a rejection", "do not report a rejection"),
            (.cannotWait, "cannot wait for a limit", "cannot wait for a limit"),
            (.noted, "with a note", "with a note"),
        ]
        return ["\(entries.count { !$0.plans.isEmpty }) written"]
            + counts.compactMap { count, one, many in
                let members = all.filter { $0.count == count }.flatMap(\.members)
                let number = Set(members.map(\.symbol.precise)).count
                return number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
            }
    }
}
