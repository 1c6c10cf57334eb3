/// How two texts differ, line by line.
struct LineDifference {
    private let old: [String]
    private let new: [String]

    init(from old: String, to new: String) {
        self.old = old.lines
        self.new = new.lines
    }

    /// The line of the old text at which the first change is.
    var firstLine: Int {
        (zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)) + 1
    }

    /// The lines that are gone (-) and new (+), each block with its place and what is around it.
    var text: String {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [(text: String, isChange: Bool, place: Int)] = []
        var (before, after) = (0, 0)
        while before < old.count || after < new.count {
            if before < old.count, removed.contains(before) {
                lines.append(("-" + old[before], true, after))
                before += 1
            } else if after < new.count, inserted.contains(after) {
                lines.append(("+" + new[after], true, after))
                after += 1
            } else {
                lines.append((" " + new[after], false, after))
                before += 1
                after += 1
            }
        }
        return lines.nearChanges.list("\n")
    }
}

extension [(text: String, isChange: Bool, place: Int)] {
    /// The changes with three lines around each.
    fileprivate var nearChanges: [String] {
        let changes = indices.filter { self[$0].isChange }
        let shown = Set(changes.flatMap { Swift.max(0, $0 - 3)...Swift.min(count - 1, $0 + 3) })
        return shown.sorted()
            .flatMap { index in
                let isStart = !shown.contains(index - 1)
                return (isStart ? ["@@ line \(self[index].place + 1) @@"] : []) + [self[index].text]
            }
    }
}

extension String {
    var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
