import Foundation
import Interception

@testable import InterceptionTestSupport

// Requests whose callbacks are handed to `intercept` itself.
extension ScriptRun {
    func hand(
        _ request: Script.Request,
        success: @escaping @Sendable () -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        let network = InterceptingClient(client, settings: settings)
        let label = "r\(request.number)"
        let priority = RequestPriority(rawValue: request.priority)
        switch request.shape {
        case .handedResult:
            let both: @Sendable (Result<Data, any Error>) -> Void = { result in
                if let error = result.reportedFailure { failure(error) } else { success() }
            }
            network.intercept(
                label,
                isOptional: request.isOptional,
                priority: priority,
                completion: both
            ) { [self] (completion: @escaping @Sendable (Result<Data, any Error>) -> Void) in
                start(request) {
                    completion(.success(Data()))
                } failure: {
                    completion(.failure($0))
                }
            }
        case .handedOptional:
            let optionalSuccess: (@Sendable (Any) -> Void)? = { _ in success() }
            let optionalFailure: (@Sendable (any Error) -> Void)? = failure
            network.intercept(
                label,
                isOptional: request.isOptional,
                priority: priority,
                success: optionalSuccess,
                failure: optionalFailure
            ) { [self] (success: (@Sendable (Any) -> Void)?, failure) in
                start(request) {
                    success?("ok")
                } failure: {
                    failure?($0)
                }
            }
        default:
            let anySuccess: @Sendable (Any) -> Void = { _ in success() }
            network.intercept(
                label,
                isOptional: request.isOptional,
                priority: priority,
                success: anySuccess,
                failure: failure
            ) { [self] (success: @escaping @Sendable (Any) -> Void, failure) in
                start(request) {
                    success("ok")
                } failure: {
                    failure($0)
                }
            }
        }
    }

    private func start(
        _ request: Script.Request,
        success: @escaping @Sendable () -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        _ = noteStart(of: request)
        client.start(ModelClient.Call(request: request, success: success, failure: failure))
    }
}

extension Script.Request {
    /// Whether its callbacks can be handed over: there is no role to say more to the client, and a
    /// refusal is always reported.
    var isHanded: Bool { shape.isHanded && obedience == .cannotCancel && reportsRefusal }
}
