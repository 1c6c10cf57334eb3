import Foundation
import GroupContext

// The timeline as OpenTelemetry traces.
extension TimelineRecording {
    /// Returns the groups as traces in the JSON encoding of OpenTelemetry, for collectors and most back-ends.
    ///
    /// Each group and each request is a span. ``TraceHeaders`` writes the ID of a request's span into the headers,
    /// so the spans of the server appear below the request. A batch or a chain is a request that has its own group;
    /// the request and the group share one span. A request has a link to the request in whose callback it was
    /// issued. A detached group has a link to the span in which it was opened.
    ///
    /// ```swift
    /// let documents = timeline.recording.otlp(
    ///     service: "shop app",
    ///     attributes: ["service.version": "3.1"]
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - service: The name of the app; by default the attribute `service.name`, or else `unknown_service` with the
    ///     name of the process.
    ///   - attributes: Further attributes of the app, by their OpenTelemetry keys.
    ///   - maximumSpans: The maximum number of spans in a document, because receivers limit the size of a document;
    ///     at least one.
    /// - Returns: JSON documents, each the body of a POST to `/v1/traces`; none for an empty recording.
    public func otlp(
        service: String? = nil,
        attributes: [String: String] = [:],
        maximumSpans: Int = 1_000
    ) -> [String] {
        precondition(maximumSpans > 0, "A part of a recording needs at least one span.")
        let writer = TimelineOTLP(self, service, attributes)
        let entries = writer.entries
        return stride(from: 0, to: entries.count, by: maximumSpans).map { first in
            writer.document(entries[first...].prefix(maximumSpans))
        }
    }
}

private struct TimelineOTLP {
    private let recording: TimelineRecording
    /// The attributes of the app, which OpenTelemetry calls a resource.
    private let resource: [String: String]

    init(_ recording: TimelineRecording, _ service: String?, _ attributes: [String: String]) {
        self.recording = recording
        let name = service ?? attributes["service.name"]
        let process = ProcessInfo.processInfo.processName
        resource = attributes.merging(["service.name": name ?? "unknown_service:\(process)"]) { $1 }
    }

    func document(_ entries: ArraySlice<TimelineEntry>) -> String {
        let attributes = resource.sorted { $0.key < $1.key }.map { text($0.key, $0.value) }
        var document: UTF8Text = """
            {"resourceSpans": [{"resource": {"attributes": \(list(attributes))}, "scopeSpans": \
            [{"scope": {"name": "swift-request-groups"}, "spans": [

            """
        for (index, entry) in entries.enumerated() {
            if index > 0 { document += ",\n" }
            switch entry {
            case .group(let position): document += span(of: recording.groups[position])
            case .request(let place):
                document += span(of: recording[place], in: recording.groups[place.group])
            }
        }
        document += "\n]}]}]}\n"
        return String(decoding: document.bytes, as: UTF8.self)
    }

    var entries: [TimelineEntry] {
        // A batch or a chain is both a request and a group. Only the group gets a span, so skip these requests.
        let replaced = Set(recording.groups.compactMap(\.request))
        return recording.groups.flatMap { group in
            [.group(group.position)]
                + group.requests.lazy.filter { !replaced.contains($0.id) }.map {
                    .request($0.place)
                }
        }
    }

    // MARK: - Groups

    private func span(of group: TimelineRecording.Group) -> UTF8Text {
        let request = group.request.flatMap { recording[$0] }
        let outer = group.parentPosition.map { recording.groups[$0] }
        var attributes = [text("request_group.name", group.name)]
        if let request { attributes += [text("request_group.label", request.label)] }
        if group.completedAt == nil { attributes.append(unfinished) }
        let (failure, status) = ending(request?.outcome ?? .succeeded, request?.errorType, nil)
        return span(
            TraceParent(traceID: group.traceID, spanID: group.id),
            parent: group.traceParent?.spanID ?? outer?.id,
            name: group.name,
            kind: 1,
            from: group.openedAt,
            to: recording.end(of: group),
            attributes: attributes + failure,
            events: group.lateRequests.map { event("late request", at: $0.time, $0.label) }
                + (request.map(events) ?? []),
            links: [link("issuer", place(of: group.issuer)), link("origin", group.origin)],
            status: status
        )
    }

    // MARK: - Requests

    private func span(
        of request: TimelineRecording.Request,
        in group: TimelineRecording.Group
    ) -> UTF8Text {
        let exchange = recording.exchanges[request.id]
        var attributes = [text("request_group.label", request.label)]
        if let exchange { attributes += self.attributes(of: exchange) }
        if request.outcome == .pending { attributes.append(unfinished) }
        let (failure, status) = ending(request.outcome, request.errorType, exchange?.status)
        return span(
            place(of: request, in: group),
            parent: request.traceParent?.spanID ?? group.id,
            name: name(of: request, exchange),
            kind: 3,
            from: request.issuedAt,
            to: recording.end(of: request),
            attributes: attributes + failure,
            events: events(of: request),
            links: [link("issuer", place(of: request.issuer))],
            status: status
        )
    }

    /// Returns the HTTP method, or a general word for an unknown method; no path, because back-ends group by name.
    private func name(of request: TimelineRecording.Request, _ exchange: HTTPExchange?) -> String {
        if let exchange { return exchange.method.knownMethod ?? "HTTP" }
        return request.label.prefix { $0 != " " }.knownMethod ?? "request"
    }

