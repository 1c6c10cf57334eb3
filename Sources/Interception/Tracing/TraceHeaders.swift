// Tracing: what servers learn of the trace that a request belongs to.

public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Tells servers which trace a request belongs to, by the headers that W3C calls *trace context*.
///
/// Only the hosts that you list are told anything. Each request of a group gets a `traceparent` with the trace of its
/// outermost group and a span of its own, the one that ``RequestTimeline/otlp(_:)`` writes:
///
/// ```swift
/// let traceHeaders = TraceHeaders(hosts: ["api.example.com"])
/// let session = InterceptingClient(
///     URLSession.shared,
///     settings: SessionSettings {
///         $0.pipeline = RequestPipeline(adapters: [traceHeaders.adapter], observers: [timeline])
///     }
/// )
/// ```
///
/// A request that has a valid `traceparent` already goes on with that trace: the span in it becomes the parent of its
/// own, and takes its place in the header. If that span is one of this object, the request is sent again: it gets a
/// span beside the first.
///
/// A request outside any group has no span. It is sent as it is, or with the parent that you name.
///
/// A session that follows a redirect takes the headers of the request along, these as any others.
public struct TraceHeaders: Sendable {
    private let hosts: TracedHosts
    private let parent: @Sendable (URLRequest) -> TraceParent?
    private let baggage: @Sendable (URLRequest) -> String?
    private let sent = SentSpans()

    /// Says which servers are told.
    ///
    /// - Parameters:
    ///   - hosts: names of hosts, without a scheme: `api.example.com` is that one alone, on each port,
    ///     `localhost:8080` that one on this port, and `*.example.com` each below it.
    ///   - parent: the span that a request belongs to if it names none itself, such as one that the app carries in a
    ///     task-local; by default that of its group.
    ///   - baggage: what is sent as `baggage`, in the form that W3C gives it, if the request has none; by default
    ///     nothing.
    public init(
        hosts: [String],
        parent: @escaping @Sendable (URLRequest) -> TraceParent? = { _ in nil },
        baggage: @escaping @Sendable (URLRequest) -> String? = { _ in nil }
    ) {
        self.hosts = TracedHosts(hosts)
        self.parent = parent
        self.baggage = baggage
    }

    /// The step of a ``RequestPipeline`` that sets the headers; put it behind what may change the host.
    public var adapter: PipelineAdapter {
        PipelineAdapter { request, identity in
            var request = request
            add(to: &request, of: identity)
            return request
        }
    }

    /// Sets the headers of a request, unless its host is not listed.
    ///
    /// A copy of a request that was sent, which now goes to a host that is not listed, loses what was set here.
    ///
    /// - Parameters:
    ///   - request: what is to be sent.
    ///   - identity: who it is. A client that builds its requests itself, in the methods that you have wrapped, passes
    ///     ``RequestIdentity/current``.
    public func add(to request: inout URLRequest, of identity: RequestIdentity?) {
        let given = request.traceParent
        guard reach(request) else { return removeOwn(given, of: identity, from: &request) }
        guard let identity, let traceID = identity.traceID else {
            if given == nil, let parent = parent(request) { request.traceParent = parent }
            return addBaggage(to: &request)
        }
        // What is a part of a request, and is sent with a copy of it, is known already.
        if given?.spanID == identity.id { return }
        let before = given.flatMap { sent.entry(of: $0) }
        let parent = before.map { $0.parent } ?? given ?? parent(request)
        let resendCount = before.map { $0.resendCount + 1 } ?? 0
        identity.issue.trace = .init(
            parent: parent,
            resendCount: resendCount,
            previous: before == nil ? nil : given
        )
        let span = TraceParent(
            traceID: parent?.traceID ?? traceID,
            spanID: identity.id,
            isSampled: (parent ?? identity.remoteParent)?.isSampled ?? identity.isObserved,
            state: (parent ?? identity.remoteParent)?.state
        )
        sent.note(span, parent: parent, resendCount: resendCount)
        request.traceParent = span
        addBaggage(to: &request)
    }

    /// Whether a request goes to a host that is listed.
    public func reach(_ request: URLRequest) -> Bool { hosts.contain(request.url) }

    /// Removes what was set here before the request got another host.
    private func removeOwn(
        _ given: TraceParent?,
        of identity: RequestIdentity?,
        from request: inout URLRequest
    ) {
        guard let given, given.spanID == identity?.id || sent.entry(of: given) != nil else {
            return
        }
        request.traceParent = nil
        if let own = baggage(request), own == request.value(forHTTPHeaderField: "baggage") {
            request.setValue(nil, forHTTPHeaderField: "baggage")
        }
    }

    private func addBaggage(to request: inout URLRequest) {
        guard request.value(forHTTPHeaderField: "baggage") == nil, let baggage = baggage(request),
            baggage.isFieldValue
        else { return }
        request.setValue(baggage, forHTTPHeaderField: "baggage")
    }
}

extension URLRequest {
    /// The trace context of the request; `nil` if there is none that is valid.
    fileprivate var traceParent: TraceParent? {
        get {
            value(forHTTPHeaderField: "traceparent").flatMap { header in
                TraceParent(
                    header.trimmingCharacters(in: .whitespaces),
                    state: value(forHTTPHeaderField: "tracestate")
                )
            }
        }
        set {
            setValue(newValue?.header, forHTTPHeaderField: "traceparent")
            // The state belongs to the parent: one without a valid parent goes with it.
            setValue(newValue?.state, forHTTPHeaderField: "tracestate")
        }
    }
}

/// The spans that were sent of late: what has one of them in its header is sent again.
private final class SentSpans: Sendable {
    struct Entry {
        let parent: TraceParent?
        let resendCount: Int
    }

    private struct State {
        var entries: [SpanID: (span: TraceParent, entry: Entry)] = [:]
        var older: [SpanID: (span: TraceParent, entry: Entry)] = [:]
    }

    private static let capacity = 2_048
    private let state = Locked(State())

    func entry(of span: TraceParent) -> Entry? {
        let known = state.withLock { $0.entries[span.spanID] ?? $0.older[span.spanID] }
        guard let known, known.span.traceID == span.traceID else { return nil }
        return known.entry
    }

    func note(_ span: TraceParent, parent: TraceParent?, resendCount: Int) {
        let dropped = state.withLock { state in
            state.entries[span.spanID] = (span, Entry(parent: parent, resendCount: resendCount))
            guard state.entries.count >= Self.capacity else { return State().entries }
            defer { (state.older, state.entries) = (state.entries, [:]) }
            return state.older
        }
        withExtendedLifetime(dropped) {}
    }
}
