import GroupContext

/// The choices of one run, which repeats the run before up to the last choice that has changed.
///
/// A depth-first search through the tree of all choices: each run of the body visits one leaf.
final class CompletionChoices: Sendable {
    struct Choice {
        let options: [String]
        /// A Boolean value that indicates whether the choice belongs to one request, wherever it is issued in
        /// a run.
        let hasNoPlace: Bool
        var index = 0

        /// Compares the options by name, because tasks may issue requests in another order in each run.
        func isAmong(_ options: [String]) -> Bool { self.options.sorted() == options.sorted() }
    }

    private struct Shared {
        var path: [Choice]
        /// The indices of the choices in the path that this run has made.
        var made: Set<Int> = []
        var hasDiverged = false

        func next(among options: [String], hasNoPlace: Bool) -> Int? {
            path.indices.first { index in
                guard !made.contains(index), path[index].hasNoPlace == hasNoPlace else {
                    return false
                }
                return !hasNoPlace || path[index].isAmong(options)
            }
        }
    }

    private let shared: Locked<Shared>

    /// Starts a run that repeats these choices, and then always takes the first option.
    init(repeating path: [Choice] = []) {
        shared = Locked(Shared(path: path))
    }

    /// Returns the position of the chosen option, or `nil` if the run before had other options here.
    ///
    /// `hasNoPlace` is `true` for a choice that belongs to one request, whose options occur in no other
    /// choice.
    func index(among options: [String], hasNoPlace: Bool = false) -> Int? {
        shared.withLock { shared in
            let next = shared.next(among: options, hasNoPlace: hasNoPlace) ?? shared.path.count
            if next == shared.path.count {
                shared.path.append(Choice(options: options, hasNoPlace: hasNoPlace))
            }
            let choice = shared.path[next]
            guard choice.isAmong(options), !shared.hasDiverged else {
                shared.hasDiverged = true
                return nil
            }
            shared.made.insert(next)
            return options.firstIndex(of: choice.options[choice.index])
        }
    }

    var hasDiverged: Bool { shared.withLock { $0.hasDiverged } }

    /// The choices of the run; `nil` if it did not repeat the given choices.
    var path: [Choice]? {
        shared.withLock { shared in
            shared.hasDiverged || shared.made.count < shared.path.count ? nil : shared.path
        }
    }
}

extension [CompletionChoices.Choice] {
    /// Advances the last choice that has another option, and returns whether there is one.
    mutating func advance() -> Bool {
        while var choice = popLast() {
            choice.index += 1
            if choice.index == choice.options.count { continue }
            append(choice)
            return true
        }
        return false
    }
}
