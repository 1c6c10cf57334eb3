// An answer that is passed on, perhaps on another thread, before its outcome is known.
extension Membership {
    /// Begins an answer, and returns whether it is the first, which counts.
    ///
    /// The request stays until ``endAnswer(isFirst:_:)``, and keeps this answer at the deadline.
    package func beginAnswer(_ error: (any Error)?) -> Bool {
        group.shared.withLock { $0.state.begin(self, error) }
    }

    /// Ends an answer that has been passed on, with the final error of the request.
    package func endAnswer(isFirst: Bool, _ error: (any Error)?) {
        group.update { state, effects in
            _ = state.end(self, isFirst: isFirst, with: error, effects: &effects)
        }
    }
}
