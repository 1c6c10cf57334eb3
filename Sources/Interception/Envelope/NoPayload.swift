/// The payload type for responses without a payload.
///
/// For this type, ``ResponseEnvelope`` ignores the payload, which may also be missing.
public struct NoPayload: Codable, Hashable, Sendable {
    package init() {}

    /// Ignores the decoder's content.
    public init(from decoder: any Decoder) {}
}
