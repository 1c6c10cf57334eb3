@testable import InterceptionTestSupport

@Suite struct `Comparing wrapped tasks with session tasks that a delegate receives` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>
    let url: URL

    init() throws {
        session = server.session(delegate: DelegateRecorder())
        url = try server.url("a")
    }

    @Test func `wrapped tasks are equal if they wrap the same session task (I1)`() {
        let (task, other) = (session.dataTask(with: url), session.dataTask(with: url))
        let sessionTask: URLSessionTask = task.base
        #expect(task.sessionTask === sessionTask)
        #expect(other.sessionTask !== sessionTask)
        let again = session.interceptedTask(for: sessionTask)
        #expect(task == again)
        #expect(task.hashValue == again.hashValue)
        #expect(task != other)
    }

    @Test func `wrapped tasks of two types differ, and fit into one array or set (I1)`() {
        let download = session.downloadTask(with: url)
        let upload = session.uploadTask(with: URLRequest(url: url), from: Data())
        #expect(upload != download)
        #expect(upload == upload)
        let tasks = [download, upload]
        #expect(tasks.contains(download) && Set(tasks).contains(upload))
        #expect(tasks.first?.sessionTask === download.base)
    }

    @Test func `a task of the session can be wrapped again and cancelled (I1, P2)`() async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        try await withRequestGroup("page", options: .tolerant) { group in
            let task = session.dataTask(with: url)
            task.resume()
            await server.arrived.waitFor("a")
            let sessionTask = try #require(await session.allTasks.first)
            let again = session.interceptedTask(for: sessionTask)
            #expect(again == task && again.hashValue == task.hashValue && again !== task)
            #expect(again.state == .running)
            // The task has started, and does not depend on its wrapper.
            again.resume()
            again.cancel()
        }
        #expect(delegate.calls.entries == ["end of a in page"])
        #expect(delegate.errors.entries.map(\.urlCode) == [.cancelled])
    }
}
