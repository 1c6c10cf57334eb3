/// Why a method is not wrapped: something in it is not certain, or cannot be written.
struct Unsettled: Error, Equatable {
    let reason: String
    /// Hints that settle it; none if only writing it by hand does.
    let hints: [String]
    /// A whole hint that settles all methods which have the same in common.
    let general: String?

    init(_ reason: String, hints: String..., general: String? = nil) {
        self.init(reason, hints, general: general)
    }

    init(_ reason: String, _ hints: [String], general: String? = nil) {
        (self.reason, self.hints, self.general) = (reason, hints, general)
    }

    /// Several reasons at once, with one hint that settles all of them.
    init(all: [Unsettled]) {
        guard all.count > 1 else {
            self = all[0]
            return
        }
        let isLeft = all.contains(where: \.isLeftToUser)
        let hint = isLeft ? "skip" : all.compactMap(\.hints.first).list("; ")
        self.init(all.map(\.reason).list("; "), [hint])
    }

    /// Something that is passed on, or written by hand.
    static func forward(_ reason: String) -> Unsettled { Unsettled(reason, hints: "forward") }

    /// Something that only writing it by hand settles.
    static func skip(_ reason: String) -> Unsettled { Unsettled(reason, hints: "skip") }

    /// Whether nothing but writing it by hand settles it.
    var isLeftToUser: Bool { hints.allSatisfy { $0 == "skip" } }

    /// The same, with the hint first that ends so.
    func preferring(_ end: String) -> Unsettled {
        Unsettled(reason, hints.filter { $0.hasSuffix(end) } + hints.filter { !$0.hasSuffix(end) })
    }

    /// The same, without a hint.
    func without(_ hint: String) -> Unsettled { Unsettled(reason, hints.filter { $0 != hint }) }

    /// The same for the only callback: left untouched, the method is passed on, and who only repeats ends nothing.
    var ofTheOnlyCallback: Unsettled {
        let ending = hints.filter { !$0.hasSuffix(": progress") }
        return Unsettled(
            reason,
            ending.map { $0.hasSuffix(": untouched") ? "forward" : $0 },
            general: general
        )
    }
}
