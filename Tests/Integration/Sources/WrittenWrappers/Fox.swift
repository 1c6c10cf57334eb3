public import FlyingFox
import FlyingSocks

/// A class around FlyingFox's client, which is not copyable, whereas a wrapper stores its client.
public final class Fox: Sendable {
    private let port: UInt16

    /// Creates a client that sends its requests to this port of localhost.
    public init(port: UInt16) {
        self.port = port
    }

    /// Sends a request on a new connection.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var client = HTTPClient()
        return try await client.sendHTTPRequest(
            request,
            to: .inet(ip4: "127.0.0.1", port: port)
        )
    }
}
