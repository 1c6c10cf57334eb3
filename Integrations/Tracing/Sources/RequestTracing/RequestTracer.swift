import Foundation
public import Interception
public import Tracing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An observer that records each group and each request as a span of the app's tracer.
///
/// ```swift
/// let tracing = RequestTracer()
/// let session = InterceptingClient(
///     URLSession.shared,
///     settings: InterceptionSettings { $0.propagated = PropagatedTaskLocals(ServiceContext.$current) },
///     pipeline: RequestPipeline(adapters: [tracing.adapter(hosts: ["api.example.com"])])
/// )
/// try await withRequestGroup("home page", options: tracing.option) { await load() }
/// ```
///
/// The span of an outermost group is a child of the current span, if any. The span of a request is a child of the span of
/// its group. The adapter writes the span of the request into the header fields. All methods may be called on any thread.
public final class RequestTracer: RequestGroupObserver {
    private struct State {
        var groups: [SpanID: any Span] = [:]
        var requests: [SpanID: OpenRequest] = [:]
    }

    private let tracer: any Tracer
    private let state = Locked(State())

    /// Creates an observer that uses the tracer; by default the tracer that the app has bootstrapped.
    public init(_ tracer: (any Tracer)? = nil) {
        self.tracer = tracer ?? InstrumentationSystem.tracer
    }

    /// The option that traces a group and its nested groups.
    public var option: RequestGroupOption { .observer(self) }

    /// Opens or ends a span for the event.
    public func observe(_ event: RequestGroupEvent) {
        switch event.kind {
        case .opened: open(event)
        case .entered:
            guard let id = event.requestID, let label = event.label,
                let span = span(of: id, in: event.groupID)
            else { return }
            span.operationName = Self.name(label)
            span.attributes["request_group.label"] = label
            if let issuer = event.issuerID.flatMap({ self.context(of: $0) }) {
                span.addLink(Self.link(toIssuer: issuer))
            }
        case .waiting, .started, .duplicateCallback:
            guard let id = event.requestID else { return }
            state.withLock { $0.requests[id] }?.span?
                .addEvent(SpanEvent(name: "\(event.kind)"))
        case .left: end(event)
        case .completed: complete(event)
        default: break
        }
    }

    /// Returns an adapter that writes the span of a request into the request's header fields.
    ///
    /// A request outside any group, or in a group that this object does not trace, gets the current context, if any.
    ///
    /// - Parameter hosts: the hosts that receive the header fields, as in `TraceHeaders`; no other host receives them.
    /// - Returns: the adapter.
    public func adapter(hosts: [String]) -> PipelineAdapter {
        let hosts = TraceHeaders(hosts: hosts)
        return PipelineAdapter { [self] request, identity in
            guard hosts.reach(request) else { return request }
            let span = identity.groupID.flatMap { self.span(of: identity.id, in: $0) }
            span?.updateAttributes { attributes in
                attributes["http.request.method"] = request.httpMethod ?? "GET"
                attributes["server.address"] = request.url?.host
                attributes["server.port"] = request.url?.port
            }
            guard let context = span?.context ?? ServiceContext.current else { return request }
            var adapted = request
            tracer.inject(context, into: &adapted, using: HeaderInjector())
            return adapted
        }
    }

    /// Returns the context of an open span, as the parent of spans of the app; `nil` if no such span is open.
    public func context(of id: SpanID) -> ServiceContext? {
        let (request, group) = state.withLock { ($0.requests[id], $0.groups[id]) }
        return request?.span?.context ?? group?.context
    }
}

extension RequestTracer {
    /// Returns the HTTP method at the beginning of a label; a path in the name would make too many names of spans.
    private static func name(_ label: String) -> String {
        let methods = [
            "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
        ]
        return methods.first { label.hasPrefix($0 + " ") } ?? "request"
    }

    /// Returns a link to the issuer, with the same attribute as in `TimelineRecording.otlp()`.
    private static func link(toIssuer context: ServiceContext) -> SpanLink {
        SpanLink(context: context, attributes: ["request_group.link": "issuer"])
    }

    private func open(_ event: RequestGroupEvent) {
        // A batch or a chain has the identity of its request in the enclosing group.
        let outer =
            state.withLock { $0.requests[event.groupID] }?.span?.context
            ?? event.group?.parent.flatMap { context(of: $0.id) }
        let span = tracer.startSpan(
            event.groupName,
            context: outer ?? ServiceContext.current ?? .topLevel,
            ofKind: .internal
        )
        if let issuer = event.issuerID.flatMap({ context(of: $0) }) {
            span.addLink(Self.link(toIssuer: issuer))
        }
        state.withLock { $0.groups[event.groupID] = span }
    }

    /// Returns the span of a request, which the adapter or the event opens, whichever comes first.
    ///
    /// Returns `nil` if the group is not traced, because no event would then end the span.
    private func span(of id: SpanID, in group: SpanID) -> (any Span)? {
        let found = state.withLock { state -> (OpenRequest, any Span)? in
            guard let span = state.groups[group] else { return nil }
            let request = state.requests[id] ?? OpenRequest(group: group)
            state.requests[id] = request
            return (request, span)
        }
        guard let (request, outer) = found else { return nil }
        return request.span {
            tracer.startSpan("request", context: outer.context, ofKind: .client)
        }
    }

    private func end(_ event: RequestGroupEvent) {
        guard let id = event.requestID,
            let open = state.withLock({ $0.requests.removeValue(forKey: id) }),
            let span = open.close()
        else { return }
        if let failure = event.failure {
            let type =
                switch failure.reason {
                case .lostCallback: "lost_callback"
                case .timedOut: "timeout"
                case .cancelled: "cancelled"
                default: "\(type(of: failure.error))"
                }
            span.attributes["error.type"] = type
            span.setStatus(SpanStatus(code: .error))
        }
        span.end()
    }

    private func complete(_ event: RequestGroupEvent) {
        let (span, unsent) = state.withLock { state in
            // The spans of requests that were created and never started.
            let unsent = state.requests.filter { $0.value.group == event.groupID }
            for id in unsent.keys { state.requests[id] = nil }
            return (state.groups.removeValue(forKey: event.groupID), unsent.values)
        }
        for open in unsent { open.close()?.end() }
        span?.end()
    }
}

/// The span of a request, opened once by the adapter or by the event, and the group of the request.
private final class OpenRequest: Sendable {
    /// The group of the request; the span ends when the group completes, at the latest.
    let group: SpanID
    private let state = Locked<(span: (any Span)?, isOver: Bool)>((nil, false))

    init(group: SpanID) {
        self.group = group
    }

    var span: (any Span)? { state.withLock { $0.span } }

    /// Returns the span, and opens it if necessary; opens none after the request has ended, because it would never end.
    func span(_ open: () -> any Span) -> (any Span)? {
        // The tracer is called under the lock of this request, so that two threads do not open two spans.
        state.withLock { state in
            if state.span == nil, !state.isOver { state.span = open() }
            return state.span
        }
    }

    /// Marks the request as ended, and returns the span to end, if any.
    func close() -> (any Span)? {
        state.withLock { state in
            state.isOver = true
            return state.span
        }
    }
}

/// Writes the fields of a tracer into the header of a request.
private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into request: inout URLRequest) {
        request.setValue(value, forHTTPHeaderField: key)
    }
}

/// A value and a lock that protects it.
private final class Locked<Value>: @unchecked Sendable {
    // Safe: accessed only under the lock.
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&value) }
    }
}
