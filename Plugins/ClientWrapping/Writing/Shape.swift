/// The kind of wrapper to generate.
///
/// - `extension`: an extension of `InterceptingClient`, for instances of the client or for its static members.
/// - `conformance`: a new class that conforms to the client's protocol.
/// - `subclass`: a subclass that overrides the methods that issue requests.
enum Shape {
    case `extension`, conformance, subclass
}
