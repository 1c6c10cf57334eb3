import Foundation
import GroupContext
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `The task registry of a delegate` {
    let server = StubServer()
    let table = TaskTable()

    private var context: TaskContext { .tasks(table) }

    private func task() throws -> URLSessionDataTask {
        server.session().dataTask(with: try server.url("a"))
    }

    private func insert(_ task: URLSessionTask, check: HTTPStatusCheck? = nil) {
        InterceptingClient(server).intercept("a") { call in
            context.insert(call, for: task, check: check?.failure)
        }
    }

    @Test func `the end of a session ends its tasks as lost (M3)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            insert(try task(), check: .successful)
            #expect(group.outstanding == ["a"])
            context.close()
            #expect(group.failures.map(\.reason) == [.lostCallback])
        }
        #expect(table.count == 0)
    }

    @Test func `validators are released outside the lock`() throws {
        // Looks at the table when it is released, and would wait for its lock for ever.
        final class Looking: Sendable {
            let table: TaskTable
            let looked: Journal<Int>

            init(_ table: TaskTable, _ looked: Journal<Int>) {
                (self.table, self.looked) = (table, looked)
            }

            deinit { looked.append(table.count) }
        }
        let looked = Journal<Int>()
        let task = try task()
        func insert() {
            let looking = Looking(table, looked)
            InterceptingClient(server).intercept("a") { call in
                context.insert(call, for: task) { _, _ in
                    withExtendedLifetime(looking) { nil }
                }
            }
        }
        withRequestGroup(options: .tolerant, queue: .global()) {
            let forgetting: [() -> Void] = [
                { context.close() }, { context.remove(task.taskIdentifier) }, { insert() },
                { context.end(task, nil) { _ in } },
            ]
            for forget in forgetting {
                insert()
                forget()
                context.close()
            }
        } completion: { _ in
        }
        #expect(looked.entries.count == 5)
    }

    @Test func `a task that becomes another ends with that one (M2)`() async throws {
        try await withRequestGroup { group in
            let (session, url) = (server.session(), try server.url("a"))
            let (data, download) = (session.dataTask(with: url), session.downloadTask(with: url))
            insert(data, check: .successful)
            context.move(from: data, to: download)
            context.end(data, nil) { _ in }
            #expect(group.outstanding == ["a"])
            context.end(download, nil) { _ in }
            #expect(group.outstanding.isEmpty)
        }
        #expect(table.count == 0)
    }

    @Test func `outside any group no task is registered (S5)`() throws {
        let task = try task()
        let check = HTTPStatusCheck.successful
        context.insert(InterceptedCall(), for: task, check: check.failure)
        #expect(table.count == 0)
    }

    @Test func `a task released without a resume is unregistered (M1)`() async throws {
        let session = server.session(
            delegate: DelegateRecorder(),
            statusCheck: .successful
        )
        let proxy = try #require(session.base.delegate as? DelegateProxy)
        guard case .tasks(let table) = proxy.context else { return }
        try await withRequestGroup {
            let task = session.dataTask(with: try server.url("a"))
            #expect(table.count == 1)
            withExtendedLifetime(task) {}
        }
        #expect(table.count == 0)
    }

    @Test func `a downloaded file is kept for its caller, or removed without one`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try Data("a".utf8).write(to: file)
        let kept = try DownloadedFile.keep(file)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try Data(contentsOf: kept) == Data("a".utf8))
        DownloadedFile.removeIfAny(Data())
        DownloadedFile.removeIfAny(kept)
        #expect(!FileManager.default.fileExists(atPath: kept.path))
    }
}
