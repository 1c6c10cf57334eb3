import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What answers the requests of a session, when the test says so; no network is used.
final class StubServer: Sendable {
    private struct Entry {
        weak var server: StubServer?
    }

    private static let servers = Locked([String: Entry]())

    /// A host of its own keeps tests that run at once apart.
    let host = "\(UUID().uuidString.lowercased()).test"

    /// The paths of the requests that arrived, and of those that were stopped, in order.
    let arrived = Journal<String>()
    let stopped = Journal<String>()

    private let waiting = Locked([StubURLProtocol]())
    private let sessions = Locked([URLSession]())
    private let isAnswering: Bool

    /// - Parameter isAnswering: whether each request gets its path as an answer at once.
    init(isAnswering: Bool = false) {
        self.isAnswering = isAnswering
        Self.servers.withLock { $0[host] = Entry(server: self) }
    }

    deinit {
        Self.servers.withLock { $0[host] = nil }
        // On Linux a session and a task that was never resumed keep each other for ever. Invalidating
        // waits for the queue of the session, and the last one to let go of a server may be running on it.
        let sessions = sessions.withLock { $0 }
        DispatchQueue.global().async {
            for session in sessions { session.invalidateAndCancel() }
        }
    }

    static func named(_ host: String?) -> StubServer? {
        servers.withLock { servers in host.flatMap { servers[$0]?.server } }
    }

    /// What makes a session ask this server.
    static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubURLProtocol.self]
        return configuration
    }

    func session() -> URLSession {
        ended(URLSession(configuration: Self.configuration))
    }

    /// A wrapped session with a delegate.
    func session(
        delegate: (any URLSessionDelegate)?,
        settings: SessionSettings = SessionSettings()
    ) -> InterceptingClient<URLSession> {
        let session = InterceptingClient(
            configuration: Self.configuration,
            delegate: delegate,
            delegateQueue: nil,
            settings: settings
        )
        _ = ended(session.base)
        return session
    }

    /// A wrapped session with a pipeline.
    func session(
        _ pipeline: RequestPipeline,
        _ check: HTTPStatusCheck? = nil
    ) -> InterceptingClient<URLSession> {
        session(
            delegate: nil,
            settings: SessionSettings {
                $0.statusCheck = check
                $0.pipeline = pipeline
            }
        )
    }

    /// A session that is invalidated when the test is over.
    func ended(_ session: URLSession) -> URLSession {
        sessions.withLock { $0.append(session) }
        return session
    }

    func url(_ path: String) throws -> URL { try url(path, user: "") }

    func url(_ path: String, user: String) throws -> URL {
        try #require(URL(string: "http://\(user)\(host)/\(path)?token=secret#fragment"))
    }

    func begin(_ request: StubURLProtocol) {
        if !isAnswering { waiting.withLock { $0.append(request) } }
        arrived.append(Self.path(of: request))
        if isAnswering { request.answer(Data(Self.path(of: request).utf8), status: 200) }
    }

    func stop(_ request: StubURLProtocol) {
        stopped.append(Self.path(of: request))
        waiting.withLock { waiting in waiting.removeAll { $0 === request } }
    }

    /// Answers a request as soon as it has arrived.
    func answer(
        _ path: String,
        with body: String = "ok",
        status: Int = 200,
        headers: [String: String] = [:]
    ) async throws {
        try await take(path).answer(Data(body.utf8), status: status, headers: headers)
    }

    /// Answers with a response that is not one of HTTP.
    func answerWithoutStatus(_ path: String) async throws {
        try await take(path).answerWithoutStatus()
    }

    /// Sends a response, and then fails.
    func fail(_ path: String, afterStatus status: Int, with error: any Error) async throws {
        try await take(path).fail(error, afterStatus: status)
    }

    func fail(_ path: String, with error: any Error) async throws {
        try await take(path).fail(error)
    }

    private func take(_ path: String) async throws -> StubURLProtocol {
        await arrived.contains(path)
        let request = waiting.withLock { waiting in
            waiting.firstIndex { Self.path(of: $0) == path }.map { waiting.remove(at: $0) }
        }
        return try #require(request, "“\(path)” is not waiting.")
    }

    private static func path(of request: URLProtocol) -> String {
        String(request.request.url?.path.dropFirst() ?? "")
    }
}
