/// A span from which a trace continues, as in the W3C header `traceparent`.
///
/// ```swift
/// // A server that calls other servers continues the trace of its own client.
/// if let parent = TraceParent(header) { options.append(.traceParent(parent)) }
/// ```
public struct TraceParent: Hashable, Sendable {
    /// The trace of the span.
    public let traceID: TraceID
    /// The span from which the trace continues.
    public let spanID: SpanID
    /// A Boolean value that indicates whether the span may have been recorded.
    package let isSampled: Bool
    /// The value of the header `tracestate`, which the library forwards unchanged.
    package let state: String?

    /// Creates the parent from its parts; ignores a `state` that is not valid as the value of a header.
    package init(traceID: TraceID, spanID: SpanID, isSampled: Bool = true, state: String? = nil) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state.flatMap { $0.isFieldValue ? $0 : nil }
    }

    /// Parses the value of a header `traceparent`; returns `nil` if it is invalid.
    ///
    /// If the header has a later version, only the parts of version 00 are read, as the specification requires.
    ///
    /// - Parameters:
    ///   - header: The value of the header.
    ///   - state: The value of the header `tracestate`, if there was one.
    public init?(_ header: String, state: String? = nil) {
        let dash = UInt8(ascii: "-")
        let parts = header.utf8.split(
            separator: dash,
            maxSplits: 4,
            omittingEmptySubsequences: false
        )
        guard parts.prefix(4).map(\.count) == [2, 32, 16, 2],
            let version = Hexadecimal.number(parts[0]), version != 0xFF,
            // Version 00 ends here; a later version may continue after a dash.
            parts.count == 4 || version > 0,
            let high = Hexadecimal.number(parts[1].prefix(16)),
            let low = Hexadecimal.number(parts[1].suffix(16)),
            let traceID = TraceID(high: high, low: low),
            let spanID = Hexadecimal.number(parts[2]).flatMap(SpanID.init(rawValue:)),
            let flags = Hexadecimal.number(parts[3])
        else { return nil }
        self.init(traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1, state: state)
    }

    /// The value of the header `traceparent`, in version 00.
    public var header: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
}

extension String {
    /// A Boolean value that indicates whether the string is valid in a header: one line of ASCII, not empty.
    package var isFieldValue: Bool {
        !isEmpty && utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 }
    }
}
