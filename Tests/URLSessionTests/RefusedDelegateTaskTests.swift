import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A task without a handler that the pipeline does not let go out.
@Suite(.timeLimit(.ordinary))
struct `Rejected tasks that report to a delegate` {
    /// Answers whatever it is asked, with `200`.
    let server = StubServer(isAnswering: true)

    private func session(
        _ delegate: DelegateRecorder,
        _ pipeline: RequestPipeline
    ) -> InterceptingClient<URLSession> {
        server.session(
            delegate: delegate,
            pipeline: pipeline
        )
    }

    private func make(
        _ form: IdleTaskForm,
        _ session: InterceptingClient<URLSession>,
        isOwn: Bool
    ) throws -> any StartableTask {
        let url = try server.url(form.path)
        return isOwn ? form.makeOwn(session, url) : form.make(session, url)
    }

    @Test(arguments: IdleTaskForm.sent, [true, false])
    func `the error of an adapter is reported to the delegate once, and nothing is sent (I3)`(
        form: IdleTaskForm,
        isOwn: Bool
    ) async throws {
        let delegate = DataAndDownloadDelegateRecorder()
        let refusing = PipelineAdapter { _, _ in throw ClientError("refused") }
        let session = session(delegate, RequestPipeline(adapters: [refusing]))
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            try make(form, session, isOwn: isOwn).resume()
            return group
        }
        .failures
        #expect(delegate.errors.entries.map { $0 as? ClientError } == [ClientError("refused")])
        #expect(delegate.told.entries == ["end of \(form) in page"])
        #expect(failures.map { $0.error as? ClientError } == [ClientError("refused")])
        #expect(failures.map(\.reason) == [.failed])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `outside any group the error of an adapter is reported to the delegate (I3)`(
        isOwn: Bool
    ) async throws {
        let delegate = DelegateRecorder()
        let refusing = PipelineAdapter { _, _ in throw ClientError("refused") }
        let session = session(delegate, RequestPipeline(adapters: [refusing]))
        try make(.dataForRequest, session, isOwn: isOwn).resume()
        #expect(
            await delegate.errors.first(1).map { $0 as? ClientError } == [ClientError("refused")]
        )
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a task that reports to a delegate is sent despite a cached response`(
        isOwn: Bool
    ) async throws {
        let delegate = DelegateRecorder()
        let session = session(delegate, RequestPipeline(cache: CacheFixture().cache()))
        let form = IdleTaskForm.dataForRequest
        _ = try await session.data(from: try server.url(form.path))
        try await withRequestGroup("page") {
            try make(form, session, isOwn: isOwn).resume()
        }
        #expect(delegate.told.entries.last == "end of \(form) in page")
        #expect(server.arrived.entries == [form.path, form.path])
    }

    @Test(arguments: [true, false])
    func `a stub that fails a request reports its error to the delegate`(isOwn: Bool) async throws {
        let delegate = DelegateRecorder()
        let stubs = RequestStubs()
        stubs.answer(.any, with: .failure(ClientError("refused")), .json("{}"))
        let session = session(delegate, RequestPipeline(stubs: stubs))
        _ = try await withRequestGroup("page", options: .tolerant) {
            try make(.dataForRequest, session, isOwn: isOwn).resume()
        }
        #expect(delegate.errors.entries.map { $0 as? ClientError } == [ClientError("refused")])
        #expect(stubs.requests.count == 1)
        _ = try await withRequestGroup("page", options: .tolerant) {
            try make(.dataForRequest, session, isOwn: isOwn).resume()
        }
        #expect(delegate.errors.entries.last is DelegateTaskError)
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false], [true, false])
    func `tasks that report to a delegate notify stubs, not observers`(
        isOwn: Bool,
        isMatched: Bool
    ) async throws {
        let (stubs, steps) = (RequestStubs(passesThrough: true), Journal<String>())
        if isMatched { stubs.answer(.any, with: .json("{}")) }
        let observer = RequestLog(steps)
        let pipeline = RequestPipeline(stubs: stubs, observers: [observer])
        let session = session(DelegateRecorder(), pipeline)
        _ = try await withRequestGroup("page", options: .tolerant) {
            try make(.dataForRequest, session, isOwn: isOwn).resume()
        }
        #expect(stubs.requests.count == 1)
        #expect(server.arrived.entries.count == (isMatched ? 0 : 1))
        #expect(steps.entries.isEmpty)
        withExtendedLifetime(observer) {}
    }

    @Test func `a rejected task cancelled before reports that it was cancelled`() async throws {
        let delegate = DelegateRecorder()
        let refusing = PipelineAdapter { _, _ in throw ClientError("refused") }
        let session = session(delegate, RequestPipeline(adapters: [refusing]))
        let task = try make(.dataForRequest, session, isOwn: false)
        task.cancel()
        let error = await delegate.errors.first(1).first as? URLError
        #expect(error?.code == .cancelled)
        task.resume()
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: IdleTaskForm.sent, [true, false])
    func `late requests of a cancelled group are not sent past the stubs`(
        form: IdleTaskForm,
        isOpenAround: Bool
    ) async throws {
        let delegate = DataAndDownloadDelegateRecorder()
        let session = session(delegate, RequestPipeline(stubs: RequestStubs()))
        let (url, gate) = (try server.url(form.path), Gate())
        func inner() async -> Task<Void, Never> {
            await withRequestGroupOutcome("inner", options: .tolerant) { group in
                group.cancel()
                return Task {
                    await gate.opened()
                    form.makeOwn(session, url).resume()
                    form.make(session, url).resume()
                }
            }
            .value
        }
        if isOpenAround {
            try await withRequestGroup("outer", options: .tolerant) {
                let late = await inner()
                gate.open()
                await late.value
            }
        } else {
            let late = await inner()
            gate.open()
            await late.value
        }
        #expect(await delegate.errors.first(2).allSatisfy { $0 is UnstubbedRequestError })
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: IdleTaskForm.sent, [true, false])
    func `a task of a cancelled group uses no stub, and reports the reason to its delegate (P2)`(
        form: IdleTaskForm,
        isOwn: Bool
    ) async throws {
        let (delegate, stubs) = (DataAndDownloadDelegateRecorder(), RequestStubs())
        stubs.answer(.any, with: .status(200))
        let session = session(delegate, RequestPipeline(stubs: stubs))
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            try make(form, session, isOwn: isOwn).resume()
        }
        #expect(await delegate.errors.first(1).map(\.urlCode) == [.cancelled])
        #expect(stubs.requests.isEmpty)
        #expect(server.arrived.entries.isEmpty)
    }

    // MARK: What a delegate issues

    @Test(arguments: [true, false], [true, false])
    func `a delegate issues in the scope of the stubs of its task`(
        isOwn: Bool,
        isGrouped: Bool
    ) async throws {
        let retried = Journal<String>()
        let client = Locked<InterceptingClient<URLSession>?>(nil)
        let url = try server.url("again")
        let delegate = DelegateRecorder { task in
            guard task.originalRequest?.url?.path != "/again" else { return }
            client.withLock { $0 }?.dataTask(with: url) { _, _, error in
                retried.append(error.map { "\(type(of: $0))" } ?? "sent")
            }
            .resume()
        }
        let session = server.session(delegate: delegate)
        client.withLock { $0 = session }
        await withRequestStubs(RequestStubs()) {
            if isGrouped {
                try? await withRequestGroup {
                    try make(.dataForRequest, session, isOwn: isOwn).resume()
                }
            } else {
                try? make(.dataForRequest, session, isOwn: isOwn).resume()
            }
        }
        #expect(await retried.first(1) == ["UnstubbedRequestError"])
        #expect(server.arrived.entries.isEmpty)
    }
}
