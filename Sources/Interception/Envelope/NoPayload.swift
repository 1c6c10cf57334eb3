/// The payload of a response that has none.
///
/// ``ResponseEnvelope`` decodes it from any payload, and from a missing one.
public struct NoPayload: Codable, Hashable, Sendable {
    package init() {}

    /// Ignores the decoder's content.
    public init(from decoder: any Decoder) {}
}
