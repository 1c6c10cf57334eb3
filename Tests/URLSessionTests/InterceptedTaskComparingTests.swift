import Foundation
import Interception
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `Comparing tasks with those of a delegate` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>
    let url: URL

    init() throws {
        session = server.session(delegate: DelegateRecorder())
        url = try server.url("a")
    }

    @Test func `a wrapped task is compared by its session task (I1)`() {
        let (task, other) = (session.dataTask(with: url), session.dataTask(with: url))
        let handed: URLSessionTask = task.base
        #expect(task.sessionTask === handed)
        #expect(other.sessionTask !== handed)
        #expect(task == session.interceptedTask(for: handed))
        #expect(task != other)
    }

    @Test func `tasks of two types are compared by their session task (I1)`() {
        let upload = session.uploadTask(with: URLRequest(url: url), from: Data())
        let download = session.downloadTask(with: url)
        #expect(upload != download)
        #expect(!(upload == download))
        #expect(upload == upload)
    }

    @Test func `tasks of two kinds fit into one array, and are compared there (I1)`() {
        let download = session.downloadTask(with: url)
        let upload = session.uploadTask(with: URLRequest(url: url), from: Data())
        let tasks = [download, upload]
        #expect(tasks.contains(download) && Set(tasks).contains(upload))
        #expect(tasks.first?.sessionTask === download.base)
    }

    @Test func `tasks from a delegate or the session can be wrapped again (I1, P2)`() async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page", options: .tolerant) { group in
            let task = session.dataTask(with: url)
            task.resume()
            await server.arrived.contains("a")
            let handed = try #require(await session.allTasks.first)
            let again = session.interceptedTask(for: handed)
            #expect(again == task && again.hashValue == task.hashValue && again !== task)
            #expect(again.state == .running)
            // It has been started; and its wrapper is not what keeps it.
            again.resume()
            again.cancel()
        }
        #expect(delegate.told.entries == ["end of a in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
    }
}
