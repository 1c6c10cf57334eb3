// A chain that is sent as a plan.
extension RequestSender {
    /// Performs a chain as a plan.
    func chain<Request: RequestPlanConvertible>(
        _ first: Request,
        name: String = #function,
        options: RequestGroupOption...,
        next: @escaping @Sendable (Request.Value) throws -> Request?
    ) async throws -> [Request.Value] {
        let options = RequestGroupOption.combining(options)
        return try await perform(RequestPlan.chain(first, name: name, options: options, next: next))
    }
}
