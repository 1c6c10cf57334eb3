/// The payload of a request that is answered with a code alone.
///
/// ``ResponseEnvelope`` decodes it from any payload, and from none.
public struct NoPayload: Codable, Hashable, Sendable {
    /// Makes a payload that holds nothing.
    package init() {}

    /// Takes whatever is there.
    public init(from decoder: any Decoder) {}
}
