/// The kind of wrapper to generate.
enum Shape {
    // An extension of `InterceptingClient`, for instances of the client or for its static members; a new class that
    // conforms to the client's protocol; or a subclass that overrides the methods that issue requests.
    case `extension`, conformance, subclass
}
