/// The error of a failed request whose client reports no error.
///
/// A hint for `wrap-client` can use this error: `done: callback { ok in ok ? nil : UnexplainedFailureError() }`.
public struct UnexplainedFailureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// A sentence that describes the failure.
    public var description: String { "the client reported neither success nor an error" }
}
