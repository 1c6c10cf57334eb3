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
///     settings: SessionSettings(carrying: ServiceContext.$current) {
///         $0.pipeline = RequestPipeline(adapters: [tracing.adapter(hosts: ["api.example.com"])])
///     }
/// )
/// try await withRequestGroup("home page", options: tracing.option) { await load() }
/// ```
///
/// An outermost group is a child of the span around it, if there is one. The spans of requests are children of those of
/// their groups, and what the adapter writes into the headers is the span of that very request.
public final class RequestTracer: RequestGroupObserver {
    private struct OpenSpan {
        let span: any Span
        /// The group of a request, which does not outlive that.
        let group: SpanID
    }

    private struct State {
        var groups: [SpanID: any Span] = [:]
        var requests: [SpanID: OpenSpan] = [:]
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
            guard let id = event.requestID, let label = event.label else { return }
            let span = span(of: id, in: event.groupID)
            span.operationName = Self.name(label)
            span.attributes["request_group.label"] = label
            if let issuer = event.issuer.flatMap({ self.context(of: $0.id) }) {
                span.addLink(Self.link(toIssuer: issuer))
            }
        case .waiting, .started, .duplicateCallback:
            guard let id = event.requestID else { return }
            state.withLock { $0.requests[id] }?.span
                .addEvent(SpanEvent(name: "\(event.kind)"))
        case .left: end(event)
        case .completed: complete(event)
        default: break
        }
    }

    /// The step of a pipeline that writes the span of a request into its headers.
    ///
    /// - Parameter hosts: the hosts that are told, as `TraceHeaders` has them: no other learns anything.
    /// - Returns: the adapter.
    public func adapter(hosts: [String]) -> PipelineAdapter {
        let hosts = TraceHeaders(hosts: hosts)
        return PipelineAdapter { [self] request, identity in
            guard hosts.reach(request), let group = identity.groupID, identity.isObserved
            else { return request }
            var request = request
            let span = span(of: identity.id, in: group)
            span.updateAttributes { attributes in
                attributes["http.request.method"] = request.httpMethod ?? "GET"
                attributes["server.address"] = request.url?.host
                attributes["server.port"] = request.url?.port
            }
            tracer.inject(span.context, into: &request, using: HeaderInjector())
            return request
        }
    }

    /// The context of a span that is open, for spans of the app's own below it.
    public func context(of id: SpanID) -> ServiceContext? {
        state.withLock { $0.requests[id]?.span.context ?? $0.groups[id]?.context }
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

    /// A link that says what it is, in the words of `RequestTimeline.otlp()`.
    private static func link(toIssuer context: ServiceContext) -> SpanLink {
        SpanLink(context: context, attributes: ["request_group.link": "issuer"])
    }

    private func open(_ event: RequestGroupEvent) {
        let outer = event.group?.parent.flatMap { context(of: $0.id) }
        let span = tracer.startSpan(
            event.groupName,
            context: outer ?? ServiceContext.current ?? .topLevel,
            ofKind: .internal
        )
        if let issuer = event.issuer.flatMap({ context(of: $0.id) }) {
            span.addLink(Self.link(toIssuer: issuer))
        }
        state.withLock { $0.groups[event.groupID] = span }
    }

    /// The span of a request: whoever comes first opens it, the adapter or the event.
    private func span(of id: SpanID, in group: SpanID) -> any Span {
        if let known = state.withLock({ $0.requests[id] }) { return known.span }
        let context = state.withLock { $0.groups[group]?.context }
        let new = tracer.startSpan(
            "request",
            context: context ?? ServiceContext.current ?? .topLevel,
            ofKind: .client
        )
        return state.withLock { state in
            if let known = state.requests[id] { return known.span }
            state.requests[id] = OpenSpan(span: new, group: group)
            return new
        }
    }

    private func end(_ event: RequestGroupEvent) {
        guard let id = event.requestID,
            let open = state.withLock({ $0.requests.removeValue(forKey: id) })
        else { return }
        if let failure = event.failure {
            let type =
                switch failure.reason {
                case .lostCallback: "lost_callback"
                case .timedOut: "timeout"
                case .cancelled: "cancelled"
                default: "\(type(of: failure.error))"
                }
            open.span.attributes["error.type"] = type
            open.span.setStatus(SpanStatus(code: .error))
        }
        open.span.end()
    }

    private func complete(_ event: RequestGroupEvent) {
        let (span, unsent) = state.withLock { state in
            // Created and never started.
            let unsent = state.requests.filter { $0.value.group == event.groupID }
            for id in unsent.keys { state.requests[id] = nil }
            return (state.groups.removeValue(forKey: event.groupID), unsent.values)
        }
        for open in unsent { open.span.end() }
        span?.end()
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
