import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Tasks of the session itself` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() {
        session = InterceptingClient(server.session())
    }

    @Test(arguments: TaskMethod.stubbed, OwnSpelling.allCases)
    func `every form with a handler enters at once, and leaves after its handler (M1)`(
        form: TaskMethod,
        spelling: OwnSpelling
    ) async throws {
        let answers = Journal<String>()
        let group = try await withRequestGroup("page") { group in
            let task = form.makeOwn(session, try server.url(form.path), answers, by: spelling)
            #expect(group.outstanding == [form.label(server)])
            #expect(server.arrived.entries.isEmpty)
            task.resume()
            try await server.answer(form.path)
            return group
        }
        #expect(answers.entries == ["ok 200 in page"])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(arguments: TaskMethod.stubbed, OwnSpelling.allCases)
    func `outside any group every form with a handler is the session's own (S5)`(
        form: TaskMethod,
        spelling: OwnSpelling
    ) async throws {
        let answers = Journal<String>()
        form.makeOwn(session, try server.url(form.path), answers, by: spelling).resume()
        try await server.answer(form.path)
        #expect(await answers.first(1) == ["ok 200 in none"])
    }

    @Test(arguments: DelegateKind.allCases, IdleTaskForm.stubbed)
    func `every form without a handler enters at once, and leaves after the delegate (M1)`(
        kind: DelegateKind,
        form: IdleTaskForm
    ) async throws {
        let delegate = kind.recorder()
        let session = server.session(delegate: delegate)
        let group = try await withRequestGroup("page") { group in
            let task = form.makeOwn(session, try server.url(form.path))
            #expect(group.outstanding == [form.label(server)])
            task.resume()
            try await server.answer(form.path)
            return group
        }
        #expect(delegate.told.entries.last == "end of \(form) in page")
        #expect(delegate.outstanding.entries == [[form.label(server)]])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(arguments: TaskMethod.sent, OwnSpelling.allCases)
    func `every form with a handler is cancelled by its group (P2)`(
        form: TaskMethod,
        spelling: OwnSpelling
    ) async throws {
        let answers = Journal<String>()
        try await withRequestGroup("page", options: .tolerant) { group in
            form.makeOwn(session, try server.url(form.path), answers, by: spelling).resume()
            await server.arrived.contains(form.path)
            group.cancel()
            #expect(await answers.first(1) == ["nothing 0 in page"])
        }
        #expect(answers.entries.count == 1)
    }

    @Test(arguments: IdleTaskForm.sent, OwnSpelling.allCases)
    func `every form without a handler is cancelled by its group (P2)`(
        form: IdleTaskForm,
        spelling: OwnSpelling
    ) async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page", options: .tolerant) { group in
            form.makeOwn(session, try server.url(form.path), by: spelling).resume()
            await server.arrived.contains(form.path)
            group.cancel()
        }
        #expect(delegate.told.entries == ["end of \(form) in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
    }

    @Test func `downloads that cannot be resumed fail their group (M1)`() async throws {
        let answers = Journal<String>()
        let delegate = DelegateRecorder()
        let reporting = server.session(delegate: delegate)
        let url = try server.url("nothing")
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            let tasks = [
                TaskMethod.downloadResumed.makeOwn(session, url, answers),
                IdleTaskForm.downloadResumed.makeOwn(reporting, url),
            ]
            #expect(group.outstanding == ["resumed download", "resumed download"])
            for session in [session, reporting] { await session.knowsItsTasks() }
            for task in tasks { task.resume() }
            return group
        }
        .failures
        #expect(answers.entries == ["nothing 0 in page"])
        #expect(delegate.told.entries == ["end of nothing in page"])
        #expect(failures.map(\.reason) == [.failed, .failed])
    }

    @Test(arguments: [true, false], OwnSpelling.allCases)
    func `downloads that cannot be resumed end when their group is cancelled (I3, P2)`(
        isCancelledBefore: Bool,
        spelling: OwnSpelling
    ) async throws {
        let answers = Journal<String>()
        // On Linux such a task looks at the tasks of its session while the session may change them: each has its own.
        func session() -> InterceptingClient<URLSession> { InterceptingClient(server.session()) }
        func reporting() -> InterceptingClient<URLSession> {
            server.session(delegate: DelegateRecorder())
        }
        let url = try server.url("nothing")
        let form = (TaskMethod.downloadResumed, IdleTaskForm.downloadResumed)
        let progress = try await withRequestGroup("page", options: .tolerant) { group in
            if isCancelledBefore { group.cancel() }
            _ = form.0.makeOwn(session(), url, answers, by: spelling)
            _ = form.1.makeOwn(reporting(), url, by: spelling)
            if !isCancelledBefore { group.cancel() }
            form.0.make(session(), url, answers).resume()
            form.1.make(reporting(), url).resume()
            return group
        }
        .progress
        #expect(progress == GroupProgress(finished: 4, failed: 4, total: 4))
        #expect(answers.entries == ["nothing 0 in page", "nothing 0 in page"])
    }

    @Test(arguments: [true, false], OwnSpelling.allCases)
    func `made in a cancelled group, a task ends as cancelled (I3)`(
        isResumed: Bool,
        spelling: OwnSpelling
    ) async throws {
        // A queue that does not get to it: who resumes the task at once finds it cancelled all the same.
        let queue = DispatchQueue(label: "busy")
        queue.suspend()
        defer { queue.resume() }
        let session = InterceptingClient(
            session.base,
            settings: InterceptionSettings { $0.queue = spelling == .method ? queue : nil }
        )
        let errors = Journal<(any Error)?>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let url = try server.url("a")
            let task: URLSessionDataTask =
                switch spelling {
                case .type: session.dataTask(with: url) { errors.append($2) }
                case .method: session.dataTask(with: url) { errors.append($2) }.enter()
                }
            if isResumed { task.resume() }
        }
        #expect(errors.entries.map(\.urlCode) == [.cancelled])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a task started twice, inside and outside the wrapper, starts once (M1)`(
        isStartedByWrapper: Bool
    ) async throws {
        let answers = Journal<String>()
        let stubs = RequestStubs()
        stubs.answer(.any, with: .json("1"), .json("2"))
        try await withRequestStubs(stubs) {
            let progress = try await withRequestGroup { group in
                let task = session.dataTask(with: try server.url("a")) { data, _, _ in
                    answers.append(String(decoding: data ?? Data(), as: UTF8.self))
                }
                let own = task.enter()
                #expect(task.enter() === own)
                if isStartedByWrapper { task.resume() } else { own.resume() }
                return group
            }
            .progress
            #expect(progress == GroupProgress(finished: 1, total: 1))
        }
        #expect(answers.entries == ["1"])
        #expect(stubs.requestCount == 1)
    }

    @Test func `under a limit a task counts, and starts (P4)`() async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup(options: .limit(1)) { group in
            for path in ["a", "b"] {
                let task: URLSessionDataTask = session.dataTask(with: try server.url(path))
                task.resume()
            }
            // This one can wait, and does, until both have ended.
            session.dataTask(with: try server.url("c")).resume()
            #expect(group.progress.total == 3)
            await server.arrived.contains("a")
            await server.arrived.contains("b")
            for path in ["b", "a"] {
                #expect(!server.arrived.entries.contains("c"))
                try await server.answer(path)
            }
            try await server.answer("c")
        }
        #expect(server.arrived.entries.last == "c")
        #expect(delegate.errors.entries.count == 3)
    }
}

