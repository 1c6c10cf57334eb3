/// What a trace goes on from: a span of somebody else, as the header `traceparent` of W3C names it.
///
/// ```swift
/// // A server that asks other servers goes on with the trace of whoever asks it.
/// if let parent = TraceParent(header) { options.append(.traceParent(parent)) }
/// ```
public struct TraceParent: Hashable, Sendable, CustomStringConvertible {
    /// The trace.
    public let traceID: TraceID
    /// The span in it that asks.
    public let spanID: SpanID
    /// Whether whoever asks may have recorded its span.
    public let isSampled: Bool
    /// What the header `tracestate` says besides; it is passed on as it is.
    public let state: String?

    /// Makes the parent from its parts.
    public init(traceID: TraceID, spanID: SpanID, isSampled: Bool = true, state: String? = nil) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state.flatMap { $0.isFieldValue ? $0 : nil }
    }

    /// Reads the value of a header `traceparent`.
    ///
    /// Of a later version of the specification the parts are read that the first one has, as it demands.
    ///
    /// - Parameters:
    ///   - header: the value; `nil` is returned if the specification calls it invalid.
    ///   - state: the value of the header `tracestate`, if it was given one.
    public init?(_ header: String, state: String? = nil) {
        let bytes = Array(header.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = Hexadecimal.number(bytes[..<2], as: UInt8.self), version != 0xFF,
            // The first version has nothing more; in later ones more follows a dash.
            bytes.count == 55 || version > 0 && bytes[55] == dash,
            let high = Hexadecimal.number(bytes[3..<19], as: UInt64.self),
            let low = Hexadecimal.number(bytes[19..<35], as: UInt64.self),
            let traceID = TraceID(high: high, low: low),
            let spanID = Hexadecimal.number(bytes[36..<52], as: UInt64.self)
                .flatMap(SpanID.init(rawValue:)),
            let flags = Hexadecimal.number(bytes[53..<55], as: UInt8.self)
        else { return nil }
        self.init(traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1, state: state)
    }

    /// The value of the header `traceparent`, in the first version of the specification.
    public var header: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// The value of the header `traceparent`.
    public var description: String { header }
}

extension String {
    /// Whether it can be the value of a header field: it is not empty, and in one line of ASCII.
    package var isFieldValue: Bool {
        !isEmpty && utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 }
    }
}
