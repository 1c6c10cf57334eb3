import GroupContext

/// Methods with the usual kinds of callbacks.
///
/// A client method with other callbacks can call one of these methods.
extension ScriptedClient {
    /// Issues a request with a callback for success and a callback for failure.
    ///
    /// - Parameters:
    ///   - label: The label of the request in the test, such as `GET feed`.
    ///   - success: Called with the value of a successful answer.
    ///   - failure: Called with the error of a failed answer.
    /// - Returns: A handle that cancels the request.
    @discardableResult
    public func send(
        _ label: String,
        success: ((Value) -> Void)?,
        failure: ((any Error) -> Void)?
    ) -> ScriptedHandle {
        issue(label) { result in
            switch result {
            case .success(let value): success?(value)
            case .failure(let error): failure?(error)
            }
        }
    }

    /// Issues a request with a single callback for a `Result`.
    @discardableResult
    public func send(
        _ label: String,
        completion: @escaping (Result<Value, any Error>) -> Void
    ) -> ScriptedHandle {
        issue(label, completion)
    }

    /// Issues a request with a single callback, which receives a value or an error.
    @discardableResult
    public func send(
        _ label: String,
        completion: @escaping (Value?, (any Error)?) -> Void
    ) -> ScriptedHandle {
        issue(label) { completion(try? $0.get(), $0.reportedFailure) }
    }

    /// Issues a request and awaits its answer.
    ///
    /// Cancelling the task cancels the request. Answers after the first are ignored.
    ///
    /// - Parameter label: The label of the request in the test.
    /// - Returns: The value of the answer.
    /// - Throws: The error of the answer; `LostCallbackError` if the test drops the request.
    public func send(_ label: String) async throws -> Value {
        // A wrapper around this client has already entered the request, so the request must not enter again.
        try await withoutRequestGroup {
            try await InterceptingClient(self).awaitReply(label) { reply in
                let request = self.send(label, success: reply.success, failure: reply.failure)
                reply.onCancel(request) { $0.cancel() }
            }
        }
    }
}
