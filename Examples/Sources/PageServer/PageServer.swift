import FlyingFox
import FlyingSocks
public import Foundation
import Synchronization

/// A real HTTP server on a free port of this machine.
public struct PageServer: Sendable {
    /// The URL of the server.
    public let baseURL: URL

    private let server: HTTPServer
    private let handler: PageHandler

    /// Starts a server, and returns when the server listens.
    public static func start() async throws -> PageServer {
        let handler = PageHandler()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0),
            timeout: 3600,
            logger: .disabled,
            handler: handler
        )
        Task { try await server.run() }
        try await server.waitUntilListening()
        guard
            case .ip4(let host, let port) = await server.listeningAddress,
            let baseURL = URL(string: "http://\(host):\(port)")
        else { throw URLError(.cannotFindHost) }
        return PageServer(baseURL: baseURL, server: server, handler: handler)
    }

    /// The highest number of image requests in flight at once.
    public var imagePeak: Int {
        get async { await handler.images.peak }
    }

    /// The number of requests received so far.
    public var requestCount: Int {
        get async { await handler.arrivals.count }
    }

    /// The requests answered so far, in the order of the responses.
    public var served: [ServedRequest] { handler.served.withLock { $0 } }

    /// Stops the server, even if clients still wait for responses.
    public func stop() async {
        await server.stop()
    }
}