    private func attributes(of exchange: HTTPExchange) -> [UTF8Text] {
        var attributes = [text("http.request.method", exchange.method.knownMethod ?? "_OTHER")]
        if exchange.method.knownMethod == nil {
            attributes.append(text("http.request.method_original", exchange.method))
        }
        if let host = exchange.host { attributes.append(text("server.address", host)) }
        if let port = exchange.port { attributes.append(number("server.port", port)) }
        if let url = exchange.url { attributes.append(text("url.full", url)) }
        if let status = exchange.status {
            attributes.append(number("http.response.status_code", status))
        }
        if exchange.origin != .network {
            attributes.append(text("request_group.answered_by", "\(exchange.origin)"))
        }
        return attributes
    }

    private func events(of request: TimelineRecording.Request) -> [UTF8Text] {
        var events: [UTF8Text] = []
        if request.hasWaited {
            events.append(event("waiting", at: request.issuedAt))
            if let started = request.startedAt { events.append(event("started", at: started)) }
        }
        return events + request.duplicates.map { event("duplicate callback", at: $0) }
    }

    private func place(
        of request: TimelineRecording.Request,
        in group: TimelineRecording.Group
    ) -> TraceParent {
        TraceParent(traceID: request.traceParent?.traceID ?? group.traceID, spanID: request.id)
    }

    private func place(of issuer: SpanID?) -> TraceParent? {
        guard let issuer, let request = recording[issuer] else { return nil }
        return place(of: request, in: recording.groups[request.place.group])
    }

    // MARK: - The parts of spans

    /// Returns the attributes and the status of a failed span; for other spans, no attributes and `nil`.
    private func ending(
        _ outcome: TimelineRecording.Outcome,
        _ errorType: String?,
        _ status: Int?
    ) -> (attributes: [UTF8Text], status: UTF8Text?) {
        let type: String
        switch outcome {
        case .pending, .succeeded: return ([], nil)
        case .failed: type = status.flatMap { $0 >= 400 ? "\($0)" : nil } ?? errorType ?? "_OTHER"
        case .lost: type = "lost_callback"
        case .timedOut: type = "timeout"
        case .cancelled: type = "cancelled"
        }
        return ([text("error.type", type)], #"{"code": 2}"#)
    }

    private func span(
        _ place: TraceParent,
        parent: SpanID?,
        name: String,
        kind: Int,
        from start: TimelineTime,
        to end: TimelineTime,
        attributes: [UTF8Text],
        events: [UTF8Text],
        links: [UTF8Text?],
        status: UTF8Text?
    ) -> UTF8Text {
        let links = links.compactMap(\.self)
        var span: UTF8Text = #"{"traceId": "\#(place.traceID)", "spanId": "\#(place.spanID)""#
        if let parent { span += #", "parentSpanId": "\#(parent)""# }
        span += """
            , "name": \(json: name), "kind": \(kind), \
            "startTimeUnixNano": \(text(of: start)), "endTimeUnixNano": \(text(of: max(start, end))), \
            "attributes": \(list(attributes))
            """
        if !events.isEmpty { span += #", "events": \#(list(events))"# }
        if !links.isEmpty { span += #", "links": \#(list(links))"# }
        if let status { span += #", "status": \#(status)"# }
        span += "}"
        return span
    }

    /// Returns a link to a span; an attribute names the kind, because OpenTelemetry has no kinds of links.
    private func link(_ kind: String, _ place: TraceParent?) -> UTF8Text? {
        place.map {
            """
            {"traceId": "\($0.traceID)", "spanId": "\($0.spanID)", \
            "attributes": \(list([text("request_group.link", kind)]))}
            """
        }
    }

    private func event(_ name: String, at time: TimelineTime, _ label: String? = nil) -> UTF8Text {
        let attributes = label.map { [text("request_group.label", $0)] } ?? []
        return """
            {"timeUnixNano": \(text(of: time)), "name": "\(name)", "attributes": \(list(attributes))}
            """
    }

    private func list(_ values: [UTF8Text]) -> UTF8Text {
        var list: UTF8Text = "["
        for (index, value) in values.enumerated() { list += "\(index > 0 ? ", " : "")\(value)" }
        list += "]"
        return list
    }

    /// Returns the time as text, because OpenTelemetry requires text for a 64-bit number in JSON.
    private func text(of time: TimelineTime) -> UTF8Text {
        "\"\(recording.wallClockAtZero + time.nanoseconds)\""
    }

    private func text(_ key: String, _ value: String) -> UTF8Text {
        attribute(key, #""stringValue": \#(json: value)"#)
    }

    private func number(_ key: String, _ value: Int) -> UTF8Text {
        attribute(key, #""intValue": "\#(value)""#)
    }

    private var unfinished: UTF8Text {
        attribute("request_group.unfinished", #""boolValue": true"#)
    }

    private func attribute(_ key: String, _ value: UTF8Text) -> UTF8Text {
        #"{"key": \#(json: key), "value": {\#(value)}}"#
    }
}

extension StringProtocol {
    fileprivate var knownMethod: String? {
        let known = [
            "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
        ]
        return known.first { $0 == self }
    }
}
