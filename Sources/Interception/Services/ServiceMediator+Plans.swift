import GroupContext

// Services as steps of batches and chains.
extension ServiceMediator {
    /// Returns a plan that calls a service, as a step of a batch or a chain.
    ///
    /// The call always uses the client of the mediator, even if another client performs the plan. Services with
    /// the same response type fit into one batch:
    ///
    /// ```swift
    /// let users = [1, 2, 3].map { mediator.plan(Services.user, parameters: ["id": $0]) }
    /// let results = await session.batch(users).results()
    /// ```
    public func plan<Response: Sendable>(
        _ service: ServiceDefinition<Response>,
        parameters: any Encodable & Sendable = [:] as [String: String]
    ) -> RequestPlan<Response> {
        RequestPlan { [self] run, finish in
            let name = service.name
            let (call, plan) = makeCall(.success(service), called: name, parameters, in: run)
            plan.start(run) { [listeners] result in
                // The request leaves before its listeners are notified, so the group is held open for requests that a
                // listener sends. A slow listener delays no other request of the plan.
                let hold = RequestGroup.current?.hold(isHidden: true)
                finish(result)
                run.next {
                    listeners.notify(call, result.map { $0 as any Sendable })
                    hold?.release()
                }
            }
        }
    }
}
