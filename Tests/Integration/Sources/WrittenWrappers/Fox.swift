public import FlyingFox
import FlyingSocks

/// FlyingFox's client has one owner and no copy, and a wrapper keeps its client: so a class goes around it.
public final class Fox: Sendable {
    private let port: UInt16

    /// Sends its requests to this port of this machine.
    public init(port: UInt16) {
        self.port = port
    }

    /// Sends a request on a connection of its own.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var client = HTTPClient()
        return try await client.sendHTTPRequest(
            request,
            to: .inet(ip4: "127.0.0.1", port: port)
        )
    }
}
