import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What is stubbed ends as what a server has answered.
extension `Stubs of a wrapped URLSession` {
    @Test(arguments: TaskMethod.sent, [true, false])
    func `every task with a handler is answered, in its group and on the queue of its session (M1)`(
        form: TaskMethod,
        isOwn: Bool
    ) async throws {
        stubs.answer(.any, with: .json("stubbed", status: 201))
        let (answers, recorder) = (Journal<String>(), EventRecorder())
        let url = try #require(URL(string: "https://api.test/\(form.path)"))
        try await withRequestGroup("page", options: .observer(recorder)) {
            let task =
                isOwn
                ? form.makeOwn(session, url, answers) : form.make(session, url, answers)
            task.resume()
        }
        #expect(answers.entries == ["stubbed 201 in page"])
        let label = "\(form.path.hasPrefix("upload") ? "POST" : "GET") api.test/\(form.path)"
        #expect(recorder.lines == ["opened", "entered \(label)", "left \(label)", "completed"])
    }

    @Test func `handlers are called on the delegate queue of the wrapped session (I1)`()
        async throws
    {
        let queue = OperationQueue()
        queue.name = "handlers"
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: nil,
            delegateQueue: queue,
            pipeline: RequestPipeline(stubs: stubs)
        )
        stubs.answer(.any, with: .json("{}"))
        let names = Journal<String?>()
        let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { _, _, _ in
            names.append(OperationQueue.current?.name)
        }
        session.dataTask(with: try request("feed"), completionHandler: handler).resume()
        session.dataTask(with: try request("feed"), completionHandler: handler).cancel()
        #expect(await names.first(2) == ["handlers", "handlers"])
    }

    @Test func `the file of a stubbed download lives as long as its handler runs`() async throws {
        stubs.answer(.any, with: .json("{}"))
        let files = Journal<URL?>()
        try await withRequestGroup {
            session.downloadTask(with: try request("file")) { file, _, _ in
                #expect(file.map { FileManager.default.fileExists(atPath: $0.path) } == true)
                files.append(file)
            }
            .resume()
        }
        let path = try #require(files.entries.first??.path)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a task that is cancelled already gets no answer, however ready it is (P2)`()
        async throws
    {
        stubs.answer(.any, with: .json("{}"))
        let isCancelled = Gate()
        let answer = Task { [self] in
            await isCancelled.opened()
            return try await body("feed")
        }
        answer.cancel()
        isCancelled.open()
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `a stubbed task can be read, suspended, cancelled and released`() async throws {
        stubs.answer(.any, with: .json("{}"))
        let answers = Journal<String>()
        let task = session.dataTask(with: try request("feed?x=1")) { _, _, error in
            answers.append((error as? URLError)?.code == .cancelled ? "cancelled" : "answered")
        }
        #expect(task.originalRequest?.url?.query == "x=1")
        #expect(task.state == .suspended)
        task.cancel()
        #expect(await answers.first(1) == ["cancelled"])
        _ = session.dataTask(with: try request("dropped")) { _, _, _ in answers.append("dropped") }
        #expect(answers.entries == ["cancelled"])
    }

    @Test func `a task that reports to a delegate fails where a stub would answer`() async throws {
        let delegate = DelegateRecorder()
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: delegate,
            delegateQueue: nil,
            pipeline: RequestPipeline(stubs: stubs)
        )
        stubs.answer(.any, with: .json("{}"))
        let failures = try await withRequestGroup(options: .tolerant) { group in
            session.dataTask(with: try request("feed")).resume()
            return group
        }
        .failures
        #expect(failures.count == 1)
        let label = "GET api.test/feed"
        #expect(failures.first?.label == label)
        let expected = DelegateTaskError(.stub, label: label)
        #expect(failures.first?.error as? DelegateTaskError == expected)
        session.invalidateAndCancel()
    }

    @Test(arguments: [401, 407, 302, 304, 500])
    func `every status is answered, also those that a session handles`(
        status: Int
    ) async throws {
        let headers = ["WWW-Authenticate": "Basic realm=\"x\"", "Location": "/elsewhere"]
        stubs.answer(.any, with: .json("{}", status: status, headers: headers))
        let answers = Journal<String>()
        try await withRequestGroup {
            TaskMethod.dataForURL.make(session, try #require(request("feed").url), answers).resume()
        }
        #expect(answers.entries.map { $0.prefix(6) } == ["{} \(status)"])
    }

    @Test func `cancelling a stubbed task while it is answered ends it once`() async throws {
        let clock = ManualClock()
        let stubs = RequestStubs(clock: clock)
        stubs.answer(.get("/later"), with: .json("{}").delayed(by: .seconds(1)))
        stubs.answer(.get("/now"), with: .json("{}"))
        let ends = Journal<Int>()
        try await withRequestStubs(stubs) {
            try await withRequestGroup(options: .tolerant) {
                for index in 0..<400 {
                    let path = index.isMultiple(of: 2) ? "later" : "now"
                    let task = session.dataTask(with: try request(path)) { _, _, _ in
                        ends.append(index)
                    }
                    task.resume()
                    task.resume()
                    if !index.isMultiple(of: 3) { DispatchQueue.global().async { task.cancel() } }
                    if index.isMultiple(of: 5) { clock.advance(by: .seconds(1)) }
                }
                while ends.entries.count < 400, !Task.isCancelled {
                    clock.advance(by: .seconds(1))
                    await Task.yield()
                }
            }
        }
        #expect(ends.entries.sorted() == Array(0..<400))
    }

    @Test func `a released stubbed task leaves nothing behind`() async throws {
        stubs.answer(.any, with: .json("{}"))
        final class Token: Sendable {}
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            _ = session.dataTask(with: try request("feed")) { _, _, _ in
                withExtendedLifetime(token) { _ = Issue.record("A dropped task was answered.") }
            }
        }
        while kept != nil, !Task.isCancelled { await Task.yield() }
        #expect(kept == nil)
    }

    @Test func `many stubbed requests at once are each answered once`() async throws {
        stubs.answer(.any, with: .json("{}"))
        let answers = Journal<Int>()
        try await withRequestGroup {
            for index in 0..<300 {
                let task = session.dataTask(with: try request("\(index)")) { _, _, _ in
                    answers.append(index)
                }
                task.resume()
            }
        }
        #expect(answers.entries.sorted() == Array(0..<300))
        #expect(stubs.requests.count == 300)
    }
}
