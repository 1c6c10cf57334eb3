/// The server's span of an answered request.
public struct ServedRequest: Sendable {
    /// The method and the path.
    public let name: String
    /// The `traceparent` header of the request, if any.
    public let traceParent: String?
    /// The time from the request to the response.
    public let duration: Duration

    init(
        _ name: String,
        _ traceParent: String?,
        from start: ContinuousClock.Instant,
        to end: ContinuousClock.Instant
    ) {
        self.name = name
        self.traceParent = traceParent
        duration = end - start
    }
}
