/// Why a method is not wrapped: something in it is not certain, or cannot be written.
struct Unsettled: Error, Equatable {
    let reason: String
    /// Hints that settle it; none if only writing it by hand does.
    let hints: [String]

    init(_ reason: String, hints: String...) {
        self.reason = reason
        self.hints = hints
    }
}
