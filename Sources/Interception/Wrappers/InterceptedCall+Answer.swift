// Answers a request whose callbacks fit no role.
extension InterceptedCall {
    /// Runs a callback of any signature in the group of the request; the request then leaves.
    ///
    /// Use this method for callbacks whose signature fits no role. Write the closure for the client by hand, and
    /// pass the error that this closure receives:
    ///
    /// ```swift
    /// base.fetch(path) { status, headers, body, problem in
    ///     call.answer(problem?.error) { callback(status, headers, body, problem) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - error: the error of the request, or `nil` if the request succeeded.
    ///   - callback: the closure that calls the caller's own callback.
    /// - Returns: the value that the callback returns.
    @discardableResult
    @inlinable
    public func answer<Result>(_ error: (any Error)?, _ callback: () -> Result) -> Result {
        var result: Result?
        answer(error) { result = callback() }
        // `answer` always runs its closure, so `result` is set and `callback` is not called again.
        return result ?? callback()
    }

    @usableFromInline
    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        switch entry {
        case .entered(let membership): membership.answer(error, callback)
        case .unstarted(let callbacks): callbacks.request.answer(error, callback)
        case .observing(let context): context.run(callback)
        }
    }
}
