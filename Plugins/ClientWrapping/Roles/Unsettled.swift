/// The reason why a method is not wrapped: an unknown fact, or a declaration that the wrapper cannot repeat.
struct Unsettled: Error, Equatable {
    let reason: String
    /// Hints that solve the problem; empty if no hint does.
    let hints: [String]
    /// A complete hint for all methods with the same problem.
    var general: String?

    init(_ reason: String, _ hints: [String] = [], general: String? = nil) {
        self.reason = reason
        self.hints = hints
        self.general = general
    }

    /// Returns the reason for a method whose request the wrapper cannot intercept; the hint is `forward`.
    static func forward(_ reason: String) -> Unsettled { Unsettled(reason, ["forward"]) }

    /// Returns the reason for a method that returns another client or a chain of calls; the hint is `client`.
    static func client(_ reason: String) -> Unsettled {
        Unsettled(reason, ["client", "forward"], general: hintForClients)
    }

    static let hintForClients = "* = client"

    /// Returns the reason for a method whose declaration the wrapper cannot repeat; the hint is `skip`.
    static func skip(_ reason: String) -> Unsettled { Unsettled(reason, ["skip"]) }

    /// Whether the user has to write the method by hand, because `skip` is the only hint.
    var isLeftToUser: Bool { !hints.isEmpty && hints.allSatisfy { $0 == "skip" } }

    /// Returns the reason with the hints that end in the given text first.
    func preferring(_ end: String) -> Unsettled {
        Unsettled(reason, hints.filter { $0.hasSuffix(end) } + hints.filter { !$0.hasSuffix(end) })
    }

    /// The reason without the hint `progress`, because the only callback has to end the request.
    ///
    /// If the callback probably reports progress, or is not part of the request, the first hint is `forward`.
    var ofTheOnlyCallback: Unsettled {
        let ending = hints.enumerated().filter { $0 == 0 || !$1.hasSuffix(": progress") }
            .map { $1.contains(#/: (untouched|progress)$/#) ? "forward" : $1 }
        let general = general?.replacing(#/= untouched$/#, with: "= forward")
        return Unsettled(reason, ending, general: general)
    }
}
