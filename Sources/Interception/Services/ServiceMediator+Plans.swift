import GroupContext

extension ServiceMediator {
    /// A call of a service as a part of a batch or a chain.
    ///
    /// It goes through the client of the mediator, whoever performs the plan, and counts there as
    /// any request. Services that answer with the same type fit into one batch:
    ///
    /// ```swift
    /// let users = [1, 2, 3].map { mediator.plan(Services.user, parameters: ["id": .integer($0)]) }
    /// let results = await session.batch(users).results()
    /// ```
    ///
    /// - Parameters:
    ///   - service: what is to be called.
    ///   - parameters: what the service wants to know.
    /// - Returns: a plan that is answered with the response of the service.
    public func plan<Response: Sendable>(
        _ service: Service<Response>,
        parameters: ServiceParameter = [:]
    ) -> RequestPlan<Response> {
        RequestPlan { [self] _, finish in
            let call = send(service, parameters: parameters, completion: finish)
            return SentRequest { call.cancel() }
        }
    }
}
