/// A count of the living tokens that it has created, which shows whether callbacks are released.
final class LiveCount: Sendable {
    final class Token: Sendable {
        private let owner: LiveCount

        fileprivate init(owner: LiveCount) {
            self.owner = owner
            owner.living.withLock { $0 += 1 }
        }

        deinit { owner.living.withLock { $0 -= 1 } }

        /// Does nothing; a closure that calls it retains the token.
        func touch() {}
    }

    private let living = Locked(0)

    var value: Int { living.withLock { $0 } }
    func token() -> Token { Token(owner: self) }
}
