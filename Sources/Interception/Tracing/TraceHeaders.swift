public import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The W3C *trace context* headers of the requests to listed hosts.
///
/// Each request of a group gets a `traceparent` with the trace of its outermost group and a span of its own. The
/// method ``TimelineRecording/otlp(service:attributes:maximumSpans:)`` exports these spans:
///
/// ```swift
/// let traceHeaders = TraceHeaders(hosts: ["api.example.com"])
/// let session = InterceptingClient(
///     URLSession.shared,
///     pipeline: RequestPipeline(adapters: [traceHeaders.adapter], observers: [timeline])
/// )
/// ```
///
/// A request that already has a valid `traceparent` continues that trace. The span in the header becomes the
/// parent of the request's own span; then the own span replaces the parent in the header. If a copy of a sent
/// request is sent again, the second span is therefore nested below the first.
///
/// The adapter removes `traceparent`, `tracestate` and `baggage` from requests to all other hosts, including
/// redirected requests. The adapter does not remove fields that a later adapter or the
/// session's `httpAdditionalHeaders` set.
///
/// Some redirects do not reach the adapter:
///
/// - redirects in background sessions;
/// - redirects of a task without a handler, if this wrapper has not created the session and the session has a
///   delegate;
/// - redirects on watchOS and, on Linux, redirects of an awaited request with its own delegate, unless the wrapper has
///   created the session with a delegate.
///
/// A request outside any group, or a task that was created outside any group, has no span. It keeps its header,
/// or gets the header that `parent` returns.
public struct TraceHeaders: Sendable {
    private let hosts: TracedHosts
    private let parent: @Sendable (URLRequest) -> TraceParent?
    private let baggage: @Sendable (URLRequest) -> String?

    /// Creates headers for a list of hosts.
    ///
    /// - Parameters:
    ///   - hosts: host names: `api.example.com` matches that host on each port, `localhost:8080` matches this port
    ///     only, and `*.example.com` matches each subdomain. A text with a scheme, a path or a space matches no host,
    ///     and stops a debug build.
    ///   - parent: returns the parent span of a request without a `traceparent`, such as a span in a task-local of
    ///     the app. If the closure returns `nil`, as by default, the group's span is the parent.
    ///   - baggage: returns the value of a `baggage` field in the W3C format for a request without such a field; by
    ///     default no field is added.
    public init(
        hosts: [String],
        parent: @escaping @Sendable (URLRequest) -> TraceParent? = { _ in nil },
        baggage: @escaping @Sendable (URLRequest) -> String? = { _ in nil }
    ) {
        self.hosts = TracedHosts(hosts)
        self.parent = parent
        self.baggage = baggage
    }

    /// The ``RequestPipeline`` adapter that sets the headers; place the adapter after adapters that change the host.
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

    /// Sets the headers of a request, or removes the headers if the host of the request is not listed.
    ///
    /// - Parameters:
    ///   - request: the request to send. A client that follows redirects itself also calls this method for the new
    ///     request.
    ///   - identity: the identity of the request. A client that builds its requests in its wrapped methods passes
    ///     ``RequestIdentity/current``.
    public func add(to request: inout URLRequest, of identity: RequestIdentity?) {
        guard reach(request) else { return remove(from: &request) }
        let given = request.traceParent
        guard let identity, let traceID = identity.traceID else {
            if given == nil, let parent = parent(request) { request.traceParent = parent }
            return addBaggage(to: &request)
        }
        // A subrequest that was copied from its outer request already has the headers of their common span.
        if given?.spanID == identity.id { return }
        let parent = given ?? parent(request)
        identity.metadata.traceParent = parent
        request.traceParent = TraceParent(
            traceID: parent?.traceID ?? traceID,
            spanID: identity.id,
            isSampled: (parent ?? identity.remoteParent)?.isSampled ?? identity.isObserved,
            state: (parent ?? identity.remoteParent)?.state
        )
        addBaggage(to: &request)
    }

    /// Returns whether a request goes to a listed host.
    public func reach(_ request: URLRequest) -> Bool { hosts.contain(request.url) }

    private func remove(from request: inout URLRequest) {
        // Remove every spelling of a name, because the fields may contain several, and `setValue` removes only one.
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
            // A new `traceparent` invalidates the old `tracestate`, so set or remove that field, too.
            setValue(newValue?.state, forHTTPHeaderField: "tracestate")
        }
    }
}
