import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A client that can send any request; it performs plans, batches, chains and services.
///
/// A wrapped `URLSession` is a sender. To use another client, implement this protocol:
///
/// ```swift
/// struct NetworkSender: RequestSender, RequestIntercepting {
///     let tool: NetworkTool
///
///     func send(
///         _ request: URLRequest,
///         completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
///     ) -> SentRequest {
///         let handle = intercept("sent request", .completion(completion), cancel: { $0.cancel() }) {
///             tool.send(request, completion: $0)
///         }
///         return SentRequest(handle) { $0.cancel() }
///     }
/// }
/// ```
public protocol RequestSender: Sendable {
    /// Sends a request with the client.
    ///
    /// Plans, batches, chains and services enter their group themselves: they obey its limit, are cancelled
    /// with it and fail in it, whether or not this method intercepts. Requests that it intercepts are not
    /// counted again. If you call this method directly, its request joins the current group only if the method
    /// intercepts.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - completion: called once with the result, on any thread, also after cancelling.
    /// - Returns: a handle that cancels the request.
    @discardableResult
    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest
}

/// A handle that cancels a request; it need not be retained.
public struct SentRequest: Sendable {
    /// Cancels the request, and returns `false` if the client's handle no longer exists.
    let tryCancelling: @Sendable () -> Bool

    let byteCount: (@Sendable () -> ByteCount?)?

    /// Creates the handle of a request.
    ///
    /// - Parameter cancel: cancels the request; the completion then has to be called. The closure must not
    ///   retain the completion: a lost completion would go unnoticed.
    public init(cancel: @escaping @Sendable () -> Void) {
        self.init(byteCount: nil) {
            cancel()
            return true
        }
    }

    /// Creates the handle of a request from the object or value that the client returned for it.
    ///
    /// - Parameters:
    ///   - handle: the client's handle. An object is held weakly, because it often retains the completion.
    ///   - cancel: cancels the request, on any thread; the completion then has to be called.
    public init<Handle>(_ handle: Handle, cancel: @escaping @Sendable (Handle) -> Void) {
        let reference = HandleReference(handle)
        self.init(byteCount: nil) { reference.use(cancel) }
    }

    init(
        byteCount: (@Sendable () -> ByteCount?)?,
        tryCancelling: @escaping @Sendable () -> Bool
    ) {
        self.tryCancelling = tryCancelling
        self.byteCount = byteCount
    }

    /// Cancels the request, which ends with its client's own error, or the plan, which ends with a
    /// `CancellationError`.
    public func cancel() {
        _ = tryCancelling()
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
        let (settings, session) = (interceptionSettings, session)
        let form = DataForm(source: .request(request))
        let piped = session.piped(form)
        if let piped, piped.mayBeAnswered {
            return session.send(form, answered: piped, completion)
        }
        let task =
            if let piped {
                session.task(form, piped) { received in
                    received.handOver { _, _, _ in completion(received.result) }
                }
            } else {
                session.task(form) { data, response, error in
                    completion(settings.result(data, response, error))
                }
            }
        task.resume()
        let byteCount = { @Sendable in
            let expected = task.countOfBytesExpectedToReceive
            return ByteCount(
                received: task.countOfBytesReceived,
                expected: expected > 0 ? expected : nil
            )
        }
        return SentRequest(byteCount: byteCount) {
            task.cancel()
            return true
        }
    }
}

extension InterceptingClient<URLSession> {
    /// Sends a request that may be answered locally; a session task is created only if it is not.
    fileprivate func send(
        _ form: DataForm,
        answered piped: PipedRequest,
        _ completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let start = { @Sendable (answered: AnsweredRequest<Data>) in
            piped.start()
            answered.start(as: nil)
        }
        let cancel = { @Sendable (answered: AnsweredRequest<Data>) in answered.cancel() }
        let call = issuing(piped).prepare(
            piped.request.requestLabel,
            isOptional: marks.isOptional,
            priority: marks.priority,
            start: start,
            cancel: cancel
        ) { call in
            answeredRequest(form, piped, of: call) { received in
                received.handOver { _, _, _ in completion(received.result) }
            }
        }
        call.start()
        return SentRequest { call.handle.cancel() }
    }
}

extension InterceptionSettings {
    /// Returns the result of a request that did not go through a pipeline.
    fileprivate func result(
        _ data: Data?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> Result<LoadedResponse, any Error> {
        guard let response, error == nil else { return .failure(error ?? URLError(.unknown)) }
        if let failure = failure(response, nil) { return .failure(failure) }
        return .success(LoadedResponse(data: data ?? Data(), response: response))
    }
}
