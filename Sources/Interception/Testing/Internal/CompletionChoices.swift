import GroupContext

/// The choices of one run, which repeats those of the run before up to the last that has changed.
///
/// A search through a tree that nobody has in memory: the body is run again for every leaf.
final class CompletionChoices: Sendable {
    struct Choice {
        let options: [String]
        var index = 0
    }

    private struct Shared {
        var path: [Choice]
        var depth = 0
        var hasDiverged = false
    }

    private let shared: Locked<Shared>

    /// Starts a run that makes these choices first, and then always takes the first option.
    init(repeating path: [Choice] = []) {
        shared = Locked(Shared(path: path))
    }

    /// Chooses one of several, or returns `nil` if the choice is not the one of the run before.
    ///
    /// Options are told apart by name: their order may change from run to run, as it does when
    /// tasks issue requests side by side.
    func index(among options: [String]) -> Int? {
        shared.withLock { shared in
            if shared.depth == shared.path.count { shared.path.append(Choice(options: options)) }
            let choice = shared.path[shared.depth]
            guard choice.options.sorted() == options.sorted(), !shared.hasDiverged else {
                shared.hasDiverged = true
                return nil
            }
            shared.depth += 1
            return options.firstIndex(of: choice.options[choice.index])
        }
    }

    /// Whether the run has come to another choice than the run before.
    var hasDiverged: Bool { shared.withLock { $0.hasDiverged } }

    /// The choices of the run, or `nil` if it has not repeated those it was given.
    var path: [Choice]? {
        shared.withLock { shared in
            shared.hasDiverged || shared.depth < shared.path.count ? nil : shared.path
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
