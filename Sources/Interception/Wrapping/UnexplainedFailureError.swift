import GroupContext

/// The error of a request whose failure callback was called with `nil` in place of an error.
public struct UnexplainedFailureError: Error, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline init() {}

    /// A sentence that describes the failure.
    public var description: String { "the client called the failure callback without an error" }
}

extension UnexplainedFailureError: DescribedInSummaries {}
