public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// An observer of the requests of a wrapped `URLSession`, in a group or not, such as a log.
///
/// ```swift
/// final class Spinner: RequestObserver {
///     func requestWillStart(_ request: ObservedRequest) { show() }
///     func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) { hide() }
/// }
/// ```
///
/// Both methods are called once for each request, in this order and outside any lock, also if the request is
/// cancelled or its handler is lost. A request that never starts is not observed; a task of the wrapped session
/// itself counts as started when it is created. Tasks without a handler, which report to a delegate, are not
/// observed. For the events of a request's group, use a `RequestGroupObserver`.
public protocol RequestObserver: AnyObject, Sendable {
    /// Called before the request starts, on the thread that starts it.
    func requestWillStart(_ request: ObservedRequest)

    /// Called after the request has ended and its handler has returned, on the thread of the handler.
    func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome)
}

extension RequestObserver {
    /// Does nothing.
    public func requestWillStart(_ request: ObservedRequest) {}

    /// Does nothing.
    public func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) {}
}

/// A request that an observer hears of.
public struct ObservedRequest: Sendable {
    /// The identity of the request, and the group in which it was issued.
    public let identity: RequestIdentity

    /// The request to send, after all adapters.
    public let request: URLRequest
}

extension ObservedRequest: CustomStringConvertible {
    /// The method, host and path; not the query, header or body, which may be secret.
    public var description: String { request.requestLabel }
}

/// The result of a request, and the origin of its answer.
public struct RequestOutcome: Sendable {
    /// The response, or the error of the session or of the validation.
    ///
    /// The data of a download is empty here.
    public let result: Result<LoadedResponse, any Error>

    /// The origin of the answer.
    public let origin: Origin

    /// A source of answers.
    public enum Origin: Sendable {
        /// The network, or another source from which the session loads.
        case network
        /// A stub.
        case stub
        /// The cache.
        case cache
        /// No source: the pipeline rejected the request.
        case refusal
    }
}

extension RequestOutcome: CustomStringConvertible {
    /// The outcome on one line, without loaded data and details of an error, which may be secret.
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

/// The observers of a pipeline, held weakly.
final class RequestObservers: Sendable {
    private let observers: Locked<[WeakObserver]>

    init(_ observers: [any RequestObserver]) {
        self.observers = Locked(observers.map { WeakObserver(observer: $0) })
    }

    /// A Boolean value that indicates whether no observer was added, or all were removed.
    var isEmpty: Bool { observers.withLock(\.isEmpty) }

    /// The observers that have not been released.
    var current: [WeakObserver] {
        change { _ in }.map { WeakObserver(observer: $0) }
    }

    func add(_ observer: any RequestObserver) {
        change { observers in
            observers.removeAll { $0 === observer }
            observers.append(observer)
        }
    }

    func remove(_ observer: any RequestObserver) {
        change { observers in observers.removeAll { $0 === observer } }
    }

    /// Removes released observers, changes the others, and returns the previous ones.
    ///
    /// Reading a weak reference retains the observer. Returning all of them keeps their deinits outside the
    /// lock.
    @discardableResult
    private func change(_ body: (inout [any RequestObserver]) -> Void) -> [any RequestObserver] {
        observers.withLock { observers in
            let present = observers.compactMap(\.observer)
            var changed = present
            body(&changed)
            observers = changed.map { WeakObserver(observer: $0) }
            return present
        }
    }
}

/// Notifies the observers of one request.
final class RequestObservation: Sendable {
    private enum Phase {
        case created, started, finished
    }

    private let request: ObservedRequest
    private let observers: [WeakObserver]
    private let phase = Locked(Phase.created)

    /// Creates a notifier, or `nil` if there are no observers.
    init?(
        of request: URLRequest,
        _ identity: RequestIdentity? = nil,
        by observers: [WeakObserver]
    ) {
        guard !observers.isEmpty else { return nil }
        // A request that was issued before the first observer was added has no identity yet.
        let identity = identity ?? .ungrouped
        self.request = ObservedRequest(identity: identity, request: request)
        self.observers = observers
    }

    deinit {
        // Every closure that could report the end of the request has been released.
        let error = LostCallbackError(label: request.description)
        finish(RequestOutcome(result: .failure(error), origin: .network))
    }

    func start() {
        guard advance(from: .created, to: .started) else { return }
        for entry in observers { entry.observer?.requestWillStart(request) }
    }

    func finish(_ outcome: RequestOutcome) {
        // A request that is cancelled before it starts is never observed.
        if advance(from: .created, to: .finished) { return }
        guard advance(from: .started, to: .finished) else { return }
        for entry in observers { entry.observer?.request(request, didFinishWith: outcome) }
    }

    private func advance(from old: Phase, to new: Phase) -> Bool {
        phase.withLock { phase in
            guard phase == old else { return false }
            phase = new
            return true
        }
    }
}
