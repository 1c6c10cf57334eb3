import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Tasks of a URLSession with completion handlers` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() {
        session = InterceptingClient(server.session())
    }

    @Test(arguments: TaskMethod.stubbed)
    func `every form enters at resume, and leaves after its handler (M1)`(
        form: TaskMethod
    ) async throws {
        let answers = Journal<String>()
        let group = try await withRequestGroup { group in
            let task = form.make(session, try server.url(form.path), answers)
            #expect(group.progress.total == 0)
            task.resume()
            #expect(group.outstanding == [form.label(server)])
            try await server.answer(form.path)
            return group
        }
        #expect(answers.entries == ["ok 200 in \(group.name)"])
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(arguments: TaskMethod.stubbed)
    func `outside any group every form is a task like any other (S5)`(form: TaskMethod) async throws
    {
        let answers = Journal<String>()
        form.make(session, try server.url(form.path), answers).resume()
        try await server.answer(form.path)
        #expect(await answers.first(1) == ["ok 200 in none"])
    }

    @Test func `a task that was created and never resumed holds up no group (M1)`() async throws {
        let task = try await withRequestGroup {
            session.dataTask(with: try server.url("never")) { _, _, _ in }
        }
        task.cancel()
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a task that was created and released holds no group open (M1)`() async throws {
        weak var kept: RequestGroup?
        try await withRequestGroup { group in
            kept = group
            _ = session.dataTask(with: try server.url("a"))
            _ = session.dataTask(with: try server.url("b")) { _, _, _ in }
        }
        await session.knowsItsTasks()
        #expect(kept == nil)
    }

    @Test func `the group at the creation wins over the one at resume (S6)`() async throws {
        try await withRequestGroup("creation") { creation in
            let task = session.dataTask(with: try server.url("a")) { _, _, _ in }
            try await withRequestGroup("resume", options: .detached) { resume in
                task.resume()
                #expect(resume.progress.total == 0)
                #expect(creation.progress.total == 1)
            }
            try await server.answer("a")
        }
    }

    @Test func `a request issued from a handler joins the group (S2)`() async throws {
        let second = try server.url("second")
        let group = try await withRequestGroup { [session] group in
            session.dataTask(with: try server.url("first")) { _, _, _ in
                session.dataTask(with: second) { _, _, _ in }.resume()
            }
            .resume()
            try await server.answer("first")
            try await server.answer("second")
            return group
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test(arguments: TaskMethod.sent)
    func `every form is cancelled by its group, and its handler called (P2)`(
        form: TaskMethod
    ) async throws {
        let answers = Journal<String>()
        try await withRequestGroup("page", options: .tolerant) { group in
            form.make(session, try server.url(form.path), answers).resume()
            await server.arrived.contains(form.path)
            group.cancel()
        }
        #expect(answers.entries == ["nothing 0 in page"])
    }

    @Test func `cancelling the group gives URLError.cancelled to the handler (P2)`() async throws {
        let errors = Journal<(any Error)?>()
        await #expect(throws: CancellationError.self) {
            try await withRequestGroup { group in
                session.dataTask(with: try server.url("a")) { errors.append($2) }.resume()
                await server.arrived.contains("a")
                group.cancel()
            }
        }
        #expect((errors.entries.first as? URLError)?.code == .cancelled)
        #expect(errors.entries.count == 1)
    }

    @Test func `resumed in a cancelled group, the handler gets URLError.cancelled (I3)`()
        async throws
    {
        let errors = Journal<(any Error)?>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            session.dataTask(with: try server.url("a")) { errors.append($2) }.resume()
        }
        #expect(errors.entries.map { ($0 as? URLError)?.code } == [.cancelled])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a task that is cancelled and then resumed fails its group as it fails its handler`(
        waitsForHandler: Bool
    ) async throws {
        let errors = Journal<(any Error)?>()
        let group = try await withRequestGroup(options: .tolerant) { group in
            let task = session.dataTask(with: try server.url("a")) { errors.append($2) }
            task.cancel()
            if waitsForHandler { _ = await errors.first(1) }
            task.resume()
            return group
        }
        #expect(errors.entries.map { ($0 as? URLError)?.code } == [.cancelled])
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
        #expect(group.failures.map(\.reason) == [.failed])
    }

    @Test func `a cancelled task that its handler resumes fails its group`() async throws {
        let kept = Locked<InterceptedTask<URLSessionDataTask>?>(nil)
        let group = try await withRequestGroup(options: .tolerant) { group in
            let resumed = Journal<Void>()
            let task = session.dataTask(with: try server.url("a")) { _, _, _ in
                kept.withLock { $0 }?.resume()
                resumed.append(())
            }
            kept.withLock { $0 = task }
            task.cancel()
            _ = await resumed.first(1)
            kept.withLock { $0 = nil }
            return group
        }
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
    }

    @Test func `a task that is cancelled and never resumed is in no group`() async throws {
        let errors = Journal<(any Error)?>()
        let group = try await withRequestGroup { group in
            let task = session.dataTask(with: try server.url("a")) { errors.append($2) }
            task.cancel()
            _ = await errors.first(1)
            return group
        }
        #expect(group.progress.total == 0)
    }

    @Test func `under a limit tasks start in the order in which they were resumed (P4)`()
        async throws
    {
        let paths = (1...5).map { "\($0)" }
        try await withRequestGroup(options: .limit(1)) { group in
            let tasks = try paths.map { path in
                session.dataTask(with: try server.url(path)) { _, _, _ in }
            }
            for task in tasks.reversed() { task.resume() }
            #expect(group.progress.total == 5)
            for path in paths.reversed() {
                await server.arrived.contains(path)
                #expect(server.arrived.entries.last == path)
                try await server.answer(path)
            }
        }
        #expect(server.arrived.entries == paths.reversed())
    }

    @Test func `a waiting task is cancelled, and its request never sent (P2)`() async throws {
        let errors = Journal<(any Error)?>()
        try await withRequestGroup(options: .limit(1), .tolerant) { group in
            for path in ["a", "b"] {
                session.dataTask(with: try server.url(path)) { errors.append($2) }.resume()
            }
            await server.arrived.contains("a")
            group.cancel()
        }
        #expect(errors.entries.map { ($0 as? URLError)?.code } == [.cancelled, .cancelled])
        #expect(server.arrived.entries == ["a"])
    }

    @Test func `properties of the task are read and written through`() throws {
        let task = session.dataTask(with: try server.url("a")) { _, _, _ in }
        #expect(task.originalRequest?.url?.path == "/a")
        #expect(task.state == .suspended)
        task.taskDescription = "described"
        #expect(task.base.taskDescription == "described")
        task.cancel()
    }
}
