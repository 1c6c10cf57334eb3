import GroupContext

/// The choices of one run: which request is answered next, and with which answer.
///
/// The run repeats the given choices, and takes the first option of every further choice. The given choices are
/// the choices of the previous run, up to the last choice that has another option; that choice takes its next
/// option. All runs together are a depth-first search of the tree of choices, and each run visits one leaf.
final class CompletionChoices: Sendable {
    struct Choice {
        let options: [String]
        /// A Boolean value that indicates whether the choice concerns one request: to answer it at once, or later.
        ///
        /// The position of such a choice varies between runs, because tasks may issue requests in another order.
        let isOfRequest: Bool
        var index = 0

        /// Returns whether the options are the same in any order, because each run may issue requests in another order.
        func isAmong(_ options: [String]) -> Bool { self.options.sorted() == options.sorted() }
    }

    private struct Shared {
        var path: [Choice]
        /// The indices of the choices that this run has made.
        var made: Set<Int> = []
        var hasDiverged = false

        func next(among options: [String], isOfRequest: Bool) -> Int? {
            path.indices.first { index in
                !made.contains(index) && path[index].isOfRequest == isOfRequest
                    && (!isOfRequest || path[index].isAmong(options))
            }
        }
    }

    private let shared: Locked<Shared>

    init(repeating path: [Choice] = []) { shared = Locked(Shared(path: path)) }

    /// Returns the position of the option that this run takes; `nil` once the run has diverged.
    ///
    /// A run diverges when the options of a choice differ from those of the previous run. If `isOfRequest` is true, the
    /// choice concerns one request. It repeats a choice of the previous run with the same options. Any other choice
    /// repeats the next choice of the previous run that does not concern one request.
    func index(among options: [String], isOfRequest: Bool = false) -> Int? {
        shared.withLock { shared in
            let next = shared.next(among: options, isOfRequest: isOfRequest) ?? shared.path.count
            if next == shared.path.count {
                shared.path.append(Choice(options: options, isOfRequest: isOfRequest))
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

    /// The choices of the run; `nil` if the run did not repeat all given choices.
    var path: [Choice]? {
        shared.withLock { shared in
            shared.hasDiverged || shared.made.count < shared.path.count ? nil : shared.path
        }
    }
}

extension [CompletionChoices.Choice] {
    /// Takes the next option of the last choice that has another option; returns `false` if no choice has one.
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
