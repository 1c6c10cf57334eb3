import GroupContext

/// Methods of the usual shapes, which a client method of another shape calls.
extension ScriptedClient {
    /// Issues a request with a callback for success and one for failure.
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
    ) -> ScriptedRequest {
        issue(label) { result in
            switch result {
            case .success(let value): success?(value)
            case .failure(let error): failure?(error)
            }
        }
    }

    /// Issues a request with a single callback, which receives a `Result`; otherwise the same.
    @discardableResult
    public func send(
        _ label: String,
        completion: @escaping (Result<Value, any Error>) -> Void
    ) -> ScriptedRequest {
        issue(label, completion)
    }

    /// Issues a request with a single callback, which receives a value or an error; otherwise the same.
    @discardableResult
    public func send(
        _ label: String,
        completion: @escaping (Value?, (any Error)?) -> Void
    ) -> ScriptedRequest {
        issue(label) { result in
            switch result {
            case .success(let value): completion(value, nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }

    /// Issues a request and awaits its answer.
    ///
    /// Cancelling the task cancels the request. Answers after the first are ignored.
    ///
    /// - Parameter label: The label of the request in the test.
    /// - Returns: The value of the answer.
    /// - Throws: The error of the answer; `LostCallbackError` if the test drops the request.
    public func send(_ label: String) async throws -> Value {
        // Outside any group, because the wrapper around this client enters the request.
        try await withoutRequestGroup {
            try await InterceptingClient(self).awaitReply(label) { reply in
                let request = self.send(label, success: reply.success, failure: reply.failure)
                reply.onCancel(request) { $0.cancel() }
            }
        }
    }
}
