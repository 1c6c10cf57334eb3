// The answer of a request in callbacks of any signature, which the author of a wrapper calls.

extension InterceptedCall {
    /// Runs a callback of any signature in the group of the request, which then leaves.
    ///
    /// Use it for signatures that fit no role; write the closure out and pass its error:
    ///
    /// ```swift
    /// base.fetch(path) { status, headers, body, problem in
    ///     call.answer(problem?.error) { callback(status, headers, body, problem) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - error: the error of the request, or `nil` if it succeeded.
    ///   - callback: calls the caller's own callback.
    /// - Returns: the value that the callback returns.
    @discardableResult
    @inlinable
    public func answer<Result>(_ error: (any Error)?, _ callback: () -> Result) -> Result {
        var result: Result?
        answer(error) { result = callback() }
        // `answer` always runs its closure once, so `callback` is never called a second time.
        return result ?? callback()
    }

    @usableFromInline
    func answer(_ error: (any Error)?, _ callback: () -> Void) {
        switch entry {
        case .ungrouped: callback()
        case .entered(let membership): membership.answer(error, callback)
        case .prepared(let end): end.request.answer(error, callback)
        case .observing(let context): context.run(callback)
        }
    }
}
