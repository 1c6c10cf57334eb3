import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A wrapped client that sends any request: what batches, chains and services need of one.
///
/// A wrapped `URLSession` is one. Let the wrapper of another client conform, and the same batches,
/// chains and services go through it:
///
/// ```swift
/// extension InterceptingClient: RequestSender where Base == NetworkTool {
///     public func send(
///         _ request: URLRequest,
///         completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
///     ) -> SentRequest {
///         let handle = intercept("sent request", cancel: { $0.cancel() }) { call in
///             base.send(request, completion: call.completion(completion))
///         }
///         return SentRequest { handle.cancel() }
///     }
/// }
/// ```
public protocol RequestSender: Sendable {
    /// Issues the request in the current group, as every method of a wrapped client does.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - completion: called once with what came of it, also when it was cancelled.
    /// - Returns: what cancels the request.
    @discardableResult
    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest
}

/// A request that was sent, to be cancelled; it need not be kept.
public struct SentRequest: Sendable {
    private let cancelAction: @Sendable () -> Void

    /// Makes the handle of a request.
    ///
    /// - Parameter cancel: cancels the request, whose completion then has to be called.
    public init(cancel: @escaping @Sendable () -> Void) {
        cancelAction = cancel
    }

    /// Cancels the request: its completion is called with the error of the client.
    public func cancel() {
        cancelAction()
    }
}

extension InterceptingClient: RequestSender where Base: URLSession {
    /// Sends the request as a data task; see ``RequestSender/send(_:completion:)``.
    ///
    /// A response that the status check or a validator rejects is a failure.
    @discardableResult
    public func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let settings = interceptionSettings
        let task = dataTask(with: request) { data, response, error in
            if let response, error == nil {
                let loaded = LoadedResponse(data: data ?? Data(), response: response)
                completion(settings.failure(response, nil).map { .failure($0) } ?? .success(loaded))
            } else {
                completion(.failure(error ?? URLError(.unknown)))
            }
        }
        task.resume()
        return SentRequest { task.cancel() }
    }
}
