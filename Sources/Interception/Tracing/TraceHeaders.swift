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
/// outermost group and a span of its own, which ``TimelineRecording/otlp(_:)`` writes:
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
/// A request that has a valid `traceparent` already goes on with that trace: the span in it becomes the parent of the
/// request's own span, which takes its place in the header. So a copy that is sent again is below the first attempt.
///
/// The adapter removes `traceparent`, `tracestate` and `baggage` from a request to any other host, and from a request that
/// a session of the pipeline redirects to another host. It does not remove fields that a later adapter sets, or the
/// session's `httpAdditionalHeaders`.
///
/// Some redirects do not reach the adapter: those in the background and on watchOS; those of a task without a handler,
/// if the wrapper does not know the delegate of the session; and on Linux those of an awaited request with a delegate
/// of its own, unless the wrapper has created the session with a delegate.
///
/// A request outside any group has no span. It is sent as it is, or with the parent that you name.
public struct TraceHeaders: Sendable {
    private let hosts: TracedHosts
    private let parent: @Sendable (URLRequest) -> TraceParent?
    private let baggage: @Sendable (URLRequest) -> String?

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
        var adapter = PipelineAdapter { request, identity in
            var request = request
            add(to: &request, of: identity)
            return request
        }
        adapter.adaptRedirect = { request in
            var request = request
            if !reach(request) { remove(from: &request) }
            return request
        }
        return adapter
    }

    /// Sets the headers of a request, or removes them if the host of the request is not listed.
    ///
    /// - Parameters:
    ///   - request: what is to be sent. A client that follows redirects itself calls this method for the new request,
    ///     too.
    ///   - identity: who it is. A client that builds its requests itself, in the methods that you have wrapped, passes
    ///     ``RequestIdentity/current``.
    public func add(to request: inout URLRequest, of identity: RequestIdentity?) {
        guard reach(request) else { return remove(from: &request) }
        let given = request.traceParent
        guard let identity, let traceID = identity.traceID else {
            if given == nil, let parent = parent(request) { request.traceParent = parent }
            return addBaggage(to: &request)
        }
        // A subrequest that is sent with a copy of its request has the headers of that.
        if given?.spanID == identity.id { return }
        let parent = given ?? parent(request)
        identity.issue.traceParent = parent
        request.traceParent = TraceParent(
            traceID: parent?.traceID ?? traceID,
            spanID: identity.id,
            isSampled: (parent ?? identity.remoteParent)?.isSampled ?? identity.isObserved,
            state: (parent ?? identity.remoteParent)?.state
        )
        addBaggage(to: &request)
    }

    /// Whether a request goes to a host that is listed.
    public func reach(_ request: URLRequest) -> Bool { hosts.contain(request.url) }

    private func remove(from request: inout URLRequest) {
        // A field may be there in several spellings, and each call removes one of them.
        for name in (request.allHTTPHeaderFields ?? [:]).keys
        where ["traceparent", "tracestate", "baggage"].contains(name.lowercased()) {
            request.setValue(nil, forHTTPHeaderField: name)
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
