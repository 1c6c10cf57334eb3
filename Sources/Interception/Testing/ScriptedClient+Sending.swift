import GroupContext

/// The shapes of methods that clients have. A method of any other shape calls one of these.
extension ScriptedClient {
    /// Issues a request with a callback for success and one for failure.
    ///
    /// - Parameters:
    ///   - label: what the test calls the request, such as `GET feed`.
    ///   - success: called with the value when the test has the request succeed.
    ///   - failure: called with the error when the test has it fail.
    /// - Returns: a handle that cancels the request.
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

    /// Issues a request with a callback for both; otherwise the same.
    @discardableResult
    public func send(
        _ label: String,
        completion: @escaping (Result<Value, any Error>) -> Void
    ) -> ScriptedRequest {
        issue(label, completion)
    }

    /// Issues a request with a callback that gets a value or an error; otherwise the same.
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

    /// Issues a request and waits for its answer.
    ///
    /// Cancelling the task cancels the request. What comes after the first answer goes nowhere.
    ///
    /// - Parameter label: what the test calls the request.
    /// - Returns: the value that the test answers with.
    /// - Throws: the error that the test answers with, or `LostCallbackError` if it drops the
    ///   request.
    public func send(_ label: String) async throws -> Value {
        // The wrapper of this client decides whether the request is in a group.
        try await withoutRequestGroup {
            try await InterceptingClient(self).awaitReply(label) { reply in
                let request = self.send(label, success: reply.success, failure: reply.failure)
                reply.onCancel(request) { $0.cancel() }
            }
        }
    }
}
