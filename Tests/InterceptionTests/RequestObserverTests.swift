import Foundation
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Observers of a wrapped URLSession` {
    let server = StubServer()
    let steps = Journal<String>()

    @Test func `observers are notified of start and end of every request, grouped or not (O2)`()
        async throws
    {
        let observer = RequestLog(steps)
        let session = server.session(RequestPipeline(observers: [observer]), .successful)
        let task = session.dataTask(with: try server.url("a")) { [steps] _, _, _ in
            steps.append("handler")
        }
        #expect(steps.entries.isEmpty)
        task.resume()
        task.resume()
        try await server.answer("a", status: 404)
        _ = await steps.first(3)
        async let answer = session.data(from: server.url("b"))
        try await server.fail("b", with: URLError(.timedOut))
        _ = try? await answer
        let label = "GET \(server.host)"
        #expect(
            steps.entries == [
                "started \(label)/a", "handler",
                "finished \(label)/a: HTTPStatusError(statusCode: 404), network",
                "started \(label)/b", "finished \(label)/b: URLError, network",
            ]
        )
    }

    @Test func `an awaited download whose file cannot be moved notifies observers of a failure`()
        async throws
    {
        let observer = RequestLog(steps)
        let session = server.session(RequestPipeline(observers: [observer]))
        let request = URLRequest(url: try server.url("a"))
        let answer = Task {
            try await session.reply(
                to: DataForm(source: .request(request)),
                nil,
                keeping: { _ in throw ClientError("no room") }
            )
        }
        try await server.answer("a")
        await #expect(throws: ClientError("no room")) { _ = try await answer.value }
        #expect(steps.entries.last == "finished GET \(server.host)/a: ClientError, network")
        withExtendedLifetime(observer) {}
    }

    @Test func `an observer is notified before the request leaves, also of a task of the session`()
        async throws
    {
        final class GroupLog: RequestObserver {
            let places = Journal<[String]?>()
            func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) {
                places.append(RequestGroup.current?.outstanding)
            }
        }
        let observer = GroupLog()
        let session = server.session(RequestPipeline(observers: [observer]))
        let url = try server.url("a")
        try await withRequestGroup {
            let own: URLSessionDataTask = session.dataTask(with: url) { _, _, _ in }
            own.resume()
            try await server.answer("a")
            _ = await observer.places.first(1)
        }
        #expect(observer.places.entries == [["GET \(server.host)/a"]])
    }

    @Test func `equal requests are distinguished`() async throws {
        let observer = IDLog()
        let stubs = RequestStubs()
        stubs.answer(.any, with: .status(200))
        let session = server.session(RequestPipeline(stubs: stubs, observers: [observer]))
        for _ in 0..<2 { _ = try await session.data(from: server.url("a")) }
        let ids = observer.ids.entries
        #expect(ids.count == 4)
        #expect(ids[0] == ids[1] && ids[2] == ids[3] && ids[0] != ids[2])
    }

    @Test func `observers are notified of cancelling a started request only`() async throws {
        let observer = RequestLog(steps)
        let session = server.session(RequestPipeline(observers: [observer]))
        let handled = Journal<Void>()
        let idle = session.dataTask(with: try server.url("idle")) { _, _, _ in handled.append(()) }
        idle.cancel()
        _ = await handled.first(1)
        // The task counts as ended once its handler has returned.
        await drained(session.base.delegateQueue)
        idle.resume()
        #expect(steps.entries.isEmpty)
        let task = session.dataTask(with: try server.url("a")) { _, _, _ in }
        task.resume()
        await server.arrived.contains("a")
        task.cancel()
        let label = "GET \(server.host)/a"
        #expect(
            await steps.first(2) == ["started \(label)", "finished \(label): URLError, network"]
        )
    }

    @Test func `observers are held weakly, and can be added and removed`() async throws {
        var observer: RequestLog? = RequestLog(steps)
        weak var released: RequestLog?
        released = observer
        let pipeline = RequestPipeline(observers: [try #require(observer)])
        let session = server.session(pipeline)
        let other = RequestLog(steps)
        pipeline.addObserver(other)
        pipeline.addObserver(other)
        observer = nil
        #expect(released == nil)
        let answer = { (path: String) in
            async let answer = session.data(from: server.url(path))
            try await server.answer(path)
            _ = try await answer
        }
        try await answer("a")
        #expect(steps.entries.count == 2)
        pipeline.removeObserver(other)
        try await answer("b")
        #expect(steps.entries.count == 2)
    }

    @Test func `requests printed by observers have no query (O3)`() async throws {
        let url = try #require(URL(string: "https://a.test/feed?token=secret"))
        let seen = Journal<String>()
        let observer = DescriptionLog(seen)
        let stubs = RequestStubs()
        stubs.answer(.any, with: .json("secret"))
        let session = server.session(RequestPipeline(stubs: stubs, observers: [observer]))
        _ = try await session.data(from: url)
        #expect(seen.entries == ["GET a.test/feed", "HTTP status 200, 6 bytes, from the stub"])
        let failure = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        let outcome = RequestOutcome(result: .failure(failure), origin: .network)
        #expect("\(outcome)" == "failed: NSURLErrorDomain -1001")
        let answer = StubAnswer.json("secret", headers: ["Authorization": "secret"])
        #expect("\(answer)" == "HTTP status 200")
    }

    @Test func `losing the handler of a request notifies observers of its end`() async throws {
        let observer = RequestLog(steps)
        let request = URLRequest(url: try server.url("a"))
        var lost = RequestObservation(of: request, by: [WeakObserver(observer: observer)])
        lost?.start()
        lost = nil
        let label = "GET \(server.host)/a"
        #expect(
            steps.entries == ["started \(label)", "finished \(label): LostCallbackError, network"]
        )
    }
}

private final class IDLog: RequestObserver {
    let ids = Journal<SpanID>()

    func requestWillStart(_ request: ObservedRequest) { ids.append(request.identity.id) }

    func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) {
        ids.append(request.identity.id)
    }
}

private final class DescriptionLog: RequestObserver {
    private let seen: Journal<String>

    init(_ seen: Journal<String>) {
        self.seen = seen
    }

    func request(_ request: ObservedRequest, didFinishWith outcome: RequestOutcome) {
        seen.append("\(request)")
        seen.append("\(outcome)")
    }
}