@Suite(.timeLimit(.ordinary))
struct `The type of a task` {
    let server = StubServer(isAnswering: true)
    let session: InterceptingClient<URLSession>

    init() {
        session = InterceptingClient(server.session())
    }

    private func resume(_ task: URLSessionTask) { task.resume() }

    private func made(_ path: String) throws -> URLSessionDataTask {
        session.dataTask(with: try server.url(path)) { _, _, _ in }
    }

    @Test func `where a task type of URLSession is named, the task is the session's own (I1)`()
        async throws
    {
        final class Screen {
            var task: URLSessionDataTask?
            var tasks: [URLSessionTask] = []
        }
        let screen = Screen()
        let url = try server.url("a")
        let request = URLRequest(url: url)
        let group = try await withRequestGroup { group in
            let task: URLSessionDataTask = session.dataTask(with: url) { _, _, _ in }
            screen.task = session.dataTask(with: request)
            screen.tasks.append(session.dataTask(with: url))
            screen.tasks.append(session.uploadTask(with: request, from: nil) { _, _, _ in }.enter())
            screen.tasks += [session.uploadTask(with: request, from: Data()).enter()]
            let anyTask = session.dataTask(with: url) { _, _, _ in } as URLSessionTask
            #expect(group.progress.total == 6)
            resume(session.dataTask(with: url) { _, _, _ in })
            resume(session.dataTask(with: url))
            try made("b").resume()
            for task in [task, anyTask, screen.task].compactMap(\.self) + screen.tasks {
                task.resume()
            }
            return group
        }
        #expect(group.failures.map(\.label) == [])
        #expect(group.progress == GroupProgress(finished: 9, total: 9))
    }

    @Test func `where no task type is named, the task enters when it is resumed (I1)`() async throws
    {
        let url = try server.url("a")
        let request = URLRequest(url: url)
        let group = try await withRequestGroup { group in
            let tasks = [session.dataTask(with: url) { _, _, _ in }, session.dataTask(with: url)]
            let task = session.uploadTask(with: request, from: nil) { _, _, _ in }
            #expect(group.progress.total == 0)
            for task in tasks { task.resume() }
            task.resume()
            return group
        }
        #expect(group.progress == GroupProgress(finished: 3, total: 3))
    }

    @Test func `chained calls compile as they are (I1)`() async throws {
        let url = try server.url("a")
        let request = URLRequest(url: url)
        let body = Data("body".utf8)
        let group = try await withRequestGroup { group in
            session.dataTask(with: url) { _, _, _ in }.resume()
            session.dataTask(with: request) { data, response, error in
                _ = (data, response, error)
            }
            .resume()
            session.dataTask(with: url).resume()
            session.dataTask(with: request).resume()
            session.uploadTask(with: request, from: body) { _, _, _ in }.resume()
            session.uploadTask(with: request, from: body).resume()
            return group
        }
        #expect(group.progress == GroupProgress(finished: 6, total: 6))
    }
}
