/// The kind of wrapper to generate, and the format of the source text.
struct Style: Equatable {
    enum Shape: Equatable {
        /// An extension of `InterceptingClient`, for instances of the client or for its static members.
        case `extension`
        /// A new class that conforms to the client's protocol.
        case conformance
        /// A subclass that overrides the methods that issue requests.
        case subclass
    }

    var shape = Shape.extension
    var accessLevel = AccessLevel.internal
    var isInModuleOfClient = true
    var importsPreconcurrency = false

    /// The expression for the wrapped client.
    var receiver: String { shape == .subclass ? "super" : "base" }
}
