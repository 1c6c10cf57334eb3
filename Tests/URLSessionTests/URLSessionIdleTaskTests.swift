import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Whom a session without a delegate for its tasks reports to.
enum SilentSession: CaseIterable, Sendable {
    case wrapped, withoutDelegate, withPlainDelegate

    func session(_ server: StubServer) -> InterceptingClient<URLSession> {
        switch self {
        case .wrapped: InterceptingClient(server.session())
        case .withoutDelegate: server.session(delegate: nil)
        case .withPlainDelegate: server.session(delegate: PlainDelegate())
        }
    }
}

@Suite(.timeLimit(.ordinary))
struct `Tasks without handler and delegate` {
    static let forms = IdleTaskForm.stubbed.filter { $0 != .uploadStream }

    let server = StubServer()

    @Test(arguments: SilentSession.allCases, forms)
    func `every task enters at resume, and leaves when it has ended (M1)`(
        kind: SilentSession,
        form: IdleTaskForm
    ) async throws {
        let session = kind.session(server)
        let group = try await withRequestGroup { group in
            let task = form.make(session, try server.url(form.path))
            #expect(group.progress.total == 0)
            task.resume()
            #expect(group.outstanding == [form.label(server)])
            try await server.answer(form.path)
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(arguments: SilentSession.allCases, forms)
    func `every task of the session itself enters at once, and leaves when it has ended (M1)`(
        kind: SilentSession,
        form: IdleTaskForm
    ) async throws {
        let session = kind.session(server)
        let group = try await withRequestGroup { group in
            let task = form.makeOwn(session, try server.url(form.path))
            #expect(group.outstanding == [form.label(server)])
            task.resume()
            try await server.answer(form.path)
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(arguments: [true, false])
    func `the error of a task is the group's (M1)`(isOwn: Bool) async throws {
        let session = InterceptingClient(server.session())
        for form in IdleTaskForm.sent where form != .uploadStream {
            let group = try await withRequestGroup(options: .tolerant) { group in
                let url = try server.url(form.path)
                if isOwn {
                    form.makeOwn(session, url).resume()
                } else {
                    form.make(session, url).resume()
                }
                try await server.fail(form.path, with: URLError(.networkConnectionLost))
                return group
            }
            #expect(group.failures.map(\.label) == [form.label(server)])
            #expect(group.failures.map(\.error.urlCode) == [.networkConnectionLost])
        }
    }

    @Test func `a download that cannot be resumed fails its group (M1)`() async throws {
        let session = InterceptingClient(server.session())
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                let task = session.downloadTask(withResumeData: Data())
                await session.knowsItsTasks()
                task.resume()
            }
        }
        #expect(error?.failures.map(\.label) == ["resumed download"])
    }

    @Test(arguments: SilentSession.allCases, [true, false])
    func `every task is cancelled by its group (P2)`(kind: SilentSession, isOwn: Bool) async throws
    {
        let session = kind.session(server)
        for form in IdleTaskForm.sent where form != .uploadStream {
            let group = try await withRequestGroup(options: .tolerant) { group in
                let url = try server.url(form.path)
                if isOwn {
                    form.makeOwn(session, url).resume()
                } else {
                    form.make(session, url).resume()
                }
                await server.arrived.contains(form.path)
                group.cancel()
                return group
            }
            #expect(group.failures.map(\.error.urlCode) == [.cancelled])
            #expect(group.failures.map(\.reason) == [.cancelled])
        }
    }

    @Test(arguments: IdleTaskForm.sent)
    func `outside any group a task is like any other (S5)`(form: IdleTaskForm) async throws {
        let session = InterceptingClient(server.session())
        form.make(session, try server.url(form.path)).resume()
        await server.arrived.contains(form.path)
        #expect(server.arrived.entries == [form.path])
    }

    @Test func `a task that was created and never resumed holds up no group (M1)`() async throws {
        let session = InterceptingClient(server.session())
        let tasks = try await withRequestGroup {
            try Self.forms.map { $0.make(session, try server.url($0.path)) }
        }
        for task in tasks { task.cancel() }
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a delegate without task methods gets the end of the session (I1)`() async throws {
        let delegate = PlainDelegate()
        let session = server.session(delegate: delegate)
        #expect(session.delegate === delegate)
        try await withRequestGroup {
            session.dataTask(with: try server.url("a")).resume()
            await server.arrived.contains("a")
            session.finishTasksAndInvalidate()
            try await server.answer("a")
        }
        #expect(await delegate.told.first(1) == ["invalid"])
    }
}
