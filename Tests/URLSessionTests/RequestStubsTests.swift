import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Stubs of a wrapped URLSession` {
    let stubs = RequestStubs()
    let session: InterceptingClient<URLSession>

    init() {
        session = InterceptingClient(
            URLSession(configuration: .ephemeral),
            pipeline: RequestPipeline(stubs: stubs)
        )
    }

    func request(_ path: String, _ method: String = "GET") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://api.test/\(path)")))
        request.httpMethod = method
        return request
    }

    func body(_ path: String) async throws -> String {
        String(decoding: try await session.data(for: request(path)).0, as: UTF8.self)
    }

    // MARK: What is answered

    @Test func `a stub determines data, status and header fields`() async throws {
        stubs.answer(.any, with: .data(Data("ok".utf8), status: 418, headers: ["X-Kind": "tea"]))
        let (data, response) = try await session.data(for: request("feed"))
        let http = try #require(response as? HTTPURLResponse)
        #expect(data == Data("ok".utf8))
        #expect(http.statusCode == 418)
        #expect(http.value(forHTTPHeaderField: "X-Kind") == "tea")
        #expect(http.value(forHTTPHeaderField: "Content-Length") == "2")
        #expect(http.url == URL(string: "https://api.test/feed"))
    }

    @Test(arguments: ["Content-Type", "content-type", "CONTENT-TYPE"])
    func `a header field of a stub replaces the default field in any case`(
        name: String
    ) async throws {
        let headers = [name: "application/problem+json", name.lowercased() + "-2": "x"]
        stubs.answer(.any, with: .json("{}", headers: headers))
        let (_, response) = try await session.data(for: request("feed"))
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.value(forHTTPHeaderField: "Content-Type") == "application/problem+json")
        #expect(http.allHeaderFields.count == 3)
    }

    @Test func `JSON is sent as JSON, from text and from a value`() async throws {
        stubs.answer(.get("/text"), with: .json(#"{"id": 7}"#))
        stubs.answer(.get("/value"), with: .json(encoding: ["id": 7]))
        #expect(try await body("text") == #"{"id": 7}"#)
        #expect(try await body("value") == #"{"id":7}"#)
        let (_, response) = try await session.data(for: request("value"))
        let type = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        #expect(type == "application/json")
    }

    @Test func `a file is read when the request is sent, and a missing one fails it`()
        async throws
    {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        stubs.answer(.any, with: .file(file))
        await #expect(throws: CocoaError.self) { try await body("feed") }
        try Data("from a file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await body("feed") == "from a file")
    }

    @Test func `the answers of a stub are used in sequence, and the last is repeated`() async throws
    {
        stubs.answer(.any, with: .json("1"), .json("2"), .json("3"))
        var bodies: [String] = []
        for _ in 1...5 { bodies.append(try await body("feed")) }
        #expect(bodies == ["1", "2", "3", "3", "3"])
    }

    @Test func `an error is the one of the stub`() async throws {
        stubs.answer(.any, with: .failure(ClientError("offline")))
        await #expect(throws: ClientError("offline")) { try await body("feed") }
        let errors = Journal<String>()
        session.dataTask(with: try request("feed")) { data, response, error in
            let reason = (error as? ClientError)?.reason
            errors.append("\(data == nil) \(response == nil) \(reason ?? "none")")
        }
        .resume()
        #expect(await errors.first(1) == ["true true offline"])
    }

    @Test func `a HEAD gets no body`() async throws {
        stubs.answer(.any, with: .json("{}"))
        #expect(try await session.data(for: request("feed", "HEAD")).0.isEmpty)
    }

    // MARK: When

    @Test func `a delayed answer arrives after its delay`() async throws {
        let clock = ManualClock()
        let stubs = RequestStubs(clock: clock)
        stubs.answer(.any, with: .json("late").delayed(by: .seconds(3)))
        let answers = Journal<String>()
        try withRequestStubs(stubs) {
            session.dataTask(with: try request("feed")) { data, _, _ in
                answers.append(String(decoding: data ?? Data(), as: UTF8.self))
            }
            .resume()
        }
        await clock.asleep()
        #expect(answers.entries.isEmpty)
        clock.advance(by: .seconds(3))
        #expect(await answers.first(1) == ["late"])
    }

    @Test func `a delayed answer can be cancelled, in every form`() async throws {
        let clock = ManualClock()
        let stubs = RequestStubs(clock: clock)
        stubs.answer(.any, with: .json("late").delayed(by: .seconds(3)))
        let codes = Journal<URLError.Code?>()
        try await withRequestStubs(stubs) {
            let task = session.dataTask(with: try request("feed")) { _, _, error in
                codes.append((error as? URLError)?.code)
            }
            task.resume()
            await clock.asleep()
            task.cancel()
            #expect(await codes.first(1) == [.cancelled])

            let awaiting = Task { [self] in try await body("feed") }
            awaiting.cancel()
            let error = await #expect(throws: URLError.self) { try await awaiting.value }
            #expect(error?.code == .cancelled)
        }
    }

    // MARK: Which

    @Test func `the last added of several matching stubs answers`() async throws {
        stubs.answer(.any, with: .json("any"))
        stubs.answer(.get("/feed"), with: .json("feed"))
        #expect(try await body("feed") == "feed")
        #expect(try await body("other") == "any")
    }

    @Test func `a request without a stub fails with an error that names it without its query`()
        async throws
    {
        stubs.answer(.get("/feed"), with: .json("feed"))
        let failure = UnstubbedRequestError(label: "POST api.test/feed")
        await #expect(throws: failure) {
            try await session.data(for: request("feed?token=secret", "POST"))
        }
        #expect("\(failure)".hasPrefix("POST api.test/feed: no stub matches"))
    }

    @Test func `every request can be read back, with the body of an upload`() async throws {
        stubs.answer(.get(), with: .json("{}"))
        _ = try await session.data(for: request("a?page=2"))
        _ = try? await session.upload(for: request("b", "PUT"), from: Data("body".utf8))
        #expect(
            stubs.requests.map(\.url?.absoluteString).map { $0 ?? "" } == [
                "https://api.test/a?page=2", "https://api.test/b",
            ]
        )
        #expect(stubs.requests.map(\.httpMethod) == ["GET", "PUT"])
        #expect(stubs.requests[1].httpBody == Data("body".utf8))
    }

    @Test func `a request that no stub answers is sent`() async throws {
        let server = StubServer()
        let session = server.session(
            delegate: nil,
            pipeline: RequestPipeline(stubs: RequestStubs(passesThrough: true))
        )
        async let answer = session.data(from: server.url("feed"))
        try await server.answer("feed", with: "from the server")
        #expect(try await answer.0 == Data("from the server".utf8))
    }

    @Test func `the closure of a match may read the stubs`() async throws {
        let match = RequestMatch { [weak stubs] _ in stubs?.requests.isEmpty == true }
        stubs.answer(match, with: .json("first"))
        #expect(try await body("feed") == "first")
    }
}
