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
///     ) -> CancelHandle {
///         let handle = intercept("sent request", .completion(completion), cancel: { $0.cancel() }) {
///             tool.send(request, completion: $0)
///         }
///         return CancelHandle(handle) { $0.cancel() }
///     }
/// }
/// ```
///
/// This `send` returns the client's handle at once, so its request cannot wait for a permit, and may exceed the limit of
/// the client. To limit such a sender, limit its groups and batches with the option `.limit`.
public protocol RequestSender: Sendable {
    /// Sends a request with the client.
    ///
    /// A request of a plan, a batch, a chain or a service enters its group before this method is called. The group
    /// limits and cancels the request, and reports its failure, even if this method does not intercept. A request that
    /// this method intercepts is not counted again. If you call this method directly, the request joins the current
    /// group only if this method intercepts.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - completion: the closure to call once with the result, on any thread, also after cancelling.
    /// - Returns: a handle that cancels the request.
    @discardableResult
    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> CancelHandle
}

/// A handle that cancels a request; the handle need not be retained.
public struct CancelHandle: Sendable {
    let byteCount: (@Sendable () -> ByteCount?)?

    /// Cancels the request, and returns `false` if the client's handle no longer exists.
    let tryCancelling: @Sendable () -> Bool
}

extension CancelHandle {
    /// Creates the handle of a request.
    ///
    /// - Parameter cancel: the closure that cancels the request, on any thread; the client then has to call the
    ///   completion. The closure must not retain the completion, because a retained completion is never reported
    ///   as lost.
    public init(cancel: @escaping @Sendable () -> Void) {
        self.init(byteCount: nil) {
            cancel()
            return true
        }
    }

    /// Creates the handle of a request from the object or value that the client returned for it.
    ///
    /// - Parameters:
    ///   - handle: the client's handle. An object is not retained, because a handle often retains the completion.
    ///   - cancel: the closure that cancels the request, on any thread; the client then has to call the
    ///     completion.
    public init<Handle>(_ handle: Handle, cancel: @escaping @Sendable (Handle) -> Void) {
        let reference = HandleReference(handle, InterceptionSettings(), cancel)
        self.init(byteCount: nil, tryCancelling: reference.tryCancelling)
    }

    /// Cancels the request or the plan; may be called on any thread.
    ///
    /// A request ends with the error of its client, a plan with a `CancellationError`.
    public func cancel() { _ = tryCancelling() }
}

extension InterceptingClient: RequestSender where Base: URLSession {
    /// Sends the request as a data task; see ``RequestSender/send(_:completion:)``.
    ///
    /// A response that the status check or a validator rejects is a failure.
    @discardableResult
    public func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> CancelHandle {
        let (session, form) = (urlSession, DataForm(source: .request(request)))
        let pipelineRequest = session.makePipelineRequest(form)
        let handler = TaskHandler.answer { completion($0.result) }
        // A plan may send a request after its session was invalidated; creating a task would then crash the process.
        let handle = TaskReservation(in: base).make {
            if let pipelineRequest, pipelineRequest.mayBeAnswered {
                return session.send(form, answeringLocally: pipelineRequest, handler)
            }
            return session.send(session.task(form, pipelineRequest, handler))
        }
        if let handle { return handle }
        intercept(request.requestLabel, .completion(completion)) {
            $0(.failure(URLError(.cancelled)))
        }
        return CancelHandle {}
    }
}

extension RequestSender {
    /// A reservation for the tasks that a plan creates later, if the sender is a wrapped session.
    var reservation: TaskReservation? {
        (self as? any SessionSender).map { TaskReservation(in: $0.urlSession.base) }
    }
}

/// A wrapped session of any type, such as a subclass of `URLSession`.
private protocol SessionSender {
    var urlSession: InterceptingClient<URLSession> { get }
}

extension InterceptingClient: SessionSender where Base: URLSession {}

extension InterceptingClient<URLSession> {
    /// Sends a request as a session task.
    fileprivate func send(_ task: InterceptedTask<URLSessionDataTask>) -> CancelHandle {
        task.resume()
        let byteCount = { @Sendable in
            let expected = task.countOfBytesExpectedToReceive
            return ByteCount(
                received: task.countOfBytesReceived,
                expected: expected > 0 ? expected : nil
            )
        }
        return CancelHandle(byteCount: byteCount) {
            task.cancel()
            return true
        }
    }

    /// Sends a request that may be answered locally; creates a session task only without a local response.
    fileprivate func send(
        _ form: DataForm,
        answeringLocally pipelineRequest: PipelineRequest,
        _ handler: TaskHandler
    ) -> CancelHandle {
        let start = { @Sendable (delivery: LocalResponseDelivery) in delivery.start(as: nil) }
        let cancel = { @Sendable (delivery: LocalResponseDelivery) in delivery.cancel() }
        let call = issuing(pipelineRequest).prepare(
            pipelineRequest.request.requestLabel,
            isOptional: interceptionSettings.isOptional,
            priority: interceptionSettings.priority,
            start: start,
            cancel: cancel
        ) { call in
            LocalResponseDelivery(form, pipelineRequest, of: call, in: self, handler)
        }
        call.start()
        // A weak reference, because the delivery retains the handler.
        return CancelHandle(call.handle) { $0.cancel() }
    }
}
