import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A wrapped client that sends any request: what batches, chains and services need of one.
///
/// A wrapped `URLSession` is one. Write one for another client, and the same batches, chains and
/// services go through that:
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
    /// Hands the request to the client.
    ///
    /// Plans, batches, chains and services are members of their group by themselves: they wait for its
    /// limit, are cancelled with it and fail in it, whether or not this method intercepts. What it
    /// intercepts counts no second time. Where you call this method yourself, the request is in the
    /// current group only if it does intercept.
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
    /// Cancels the request, and returns whether there is still something to cancel it with.
    let tryCancelling: @Sendable () -> Bool

    /// How much of the body has come.
    let byteCount: (@Sendable () -> ByteCount?)?

    /// Makes the handle of a request.
    ///
    /// - Parameter cancel: cancels the request, whose completion then has to be called. It must not
    ///   keep the completion alive, or one that the client drops goes unnoticed.
    public init(cancel: @escaping @Sendable () -> Void) {
        self.init(byteCount: nil) {
            cancel()
            return true
        }
    }

    /// Makes the handle of a request from what the client returned for it.
    ///
    /// - Parameters:
    ///   - handle: what the client returned. An object is held weakly, as it often keeps the
    ///     completion.
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

    /// Cancels the request, and what it was sent for: a plan then ends with a `CancellationError`, and
    /// a request that was sent directly with the error of the client.
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
    /// Sends a request that is to be answered without the network, for which no task is needed.
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
    /// What came of a request that went through no pipeline.
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
