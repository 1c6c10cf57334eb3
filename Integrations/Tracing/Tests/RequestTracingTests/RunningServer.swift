import Hummingbird

/// A server on a free port of this machine, until it is stopped.
struct RunningServer: Sendable {
    let port: Int
    private let running: Task<Void, any Error>

    /// Starts a server with these routes, and returns when it listens.
    init(_ router: Router<BasicRequestContext>) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) }
        )
        running = Task.detached { try await application.run() }
        self.port = await ports.first { _ in true } ?? 0
    }

    /// Returns when the server has stopped, and all its spans have ended.
    func stop() async {
        running.cancel()
        _ = await running.result
    }
}
