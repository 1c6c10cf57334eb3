public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// An observer of the requests of a wrapped `URLSession`, inside and outside groups; for example a log.
///
/// ```swift
/// final class Spinner: RequestObserver {
///     func requestWillStart(_ request: RequestSnapshot) { show() }
///     func request(_ request: RequestSnapshot, didFinishWith outcome: RequestOutcome) { hide() }
/// }
/// ```
///
/// For each request, both methods are called once, in this order and outside any lock, even if the request is
/// cancelled or its handler is lost. A request that never starts is not observed. A bare `URLSessionDataTask` that
/// the wrapper returns counts as started when the task is created. A task that reports to a delegate is not
/// observed. For the events of a request's group, use a `RequestGroupObserver`.
public protocol RequestObserver: AnyObject, Sendable {
    /// Called before the request starts, on the thread that starts the request.
    func requestWillStart(_ request: RequestSnapshot)

    /// Called after the request was answered and its handler has returned, on the thread of the handler.
    ///
    /// If observers are still being notified of the start, the method is called on the thread of the start.
    func request(_ request: RequestSnapshot, didFinishWith outcome: RequestOutcome)
}

extension RequestObserver {
    /// Does nothing.
    public func requestWillStart(_ request: RequestSnapshot) {}
}

/// The request of which an observer is notified.
public struct RequestSnapshot: Sendable {
    /// The identity of the request, and the group in which it was issued.
    public let identity: RequestIdentity

    /// The request to send, after all adapters.
    public let request: URLRequest
}

extension RequestSnapshot: CustomStringConvertible {
    /// The method, host and path, without the query, header and body, because these parts may be secret.
    public var description: String { request.requestLabel }
}

/// The result of a request, and the origin of its answer.
public struct RequestOutcome: Sendable {
    /// The response, or the error of the session or of the validation; the data of a download is empty.
    public let result: Result<LoadedResponse, any Error>

    /// The origin of the answer.
    public let origin: Origin

    /// The source of an answer.
    public enum Origin: Sendable {
        /// The network, or another source from which the session loads.
        case network
        /// A stub.
        case stub
        /// The cache.
        case cache
        /// No source, because the pipeline rejected the request.
        case rejection
    }
}

extension RequestOutcome: CustomStringConvertible {
    /// The outcome on one line, without loaded data and error details, because these parts may be secret.
    public var description: String {
        switch result {
        case .success(let response): "\(response), from the \(origin)"
        case .failure(let error): "failed: \(summary(of: error))"
        }
    }
}

struct WeakObserver: Sendable {
    weak var observer: (any RequestObserver)?
}

/// The observers of one request, which are notified of its start and of its end.
final class RequestObservation: Sendable {
    private let request: RequestSnapshot
    private let observers: [WeakObserver]
    /// The outcome of a request that has ended while the observers are being notified of the start.
    private let start = Locked((isOver: false, end: RequestOutcome?.none))

    init?(of request: URLRequest, _ identity: RequestIdentity?, by observers: [WeakObserver]) {
        guard !observers.isEmpty else { return nil }
        // If the pipeline had no observer when the request was issued, the request has no identity.
        let identity = identity ?? .ungrouped
        self.request = RequestSnapshot(identity: identity, request: request)
        self.observers = observers
    }

    func notifyStart() {
        for entry in observers { entry.observer?.requestWillStart(request) }
        if let outcome = start.replace(with: (true, nil)).end { notifyEnd(outcome) }
    }

    /// Notifies the observers of the end, or lets `notifyStart()` do so after it has notified them of the start.
    func finish(_ outcome: RequestOutcome) {
        let isStarting = start.withLock { start in
            if !start.isOver { start.end = outcome }
            return !start.isOver
        }
        if !isStarting { notifyEnd(outcome) }
    }

    private func notifyEnd(_ outcome: RequestOutcome) {
        for entry in observers { entry.observer?.request(request, didFinishWith: outcome) }
    }
}
