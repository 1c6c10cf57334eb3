import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Sessions with a delegate that end` {
    let server = StubServer()

    @Test(arguments: DelegateKind.allCases)
    func `invalidateAndCancel ends every task, and then calls the delegate (I1)`(
        kind: DelegateKind
    ) async throws {
        let delegate = kind.recorder()
        let session = server.session(delegate: delegate)
        let group = try await withRequestGroup("page", options: .tolerant) { group in
            for path in ["a", "b"] {
                session.dataTask(with: try server.url(path)).resume()
                await server.arrived.contains(path)
            }
            session.invalidateAndCancel()
            return group
        }
        #expect(group.failures.map(\.error.urlCode) == [.cancelled, .cancelled])
        let told = await delegate.told.first(3)
        #expect(Set(told.prefix(2)) == ["end of a in page", "end of b in page"])
        #expect(told.last == "invalid in none")
    }

    @Test func `finishTasksAndInvalidate waits for the tasks, and then calls the delegate (I1)`()
        async throws
    {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page") { group in
            session.dataTask(with: try server.url("a")).resume()
            await server.arrived.contains("a")
            session.finishTasksAndInvalidate()
            #expect(group.outstanding == ["GET \(server.host)/a"])
            try await server.answer("a")
        }
        #expect(await delegate.told.first(2) == ["end of a in page", "invalid in none"])
    }

    @Test func `a session that has ended releases its delegate`() async throws {
        let released = Journal<String>()
        let session: InterceptingClient<URLSession>
        do {
            let notice = ReleaseNotice(released)
            session = server.session(delegate: DelegateRecorder { _ in _ = notice })
        }
        #expect(released.entries.isEmpty)
        session.finishTasksAndInvalidate()
        #expect(await released.first(1) == ["released"])
    }
}

@Suite(.timeLimit(.ordinary))
struct `Releasing tasks that report to a delegate` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>
    let delegate = DataDelegateRecorder()

    init() {
        session = server.session(delegate: delegate)
    }

    @Test func `a task that was created and released holds no group open (M1)`() async throws {
        weak var weakGroup: RequestGroup?
        try await withRequestGroup { group in
            weakGroup = group
            // One that resumes a download cannot even be cancelled on Linux.
            for form in IdleTaskForm.sent {
                _ = form.make(session, try server.url(form.path))
            }
            #expect(group.progress.total == 0)
        }
        #expect(weakGroup == nil)
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a task that was resumed and released stays in its group to its end (M1)`()
        async throws
    {
        let released = Journal<String>()
        try await withRequestGroup("page", options: .observer(ReleaseNotice(released))) { group in
            session.dataTask(with: try server.url("a")).resume()
            #expect(group.outstanding == ["GET \(server.host)/a"])
            try await server.answer("a")
        }
        #expect(delegate.told.entries.last == "end of a in page")
        #expect(await released.first(1) == ["released"])
    }

    @Test func `a task with a handler is not kept by the delegate (M1)`() async throws {
        let released = Journal<String>()
        try await withRequestGroup("page", options: .observer(ReleaseNotice(released))) { _ in
            session.dataTask(with: try server.url("a")) { _, _, _ in }.resume()
            try await server.answer("a")
        }
        #expect(await released.first(1) == ["released"])
    }
}
