// An answer whose outcome is known only after it has been passed on, perhaps by another thread.
extension Membership {
    /// An answer has come: the request stays until ``endAnswer(isFirst:_:)``, and has this answer at the
    /// deadline.
    ///
    /// - Returns: whether it is the first answer, which is the one that counts.
    package func beginAnswer(_ error: (any Error)?) -> Bool {
        group.shared.withLock { $0.state.begin(self, error) }
    }

    /// The answer has been passed on, and this is what the request ended with.
    package func endAnswer(isFirst: Bool, _ error: (any Error)?) {
        group.update { state, effects in
            _ = state.end(self, isFirst: isFirst, with: error, effects: &effects)
        }
    }
}
