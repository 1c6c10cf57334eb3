@testable import InterceptionTestSupport

// Requests whose callbacks are roles of `intercept`.
extension ScriptRun {
    func issueByRoles(
        _ request: Script.Request,
        success: @escaping @Sendable () -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        let network = InterceptingClient(client, settings: settings)
        let label = "r\(request.number)"
        let isOptional = request.isOptional
        let priority = RequestPriority(rawValue: request.priority)
        switch request.shape {
        case .resultRole:
            let both: @Sendable (Result<Data, any Error>) -> Void = { result in
                if let error = result.reportedFailure { failure(error) } else { success() }
            }
            network.intercept(
                label,
                .completion(both),
                isOptional: isOptional,
                priority: priority
            ) { [self] completion in
                start(request) {
                    completion(.success(Data()))
                } failure: {
                    completion(.failure($0))
                }
            }
        case .optionalRoles:
            let optionalSuccess: (@Sendable (Any) -> Void)? = { _ in success() }
            let optionalFailure: (@Sendable (any Error) -> Void)? = failure
            network.intercept(
                label,
                .success(optionalSuccess),
                .failure(optionalFailure),
                isOptional: isOptional,
                priority: priority
            ) { [self] success, failure in
                start(request) {
                    success?("ok")
                } failure: {
                    failure?($0)
                }
            }
        default:
            network.intercept(
                label,
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                priority: priority
            ) { [self] success, failure in start(request, success: success, failure: failure) }
        }
    }
}

extension Script.Request {
    /// Whether its callbacks are roles of `intercept`, which allow no cancel handler and always report a rejection.
    var usesRoles: Bool { shape.usesRoles && obedience == .cannotCancel && reportsRejection }
}
