/// What the server knows of a request that it has answered: its own span.
public struct ServedRequest: Sendable {
    /// Method and path.
    public let name: String
    /// The header that says which trace the request belongs to, if it came with one.
    public let traceParent: String?
    /// How long the answer took.
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
