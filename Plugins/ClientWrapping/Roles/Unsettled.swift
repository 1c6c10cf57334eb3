/// Why a method is not wrapped: something in it is not certain, or cannot be written.
struct Unsettled: Error, Equatable {
    let reason: String
    /// Hints that settle it; none if only writing it by hand does.
    let hints: [String]

    init(_ reason: String, hints: String...) {
        self.reason = reason
        self.hints = hints
    }

    init(_ reason: String, _ hints: [String]) {
        (self.reason, self.hints) = (reason, hints)
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
        return Unsettled(reason, ending.map { $0.hasSuffix(": untouched") ? "forward" : $0 })
    }
}
