public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Hears of the requests of a wrapped `URLSession`, in a group or not: a log, an activity indicator.
///
/// ```swift
/// final class Spinner: RequestObserver {
///     func requestWillStart(_ request: ObservedRequest) { show() }
///     func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) { hide() }
/// }
/// ```
///
/// Both methods come in pairs, each once, in this order, and outside any lock: also for a request
/// that is cancelled, and for one whose handler is lost. A request that is never started is not told;
/// a task of the session's own counts as started when it is created. Tasks without a handler, which
/// report to the delegate of their session, are not told either. What happens to the group of a request is told to a `RequestGroupObserver`.
public protocol RequestObserver: AnyObject, Sendable {
    /// The request is about to start, on the thread that starts it.
    func requestWillStart(_ request: ObservedRequest)

    /// The request has ended and its handler has returned, on the thread of the handler.
    func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome)
}

extension RequestObserver {
    /// Does nothing.
    public func requestWillStart(_ request: ObservedRequest) {}

    /// Does nothing.
    public func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) {}
}

/// A request that an observer hears of.
public struct ObservedRequest: Identifiable, Sendable {
    /// Tells requests apart, also those that are equal: the same as in the events of the group, and the ID of the
    /// span in a trace.
    public var id: SpanID { identity.id }

    /// Who the request is, and which group it was issued in.
    public let identity: RequestIdentity

    /// What is sent, after all adapters.
    public let request: URLRequest
}

extension ObservedRequest: CustomStringConvertible {
    /// Method, host and path; no query, no header and no body, as they may be secret.
    public var description: String { request.requestLabel }
}

/// How a request ended.
public struct RequestOutcome: Sendable {
    /// What was loaded, or why it failed.
    ///
    /// That is the error of the session, or the reason why the response was rejected. The data of a
    /// download is empty here.
    public let result: Result<LoadedResponse, any Error>

    /// Where the answer came from.
    public let origin: Origin

    /// Where the answer of a request came from.
    public enum Origin: Sendable {
        /// The network, or whatever the session loads from.
        case network
        /// A stub.
        case stub
        /// The cache.
        case cache
        /// Nowhere: the pipeline refused to send the request.
        case refusal
    }
}

extension RequestOutcome: CustomStringConvertible {
    /// What came of the request, on one line; nothing of what was loaded or of what an error carries.
    public var description: String {
        switch result {
        case .success(let response): "\(response), from the \(origin)"
        case .failure(let error): "failed: \(summary(of: error))"
        }
    }
}

/// An observer that nobody has to keep.
struct WeakObserver: Sendable {
    weak var observer: (any RequestObserver)?
}

/// The observers of a pipeline, held weakly.
final class RequestObservers: Sendable {
    private let observers: Locked<[WeakObserver]>

    init(_ observers: [any RequestObserver]) {
        self.observers = Locked(observers.map { WeakObserver(observer: $0) })
    }

    /// Whether nobody was ever added, or all were removed.
    var isEmpty: Bool { observers.withLock(\.isEmpty) }

    /// Those who are still there.
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

    /// Forgets who is gone, changes the rest, and returns who was there before.
    ///
    /// A weak reference that is read holds its object for a moment, and may be the last that does:
    /// all that were read are handed out, so that nobody is released under the lock.
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

/// What the observers are told about one request.
final class RequestObservation: Sendable {
    private enum Phase {
        case created, started, finished
    }

    private let request: ObservedRequest
    private let observers: [WeakObserver]
    private let phase = Locked(Phase.created)

    /// `nil` if nobody wants to know.
    init?(
        of request: URLRequest,
        _ identity: RequestIdentity? = nil,
        by observers: [WeakObserver]
    ) {
        guard !observers.isEmpty else { return nil }
        // Without an identity nobody had observed when it was issued.
        let identity = identity ?? RequestIdentity(of: RequestIssue(id: SpanID()), in: nil)
        self.request = ObservedRequest(identity: identity, request: request)
        self.observers = observers
    }

    deinit {
        // Nobody is left who could tell.
        let error = LostCallbackError(label: request.description)
        finish(RequestOutcome(result: .failure(error), origin: .network))
    }

    func start() {
        guard advance(from: .created, to: .started) else { return }
        for entry in observers { entry.observer?.requestWillStart(request) }
    }

    func finish(_ outcome: RequestOutcome) {
        // One that was cancelled before it started never starts.
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
