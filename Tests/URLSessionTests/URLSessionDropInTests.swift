@testable import Interception
@testable import InterceptionTestSupport

// Protocols with which apps replace their sessions in tests. The wrapper has to conform to them.

private protocol TaskMaking {
    func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask
    func dataTask(with url: URL) -> URLSessionDataTask
}

private protocol Loading {
    func data(for request: URLRequest) async throws -> (Data, URLResponse)
    func data(from url: URL) async throws -> (Data, URLResponse)
    func upload(for request: URLRequest, from bodyData: Data) async throws -> (Data, URLResponse)
    func download(from url: URL) async throws -> (URL, URLResponse)
    func data(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse)
}

private protocol SessionDescribing {
    var configuration: URLSessionConfiguration { get }
    var delegate: (any URLSessionDelegate)? { get }
    var delegateQueue: OperationQueue { get }
    var sessionDescription: String? { get nonmutating set }
    func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void)
    func finishTasksAndInvalidate()
}

extension URLSession: TaskMaking, SessionDescribing {}
extension InterceptingClient<URLSession>: TaskMaking, Loading, SessionDescribing {}

@Suite(.timeLimit(.ordinary)) struct `A wrapped URLSession in place of a bare URLSession` {
    let server = StubServer(isAnswering: true)

    @Test func `a wrapped session can replace a session behind a protocol`() async throws {
        let session = InterceptingClient(server.session())
        let (makes, loads): (any TaskMaking, any Loading) = (session, session)
        let answers = Journal<Data?>()
        let group = try await completedGroup { _ in
            let request = URLRequest(url: try server.url("task"))
            makes.dataTask(with: request) { data, _, _ in answers.append(data) }.resume()
            answers.append(try await loads.data(from: server.url("from")).0)
            answers.append(try await loads.data(for: request, delegate: nil).0)
        }
        #expect(group.progress == GroupProgress(finished: 3, total: 3))
        #expect(Set(answers.entries) == [Data("task".utf8), Data("from".utf8)])
    }

    #if canImport(FoundationNetworking)
    // On Apple's platforms a subclass does not inherit the initializer that takes a configuration.
    @Test func `a wrapped subclass has the members of a wrapped URLSession`() async throws {
        final class Session: URLSession, @unchecked Sendable {}
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubURLProtocol.self]
        let session: InterceptingClient<Session> = InterceptingClient(
            Session(configuration: configuration)
        )
        let group = try await completedGroup { _ in
            session.dataTask(with: try server.url("a")) { _, _, _ in }.resume()
            session.dataTask(with: try server.url("b")).resume()
            _ = try await session.data(from: try server.url("c"))
        }
        #expect(group.progress == GroupProgress(finished: 3, total: 3))
        #expect(session.delegateQueue === session.base.delegateQueue)
        #expect(session.reservation != nil, "A plan reserves its tasks in the session.")
    }
    #endif

    @Test func `the wrapper keeps the main document URL of a request (I1)`() async throws {
        let delegate = DataDelegateRecorder(context: {
            $0.originalRequest?.mainDocumentURL?.absoluteString ?? "none"
        })
        var request = URLRequest(url: try server.url("a"))
        request.mainDocumentURL = try server.url("main")
        let session = InterceptingClient(server.session())
        _ = try await session.data(for: request, delegate: delegate)
        let context = try server.url("main").absoluteString
        #expect(await delegate.calls.waitForFirst(1) == ["response 200 of a in \(context)"])
    }
}
