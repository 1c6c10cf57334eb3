import FlyingFox
import FlyingSocks
public import Foundation
import Synchronization

/// A real HTTP server, on a free port of this machine.
public struct PageServer: Sendable {
    /// Where the server is.
    public let baseURL: URL

    private let server: HTTPServer
    private let handler: PageHandler

    /// Starts a server, and returns when it listens.
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

    /// How many images were in flight at once, at most.
    public var imagePeak: Int {
        get async { await handler.images.peak }
    }

    /// How many requests have come so far.
    public var requestCount: Int {
        get async { await handler.arrivals.count }
    }

    /// What was served so far, in the order of the answers.
    public var served: [ServedRequest] { handler.served.withLock { $0 } }

    /// Stops the server, even if clients still wait for answers.
    public func stop() async {
        await server.stop()
    }
}
