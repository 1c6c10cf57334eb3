/// The kind of wrapper to generate.
enum Shape {
    /// An extension of `InterceptingClient`, for instances of the client or for its static members.
    case `extension`
    /// A new class that conforms to the client's protocol.
    case conformance
    /// A subclass that overrides the methods that issue requests.
    case subclass
}
