/// A remark in the summary and in the written file, about a member or about several members with a common problem.
struct Remark {
    /// The group of members that the last line of the summary counts.
    enum Count {
        /// The members that are not written: a hint settles them, the user writes them by hand, or neither helps.
        case open, left, unsolvable
        /// The written members with a risk that the declaration does not show.
        case listener, unreported, cannotWait, weakHandle, noted

        /// The place in the summary.
        var rank: Int {
            [.open, .left, .unsolvable].contains(self) ? 2 : self == .unreported ? 1 : 0
        }
    }

    var members: [Member]
    /// The text after the name of a single member, which begins with a verb: `throws any error`.
    var sentence: String
    var count = Count.noted
    /// Hints that solve the problem for one member, the most probable hint first.
    var hints: [String] = []
    /// A hint that solves the problem for all members with the same problem.
    var general: String?
    /// Whether the written file has the remark as a comment, not only the summary.
    var isInFile = true

    /// Whether the user has to choose a hint.
    var isQuestion: Bool { count == .open || count == .left }

    /// The text that is the same for all members with the same problem; `nil` if each member needs a hint of its own.
    var common: String? {
        let isOwn = count == .unreported && hints.first?.hasPrefix("rejection: <") != true
        return general ?? (isOwn ? nil : sentence + hints.list())
    }

    /// The text after the names of several members: `throw any error`.
    var plural: String {
        if general == Unsettled.hintForClients {
            return "are not wrapped: they return, or are, clients or chains that may issue requests"
        }
        let verb = String(sentence.prefix { $0 != " " })
        let start = ["is": "are", "does": "do"][verb] ?? String(verb.dropLast())
        let plurals = [
            (", so it ", ", so they "), ("wrapped: it ", "wrapped: each "),
            ("not a request: its name says", "not requests: the names say"),
            ("not a request:", "not requests:"),
        ]
        return plurals.reduce(start + sentence.dropFirst(verb.count)) {
            $0.replacing($1.0, with: $1.1)
        }
    }

    /// Returns the comment above the member in the written file, with the name of the member in hints.
    func comment(_ name: String) -> [String] {
        guard isInFile else { return [] }
        let all = hints.isEmpty ? [general].compactMap(\.self) : hints.map { "\(name) = \($0)" }
        let byHand = "Written by hand in another file, with this hint:"
        let start = count == .left ? byHand : "Settled by a hint:"
        let text = "\(members[0].symbol.name) \(sentence).\(all.isEmpty ? "" : " \(start)")"
        return text.wrapped(width: 90) + all.map { "    \($0)" }
    }
}

extension Remark {
    /// The reason why the member is not written.
    init(_ member: Member, _ reason: Unsettled) {
        self.init(members: [member], sentence: "is not wrapped: \(reason.reason)")
        count = reason.isLeftToUser ? .left : reason.hints.isEmpty ? .unsolvable : .open
        hints = reason.hints
        general = reason.general
    }
}
