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
        _ service: ServiceDefinition<Response>,
        parameters: ServiceParameter = [:]
    ) -> RequestPlan<Response> {
        RequestPlan { [self] run, finish in
            let (call, plan) = begin(.success(service), called: service.name, parameters, in: run)
            plan.start(run) { [listeners] result in
                finish(result)
                run.next { listeners.tell(call, result.map { $0 as any Sendable }) }
            }
        }
    }
}
