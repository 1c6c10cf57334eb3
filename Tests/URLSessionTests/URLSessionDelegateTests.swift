import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Tasks that report to the delegate of a URLSession` {
    let server = StubServer()

    @Test(arguments: DelegateKind.allCases, IdleTaskForm.stubbed)
    func `every task enters at resume, and leaves after its delegate was called (M1)`(
        kind: DelegateKind,
        form: IdleTaskForm
    ) async throws {
        let delegate = kind.recorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page") { group in
            let task = form.make(session, try server.url(form.path))
            #expect(group.progress.total == 0)
            task.resume()
            #expect(group.outstanding == [form.label(server)])
            try await server.answer(form.path)
        }
        // Every method ran in the group, and the last one before the task had left.
        let received = ["response 200 of \(form) in page", "data ok of \(form) in page"]
        let end = "end of \(form) in page"
        #expect(delegate.told.entries == (kind.hearsOfData ? received : []) + [end])
        #expect(delegate.outstanding.entries == [[form.label(server)]])
        #expect(delegate.errors.entries.count == 1)
        #expect(delegate.errors.entries.first as? URLError == nil)
    }

    @Test(arguments: DelegateKind.allCases, IdleTaskForm.sent)
    func `the error of a task is the delegate's and the group's (M1)`(
        kind: DelegateKind,
        form: IdleTaskForm
    ) async throws {
        let delegate = kind.recorder()
        let session = server.session(delegate: delegate)
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            form.make(session, try server.url(form.path)).resume()
            try await server.fail(form.path, with: URLError(.networkConnectionLost))
            await delegate.told.contains("end of \(form) in page")
            return group
        }
        .failures
        #expect(delegate.told.entries == ["end of \(form) in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.networkConnectionLost])
        #expect(failures.map(\.label) == [form.label(server)])
        #expect(failures.map(\.error.urlCode) == [.networkConnectionLost])
    }

    @Test func `a download that cannot be resumed fails its group (M1)`() async throws {
        let delegate = DownloadDelegateRecorder()
        let session = server.session(delegate: delegate)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                let task = session.downloadTask(withResumeData: Data())
                await session.knowsItsTasks()
                task.resume()
            }
        }
        #expect(error?.failures.map(\.label) == ["resumed download"])
        #expect(delegate.told.entries == ["end of nothing in page"])
    }

    @Test func `a download is in its group until its delegate was called (M1)`() async throws {
        // FoundationNetworking has no file for a delegate of downloads when a stub answers.
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page") {
            session.downloadTask(with: try server.url("a")).resume()
            try await server.answer("a")
        }
        #expect(delegate.told.entries == ["end of a in page"])
        #expect(delegate.outstanding.entries == [["GET \(server.host)/a"]])
    }

    @Test func `outside any group the delegate gets the same calls (S5)`() async throws {
        let delegate = DataDelegateRecorder()
        server.session(delegate: delegate).dataTask(with: try server.url("a")).resume()
        try await server.answer("a")
        let expected = ["response 200 of a in none", "data ok of a in none", "end of a in none"]
        #expect(await delegate.told.first(3) == expected)
        #expect(delegate.outstanding.entries == [nil])
    }

    @Test(arguments: [true, false])
    func `delegate calls of a task with a handler do not affect the group (S2)`(
        isOwn: Bool
    ) async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        let answers = Journal<String>()
        let form = TaskMethod.dataForURL
        try await withRequestGroup("page") { group in
            let url = try server.url(form.path)
            if isOwn {
                form.makeOwn(session, url, answers).resume()
            } else {
                form.make(session, url, answers).resume()
            }
            #expect(group.outstanding == [form.label(server)])
            try await server.answer(form.path)
        }
        #expect(answers.entries == ["ok 200 in page"])
        // The session tells its delegate nothing of the end of such a task.
        #expect(delegate.errors.entries.isEmpty)
    }

    @Test func `a request issued by the delegate joins the group (S2)`() async throws {
        let second = try server.url("second")
        let wrapped = Locked<InterceptingClient<URLSession>?>(nil)
        let delegate = DelegateRecorder { task in
            guard task.originalRequest?.url?.path == "/first" else { return }
            wrapped.withLock { $0 }?.dataTask(with: second).resume()
        }
        let session = server.session(delegate: delegate)
        wrapped.withLock { $0 = session }
        let group = try await withRequestGroup("page") { group in
            session.dataTask(with: try server.url("first")).resume()
            try await server.answer("first")
            try await server.answer("second")
            return group
        }
        #expect(delegate.told.entries == ["end of first in page", "end of second in page"])
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test func `two groups of one session never mix (N1)`() async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        let paths = (1...20).map { "\($0)" }
        let urls = try paths.map(server.url)
        let issued = Journal<String>()
        let groups = ["odd", "even"].enumerated().map { parity, name in
            Task {
                try await withRequestGroup(name) { group in
                    for index in urls.indices where index % 2 == parity {
                        session.dataTask(with: urls[index]).resume()
                    }
                    issued.append(name)
                    return group
                }
            }
        }
        _ = await issued.first(2)
        for path in paths.reversed() { try await server.answer(path) }
        for group in groups {
            #expect(try await group.value.progress == GroupProgress(finished: 10, total: 10))
        }
        let name = { (path: String) in Int(path)?.isMultiple(of: 2) == true ? "even" : "odd" }
        for path in paths {
            let told = delegate.told.entries.filter { $0.contains(" of \(path) in ") }
            let expected = ["response 200", "data ok", "end"]
            #expect(told == expected.map { "\($0) of \(path) in \(name(path))" })
        }
    }

    @Test func `the group at the creation wins over the one at resume (S6)`() async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("creation") { creation in
            let task = session.dataTask(with: try server.url("a"))
            try await withRequestGroup("resume", options: .detached) { resume in
                task.resume()
                #expect(resume.progress.total == 0)
                #expect(creation.progress.total == 1)
            }
            try await server.answer("a")
        }
        #expect(delegate.told.entries == ["end of a in creation"])
    }

    @Test func `a task created outside any group enters the group in which it is resumed (S6)`()
        async throws
    {
        let delegate = DelegateRecorder()
        let task = server.session(delegate: delegate).dataTask(with: try server.url("a"))
        try await withRequestGroup("resume") { group in
            task.resume()
            #expect(group.outstanding == ["GET \(server.host)/a"])
            try await server.answer("a")
        }
        #expect(delegate.told.entries == ["end of a in resume"])
    }

    #if canImport(FoundationNetworking)
    // Elsewhere it is the `URLProtocol` that finds out about challenges, and this one does not.
    @Test func `a challenge runs in the group of the task (S2)`() async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page", options: .tolerant) {
            session.dataTask(with: try server.url("a")).resume()
            let challenge = ["WWW-Authenticate": "Basic realm=\"vault\""]
            try await server.answer("a", status: 401, headers: challenge)
        }
        #expect(delegate.told.entries == ["challenge by vault of a in page", "end of a in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
    }
    #endif

    @Test(arguments: DelegateKind.allCases)
    func `the delegate of the session is its own (I1)`(kind: DelegateKind) {
        let delegate = kind.recorder()
        #expect(server.session(delegate: delegate).delegate === delegate)
    }
}
