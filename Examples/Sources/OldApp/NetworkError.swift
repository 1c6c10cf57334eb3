/// The errors that the client reports in addition to the errors of `URLSession`.
public enum NetworkError: Error, Equatable {
    /// The client had no base URL when the request was issued.
    case notConfigured
    /// The server answered with this HTTP status.
    case badStatus(Int)
    /// The server answered with a status below 400, but the body contains an error.
    case rejected
}
