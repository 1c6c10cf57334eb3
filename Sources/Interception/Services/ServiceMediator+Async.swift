import GroupContext

extension ServiceMediator {
    /// Sends a service, registered or not, and returns its response.
    ///
    /// Cancelling the task cancels the request.
    ///
    /// - Parameters:
    ///   - service: what to send.
    ///   - parameters: what its path, query or body is made of.
    /// - Returns: the response.
    /// - Throws: the error of the client, or of what makes the response; ``ServiceError`` if there
    ///   is no such request; `LostCallbackError` if the client drops the request;
    ///   `CancellationError` or `RequestTimeoutError` if its group ended before it began or, at its
    ///   deadline, before the client answered.
    public func send<Response: Sendable>(
        _ service: Service<Response>,
        parameters: ServiceParameter = [:]
    ) async throws -> Response {
        try await response { send(service, parameters: parameters, completion: $0) }
    }

    /// Sends the service that is registered with the name, and returns its response.
    ///
    /// - Parameters:
    ///   - name: the name of the service.
    ///   - type: what the service answers with.
    ///   - parameters: what its path, query or body is made of.
    /// - Returns: the response.
    /// - Throws: ``ServiceError`` if no such service is registered or if it answers with another
    ///   type; otherwise as ``send(_:parameters:)``.
    public func send<Response: Sendable>(
        _ name: String,
        as type: Response.Type = Response.self,
        parameters: ServiceParameter = [:]
    ) async throws -> Response {
        try await response { send(name, as: type, parameters: parameters, completion: $0) }
    }

    /// The result of a call, whose completion is called once in any case.
    private func response<Response: Sendable>(
        of send: (@escaping @Sendable (Result<Response, any Error>) -> Void) -> ServiceCall
    ) async throws -> Response {
        let sent = Locked<(call: ServiceCall?, isCancelled: Bool)>((nil, false))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let call = send { continuation.resume(with: $0) }
                let isCancelled = sent.withLock { sent in
                    sent.call = call
                    return sent.isCancelled
                }
                if isCancelled { call.cancel() }
            }
        } onCancel: {
            let call = sent.withLock { sent in
                sent.isCancelled = true
                return sent.call
            }
            call?.cancel()
        }
    }
}
