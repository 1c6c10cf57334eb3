/// What the client reports besides the errors of `URLSession`.
public enum NetworkError: Error, Equatable {
    /// A request was made before the client knew where the server is.
    case notConfigured
    /// The server answered with this HTTP status.
    case badStatus(Int)
    /// The server answered with status 200, and an error in the body.
    case rejected
}
