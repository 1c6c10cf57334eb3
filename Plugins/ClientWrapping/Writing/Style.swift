/// What kind of wrapper is written, and how.
struct Style: Equatable {
    enum Shape: Equatable {
        /// An extension of `InterceptingClient`, for the client or for its type.
        case `extension`
        /// A class of its own that conforms to the protocol.
        case conformance
        /// A subclass that overrides what issues requests.
        case subclass
    }

    var shape = Shape.extension
    var accessLevel = AccessLevel.internal
    var isInModuleOfClient = true
    var importsPreconcurrency = false
    /// How long a line may be.
    var width = 100

    /// What the calls go to.
    var receiver: String { shape == .subclass ? "super" : "base" }
}
