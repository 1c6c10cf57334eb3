import GroupContext

/// The choices of one run, which repeats those of the run before up to the last that has changed.
///
/// A search through a tree that nobody has in memory: the body is run again for every leaf.
final class CompletionChoices: Sendable {
    struct Choice {
        let options: [String]
        /// Whether it is about one request, and so comes wherever that is issued in a run.
        let hasNoPlace: Bool
        var index = 0

        /// Options are told apart by name: their order may change from run to run, as it does when
        /// tasks issue requests side by side.
        func isAmong(_ options: [String]) -> Bool { self.options.sorted() == options.sorted() }
    }

    private struct Shared {
        var path: [Choice]
        /// Which choices of the path this run has come to.
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

    /// Starts a run that makes these choices again, and otherwise always takes the first option.
    init(repeating path: [Choice] = []) {
        shared = Locked(Shared(path: path))
    }

    /// Chooses one of several.
    ///
    /// - Parameters:
    ///   - options: the names of the options.
    ///   - hasNoPlace: whether it is about one request, and so comes wherever that is issued; no
    ///     other choice has the same options then.
    /// - Returns: which one, or `nil` if the choice is not the one of the run before.
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

    /// Whether the run has come to another choice than the run before.
    var hasDiverged: Bool { shared.withLock { $0.hasDiverged } }

    /// The choices of the run, or `nil` if it has not repeated those it was given.
    var path: [Choice]? {
        shared.withLock { shared in
            shared.hasDiverged || shared.made.count < shared.path.count ? nil : shared.path
        }
    }
}

extension [CompletionChoices.Choice] {
    /// Changes the last choice that has an option left; returns whether there was one.
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
