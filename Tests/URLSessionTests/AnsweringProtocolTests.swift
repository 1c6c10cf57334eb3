import Foundation
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Tasks whose answers are ready` {
    let server = StubServer()
    let stubs = RequestStubs()
    let answers = Journal<String>()

    private var session: InterceptingClient<URLSession> {
        server.session(RequestPipeline(stubs: stubs))
    }

    private func handler(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        let code = (error as? URLError).map { "\($0.code.rawValue)" }
        answers.append(code ?? String(decoding: data ?? Data(), as: UTF8.self))
    }

    @Test func `tasks of any wrapper are tasks of one session`() throws {
        stubs.answer(.any, with: .json("{}"))
        let tasks: [URLSessionDataTask] = try (0..<3).map { _ in
            session.dataTask(with: try server.url("a"), completionHandler: handler)
        }
        #expect(Set(tasks.map(\.taskIdentifier)).count == 3)
        for task in tasks { task.cancel() }
    }

    @Test func `a task without an answer fails`() async throws {
        let url = try server.url("a")
        AnsweringProtocol.session.dataTask(with: url, completionHandler: handler).resume()
        #expect(await answers.first(1) == ["\(URLError.Code.resourceUnavailable.rawValue)"])
    }

    @Test func `a suspended task gets its answer when it is resumed`() async throws {
        let clock = ManualClock()
        let stubs = RequestStubs(clock: clock)
        stubs.answer(.any, with: .json("{}").delayed(by: .seconds(1)))
        let session = server.session(RequestPipeline(stubs: stubs))
        let task: URLSessionDataTask = session.dataTask(
            with: try server.url("a"),
            completionHandler: handler
        )
        for _ in 0..<3 {
            task.resume()
            task.suspend()
        }
        task.resume()
        await clock.advanceWhenAsleep(by: .seconds(1))
        #expect(await answers.first(1) == ["{}"])
        #expect(answers.entries.count == 1)
    }

    @Test func `a task of another session that has the same identifier is another task`()
        async throws
    {
        stubs.answer(.any, with: .json("{}"))
        let answered: URLSessionDataTask = session.dataTask(
            with: try server.url("a"),
            completionHandler: handler
        )
        let (bare, url) = (server.session(), try server.url("b"))
        var other = bare.dataTask(with: url)
        while other.taskIdentifier < answered.taskIdentifier { other = bare.dataTask(with: url) }
        #expect(other.taskIdentifier == answered.taskIdentifier)
        AnsweringProtocol.abandon(other)
        answered.resume()
        #expect(await answers.first(1) == ["{}"])
    }

    // MARK: Where no protocol of ours is asked

    private func makeTaskThatFails() throws -> URLSessionDataTask {
        stubs.answer(.any, with: .json("{}"))
        // Nobody listens there.
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        let piped = PipedRequest(
            URLRequest(url: url),
            settings: InterceptionSettings { $0.pipeline = RequestPipeline(stubs: stubs) },
            scope: [],
            cache: nil,
            configuration: { .ephemeral }
        )
        piped.start()
        let bare = server.session()
        let find: @Sendable (PipedRequest) async -> ReadyAnswer? = {
            await $0.answerFound(in: InterceptedCall(), of: ObjectIdentifier(bare))
        }
        let answered = AnsweredRequest<Data>(piped, by: find, on: bare.delegateQueue, in: nil) {
            $0.handOver(handler)
        }
        return AnsweringProtocol.makeTask(
            for: answered,
            of: piped.request,
            in: URLSession(configuration: .ephemeral),
            signal: .failure
        ) {
            $0.dataTask(with: $1, completionHandler: $2)
        }
    }

    @Test func `a task that cannot load gets its answer when it fails`() async throws {
        let task = try makeTaskThatFails()
        #expect(task.originalRequest?.cachePolicy == .returnCacheDataDontLoad)
        #expect(answers.entries.isEmpty)
        task.resume()
        #expect(await answers.first(1) == ["{}"])
    }

    @Test func `a cancelled task that cannot load gets no answer`() async throws {
        let task = try makeTaskThatFails()
        task.cancel()
        #expect(await answers.first(1) == ["\(URLError.Code.cancelled.rawValue)"])
        #expect(answers.entries.count == 1)
    }
}
