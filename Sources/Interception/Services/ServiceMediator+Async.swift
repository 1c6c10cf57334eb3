import GroupContext

// Sends services with `await`.
extension ServiceMediator {
    /// Sends a service, registered or not, and returns its response.
    ///
    /// Cancelling the awaiting task cancels the request.
    ///
    /// - Throws: the error of the client or of the conversion of the response; an error that names the service if
    ///   the request cannot be built; `CancellationError` if the task or the group is cancelled before the client
    ///   answers; or another error that ``RequestPlan`` documents.
    public func send<Response: Sendable>(
        _ service: ServiceDefinition<Response>,
        parameters: any Encodable & Sendable = [:] as [String: String]
    ) async throws -> Response {
        try await response(to: .success(service), called: service.name, parameters)
    }

    /// Sends the service that is registered under a name, and returns its response.
    ///
    /// - Throws: an error that names the service, if no such service is registered or its response has another
    ///   type; or an error that ``send(_:parameters:)`` documents.
    public func send<Response: Sendable>(
        _ name: String,
        as type: Response.Type = Response.self,
        parameters: any Encodable & Sendable = [:] as [String: String]
    ) async throws -> Response {
        try await response(to: registered(name, as: type), called: name, parameters)
    }

    private func response<Response: Sendable>(
        to service: Result<ServiceDefinition<Response>, ServiceError>,
        called name: String,
        _ parameters: any Encodable & Sendable
    ) async throws -> Response {
        let run = PlanRun(client)
        return try await run.result { send(service, called: name, parameters, in: run, left: $0) }
    }
}
