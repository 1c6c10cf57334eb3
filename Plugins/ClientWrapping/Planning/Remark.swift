/// A remark in the summary and in the written file, about a member or about several members with a common problem.
struct Remark {
    /// The group of members that the last line of the summary counts.
    enum Count {
        /// The members that are not written: a hint settles them, the user writes them by hand, or neither helps.
        case open, left, unsolvable
        /// The written members with a risk that the declaration does not show.
        case listener, unreported, cannotWait, weakHandle, noted
    }

    var count = Count.noted
    var members: [Member]
    /// The text after the name of a single member, and the text after the names of several members.
    let text: (one: String, many: String)
    /// Hints that solve the problem for one member, the most probable hint first.
    var hints: [String] = []
    /// A hint that solves the problem for all members with the same problem.
    var general: String?
    /// The problem in the words for several members; `nil` for a remark that concerns only one member.
    var common: String?
    /// The comment above the member in the written file.
    var comment: [String] = []

    /// Whether the user has to choose a hint.
    var isQuestion: Bool { count == .open || count == .left }

    static let weakHandle = "if the client does not keep it, cancelling the group does nothing"

    /// A remark about a sentence whose verb becomes plural for several members: `throws x`, `throw x`.
    init(_ member: Member, _ sentence: String) {
        let verb = String(sentence.prefix { $0 != " " })
        let plural = ["is": "are", "does": "do"][verb] ?? String(verb.dropLast())
        let end = sentence.dropFirst(verb.count).replacing(", so it ", with: ", so they ")
        members = [member]
        text = (sentence, plural + end)
        common = String(end)
    }

    /// The reason why the member is not written.
    init(_ member: Member, _ reason: Unsettled, name: String) {
        count = reason.isLeftToUser ? .left : reason.hints.isEmpty ? .unsolvable : .open
        members = [member]
        text = (
            "is not wrapped: \(reason.reason)",
            "are not wrapped: \(reason.common ?? reason.reason.replacing(#/^it\b/#, with: "each"))"
        )
        (hints, general) = (reason.hints, reason.general)
        common = reason.general ?? reason.reason + reason.hints.list()
        comment =
            "\(member.symbol.name) is not wrapped: \(reason.reason).".wrapped(width: 90)
            + (count == .left ? ["Written by hand in another file, with this hint:"] : [])
            + (count == .open ? ["Settled by a hint:"] : [])
            + (count == .left ? ["skip"] : hints).map { "    \(name) = \($0)" }
    }

    /// The method reports no rejection to its caller.
    init(unreported member: Member, hint: String, general: String?, name: String) {
        self.init(member, "does not report a rejection, as no callback can carry its error")
        count = .unreported
        hints = [hint]
        (self.general, common) = (general, general)
        comment = [
            "\(member.symbol.name) does not report a rejection. Settled by a hint:",
            "    \(name) = \(hint)",
        ]
    }

    /// The method returns a handle, so its request cannot wait for a permit.
    init(cannotWait member: Member, in shape: Style.Shape) {
        self.init(
            member,
            "returns a handle, so it cannot wait for a limit; a method without a result can"
        )
        count = .cannotWait
        if shape == .extension { hints = ["waits"] }
    }

    /// The group has only a weak reference to the handle of this type.
    init(_ member: Member, holdsWeakly type: String, hint: String) {
        self.init(member, "returns \(type), to which the group refers weakly: \(Self.weakHandle)")
        count = .weakHandle
        general = hint
        comment = [
            "The group refers weakly to the \(type) that is returned:",
            "\(Self.weakHandle). Then add a hint:",
            "    \(hint)",
        ]
    }

    /// The wrapper only calls the client, because the client seems to call the object or callback for each event.
    init(_ member: Member, listener: String?, calling object: String, because reason: String) {
        let sentence = "\(reason) says that the client calls \(object) whenever something happens"
        self.init(member, listener: listener, sentence)
    }

    /// The wrapper only calls the client, because the callback, or the stream without a callback, reports events.
    init(_ member: Member, listener callback: String?, _ sentence: String) {
        let once = callback.map { "; if it does so once, use \($0): completion" } ?? ""
        self.init(member, "is forwarded without counting as a request: \(sentence)\(once)")
        count = .listener
        comment = "No request: \(sentence).".wrapped(width: 90)
    }
}
