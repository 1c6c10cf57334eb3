import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Cancelling and limiting tasks that report to a delegate` {
    let server = StubServer()

    @Test(arguments: DelegateKind.allCases, IdleTaskForm.sent)
    func `cancelling the group cancels every task and reports it to the delegate (P2)`(
        kind: DelegateKind,
        form: IdleTaskForm
    ) async throws {
        let delegate = kind.recorder()
        let session = server.session(delegate: delegate)
        let group = try await withRequestGroup("page", options: .tolerant) { group in
            form.make(session, try server.url(form.path)).resume()
            await server.arrived.contains(form.path)
            group.cancel()
            return group
        }
        #expect(delegate.told.entries == ["end of \(form) in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
        #expect(group.failures.map(\.reason) == [.cancelled])
    }

    @Test func `resumed in a cancelled group, a task ends as cancelled (I3)`() async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page", options: .tolerant) { group in
            group.cancel()
            session.dataTask(with: try server.url("a")).resume()
        }
        #expect(delegate.told.entries == ["end of a in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a task cancelled before resume fails its group and its delegate`(
        waitsForDelegate: Bool
    ) async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        let group = try await withRequestGroup(options: .tolerant) { group in
            let task = session.dataTask(with: try server.url("a"))
            task.cancel()
            if waitsForDelegate { _ = await delegate.told.first(1) }
            task.resume()
            return group
        }
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `a cancelled task that its delegate resumes fails its group`() async throws {
        let kept = Locked<InterceptedTask<URLSessionDataTask>?>(nil)
        let delegate = DataDelegateRecorder { _ in kept.withLock { $0 }?.resume() }
        let session = server.session(delegate: delegate)
        let group = try await withRequestGroup(options: .tolerant) { group in
            let task = session.dataTask(with: try server.url("a"))
            kept.withLock { $0 = task }
            task.cancel()
            _ = await delegate.told.first(1)
            kept.withLock { $0 = nil }
            return group
        }
        #expect(group.failures.map(\.error.urlCode) == [.cancelled])
    }

    @Test func `under a limit tasks start in the order in which they were resumed (P4)`()
        async throws
    {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        let forms = IdleTaskForm.stubbed
        try await withRequestGroup("page", options: .limit(1)) { group in
            for form in forms { form.make(session, try server.url(form.path)).resume() }
            #expect(group.progress.total == forms.count)
            for (index, form) in forms.enumerated() {
                await server.arrived.contains(form.path)
                #expect(server.arrived.entries == forms.prefix(index + 1).map(\.path))
                // No later one is told to start before this one has ended.
                #expect(delegate.errors.entries.count == index)
                try await server.answer(form.path)
            }
        }
        #expect(server.arrived.entries == forms.map(\.path))
        let ends = delegate.told.entries.filter { $0.hasPrefix("end") }
        #expect(ends == forms.map { "end of \($0) in page" })
    }

    @Test func `a waiting task is cancelled, and its request never sent (P2)`() async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup(options: .limit(1), .tolerant) { group in
            for path in ["a", "b"] { session.dataTask(with: try server.url(path)).resume() }
            await server.arrived.contains("a")
            group.cancel()
        }
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled, .cancelled])
        #expect(server.arrived.entries == ["a"])
    }

    @Test func `the first failure cancels the others (P1)`() async throws {
        let delegate = DataDelegateRecorder()
        let session = server.session(delegate: delegate)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .failFast) {
                for path in ["a", "b"] { session.dataTask(with: try server.url(path)).resume() }
                await server.arrived.contains("b")
                try await server.fail("a", with: URLError(.networkConnectionLost))
            }
        }
        #expect(error?.causes.map(\.label) == ["GET \(server.host)/a"])
        #expect(
            Set(delegate.errors.entries.map(\.urlCode)) == [.networkConnectionLost, .cancelled]
        )
    }
}
