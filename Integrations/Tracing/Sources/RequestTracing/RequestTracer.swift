import Foundation
public import Interception
public import Tracing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Opens and ends a span of the app's tracer for each group and each request, as they happen.
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
/// An outermost group is a child of the span around it, if there is one. The spans of requests are children of those of
/// their groups, and what the adapter writes into the headers is the span of that very request.
public final class RequestTracer: RequestGroupObserver {
    private struct State {
        var groups: [SpanID: any Span] = [:]
        var requests: [SpanID: OpenRequest] = [:]
    }

    private let tracer: any Tracer
    private let state = Locked(State())

    /// Traces with a tracer; by default with the one that was bootstrapped.
    public init(_ tracer: (any Tracer)? = nil) {
        self.tracer = tracer ?? InstrumentationSystem.tracer
    }

    /// The option with which a group is traced, and those nested in it.
    public var option: RequestGroupOption { .observer(self) }

    /// Opens and ends the spans.
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

    /// The step of a pipeline that writes the span of a request into its headers.
    ///
    /// A request in no group, or in one that this object does not trace, goes on with the context around it, if there
    /// is one.
    ///
    /// - Parameter hosts: the hosts that are told, as `TraceHeaders` has them: no other learns anything.
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

    /// The context of a span that is open, for spans of the app's own below it.
    public func context(of id: SpanID) -> ServiceContext? {
        let (request, group) = state.withLock { ($0.requests[id], $0.groups[id]) }
        return request?.span?.context ?? group?.context
    }
}

extension RequestTracer {
    /// The method that a label begins with: names of spans must not be as many as there are paths.
    private static func name(_ label: String) -> String {
        let methods = [
            "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
        ]
        return methods.first { label.hasPrefix($0 + " ") } ?? "request"
    }

    /// A link that says what it is, in the words of `TimelineRecording.otlp()`.
    private static func link(toIssuer context: ServiceContext) -> SpanLink {
        SpanLink(context: context, attributes: ["request_group.link": "issuer"])
    }

    private func open(_ event: RequestGroupEvent) {
        // A batch and a chain have the identity of the request that they are in the group around them.
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

    /// The span of a request: whoever comes first opens it, the adapter or the event; `nil` where nobody would end it,
    /// as its group is not traced here.
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
            // Created and never started.
            let unsent = state.requests.filter { $0.value.group == event.groupID }
            for id in unsent.keys { state.requests[id] = nil }
            return (state.groups.removeValue(forKey: event.groupID), unsent.values)
        }
        for open in unsent { open.close()?.end() }
        span?.end()
    }
}

/// The span of a request, which the adapter and the event open once between them, and its group.
private final class OpenRequest: Sendable {
    /// Which it does not outlive.
    let group: SpanID
    private let state = Locked<(span: (any Span)?, isOver: Bool)>((nil, false))

    init(group: SpanID) {
        self.group = group
    }

    var span: (any Span)? { state.withLock { $0.span } }

    /// The span, which is opened if there is none and the request is not over: nobody would end it then.
    func span(_ open: () -> any Span) -> (any Span)? {
        // The tracer is called under the lock, which is that of this request alone: a second span would never end.
        state.withLock { state in
            if state.span == nil, !state.isOver { state.span = open() }
            return state.span
        }
    }

    /// Opens no span from now on; returns the span that has to end.
    func close() -> (any Span)? {
        state.withLock { state in
            state.isOver = true
            return state.span
        }
    }
}

/// Writes what a tracer injects into the headers of a request.
private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into request: inout URLRequest) {
        request.setValue(value, forHTTPHeaderField: key)
    }
}

/// A value that one thread at a time may touch.
private final class Locked<Value>: @unchecked Sendable {
    // Safe: touched under the lock alone.
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&value) }
    }
}
