// Answers whose final error is known only after further work, perhaps on another thread.
extension Membership {
    /// Begins an answer, and returns whether this answer is the first; the first answer decides the outcome.
    ///
    /// The request stays in its group until ``endAnswer(isFirst:_:)``. If the deadline passes before that call,
    /// the request ends with this answer, not with a timeout.
    package func beginAnswer(_ error: (any Error)?) -> Bool {
        group.shared.withLock { $0.state.begin(self, error) }
    }

    /// Ends an answer that `beginAnswer(_:)` began, with the final error of the request.
    package func endAnswer(isFirst: Bool, _ error: (any Error)?) {
        leave { state, attachment, effects in
            if isFirst { state.change(self, to: error, effects: &effects) }
            return state.end(self, isFirst: isFirst, attachment: &attachment, effects: &effects)
        }
    }
}
