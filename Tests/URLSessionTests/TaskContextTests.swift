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
struct `What a delegate knows of tasks` {
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

    @Test func `M3: when a session tells nothing more, its tasks have lost their callbacks`()
        async throws
    {
        try await withRequestGroup(options: .tolerant) { group in
            insert(try task(), check: .successful)
            #expect(group.outstanding == ["a"])
            context.close()
            #expect(group.failures.map(\.reason) == [.lostCallback])
        }
        #expect(table.count == 0)
    }

    @Test func `what checks a response is released outside the lock, whoever forgets it`() throws {
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

    @Test func `M2: a task that becomes another ends with that one`() async throws {
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

    @Test func `S5: outside any group nothing is remembered`() throws {
        let task = try task()
        let check = HTTPStatusCheck.successful
        context.insert(InterceptedCall(), for: task, check: check.failure)
        #expect(table.count == 0)
    }

    @Test func `M1: a task that is dropped without a resume is forgotten`() async throws {
        let session = server.session(
            delegate: DelegateRecorder(),
            settings: SessionSettings { $0.statusCheck = .successful }
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

    @Test func `a downloaded file is kept for its caller, or removed if there is none`() throws {
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
