@testable import Interception

/// A server for a session that answers when the test says so, without a network.
final class StubServer: Sendable {
    private struct Entry { weak var server: StubServer? }

    private static let servers = Locked([String: Entry]())

    /// A unique host, which separates tests that run concurrently.
    let host = "\(UUID().uuidString.lowercased()).test"

    /// The paths of the requests that arrived, in order.
    let arrived = Journal<String>()
    let stopped = Journal<String>()

    private let waiting = Locked([StubURLProtocol]())
    private let sessions = Locked([URLSession]())
    private let isAnswering: Bool

    /// - Parameter isAnswering: whether to answer each request with its path at once.
    init(isAnswering: Bool = false) {
        self.isAnswering = isAnswering
        Self.servers.withLock { $0[host] = Entry(server: self) }
    }

    deinit {
        Self.servers.withLock { $0[host] = nil }
        // On Linux a session and a task that was never resumed retain each other. Invalidate asynchronously: it waits
        // for the queue of the session, on which this deinit may run. Respect reservations: a request that was
        // cancelled may be about to create its task, which ends the process if the session is invalid.
        for session in sessions.withLock({ $0 }) {
            session.afterEndsOfTasks { TaskReservation.invalidateAndCancel(session) }
        }
    }

    static func named(_ host: String?) -> StubServer? {
        servers.withLock { servers in host.flatMap { servers[$0]?.server } }
    }

    /// A session configuration that directs requests to stub servers.
    static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubURLProtocol.self]
        return configuration
    }

    func session() -> URLSession { ended(URLSession(configuration: Self.configuration)) }

    func session(
        delegate: (any URLSessionDelegate)?,
        settings: InterceptionSettings = InterceptionSettings(),
        pipeline: RequestPipeline? = nil,
        statusCheck: HTTPStatusCheck? = nil
    ) -> InterceptingClient<URLSession> {
        let session = InterceptingClient(
            configuration: Self.configuration,
            delegate: delegate,
            delegateQueue: nil,
            settings: settings,
            pipeline: pipeline,
            statusCheck: statusCheck
        )
        _ = ended(session.base)
        return session
    }

    func session(
        _ pipeline: RequestPipeline,
        _ check: HTTPStatusCheck? = nil
    ) -> InterceptingClient<URLSession> {
        session(delegate: nil, pipeline: pipeline, statusCheck: check)
    }

    /// A wrapper of a session whose delegate is not wrapped.
    func foreignSession(
        delegate: any URLSessionDelegate,
        settings: InterceptionSettings = InterceptionSettings(),
        pipeline: RequestPipeline? = nil
    ) -> InterceptingClient<URLSession> {
        let session = URLSession(
            configuration: Self.configuration,
            delegate: delegate,
            delegateQueue: nil
        )
        return InterceptingClient(ended(session), settings: settings, pipeline: pipeline)
    }

    /// Returns the session, which is invalidated after the test.
    func ended(_ session: URLSession) -> URLSession {
        sessions.withLock { $0.append(session) }
        return session
    }

    func url(_ path: String) throws -> URL {
        try #require(URL(string: "http://\(host)/\(path)?token=secret#fragment"))
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

    func answer(
        _ path: String,
        with body: String = "ok",
        status: Int = 200,
        headers: [String: String] = [:]
    ) async throws {
        try await take(path).answer(Data(body.utf8), status: status, headers: headers)
    }

    func answerWithoutStatus(_ path: String) async throws {
        try await take(path).answerWithoutStatus()
    }

    func fail(_ path: String, afterStatus status: Int? = nil, with error: any Error) async throws {
        try await take(path).fail(error, afterStatus: status)
    }

    /// Waits for the request, and removes it.
    func take(
        _ path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StubURLProtocol {
        await arrived.waitFor(path, sourceLocation: sourceLocation)
        let request = waiting.withLock { waiting in
            waiting.firstIndex { Self.path(of: $0) == path }.map { waiting.remove(at: $0) }
        }
        return try #require(request, "“\(path)” is not waiting.", sourceLocation: sourceLocation)
    }

    private static func path(of request: URLProtocol) -> String {
        String(request.request.url?.path.dropFirst() ?? "")
    }
}
