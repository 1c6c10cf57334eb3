import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct `Groups on real connections` {
    @Test
    func `on one connection, each callback is in the group of its own request (N1)`() async throws {
        let server = try await Server.shared.value
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 1
        let session = InterceptingClient(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let connections = Notes<String>()
        let groups = Notes<String>()

        try await withThrowingTaskGroup { tasks in
            for name in ["a", "b", "c"] {
                tasks.addTask {
                    try await withRequestGroup(name) {
                        for _ in 0..<20 {
                            session.dataTask(with: server.url("connection")) { data, _, _ in
                                connections.append(String(decoding: data ?? Data(), as: UTF8.self))
                                groups.append("\(name) in \(RequestGroup.current?.name ?? "none")")
                            }
                            .resume()
                            await Task.yield()
                        }
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(Set(connections.entries).count == 1)
        #expect(groups.entries.count == 60)
        #expect(Set(groups.entries) == ["a in a", "b in b", "c in c"])
    }

    @Test func `a delegate is called in the group of its task (S2)`() async throws {
        let server = try await Server.shared.value
        let delegate = GroupNotingDelegate()
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: delegate,
            delegateQueue: nil
        )
        defer { session.invalidateAndCancel() }
        try await withRequestGroup("outer") {
            for name in ["a", "b"] {
                try await withRequestGroup(name) {
                    session.dataTask(with: server.url("redirect")).resume()
                    // The session calls its delegate for the redirect although the task has a handler.
                    session.dataTask(with: server.url("redirect")) { _, _, _ in }.resume()
                }
            }
            session.downloadTask(with: server.url("slow")).resume()
        }
        let redirects = delegate.notes.entries.filter { $0.hasPrefix("redirect") }
        #expect(
            redirects.sorted() == [
                "redirect in a", "redirect in a", "redirect in b", "redirect in b",
            ]
        )
        #expect(
            Set(delegate.notes.entries.filter { !$0.hasPrefix("redirect") }) == [
                "response in a", "data in a", "completion in a", "response in b", "data in b",
                "completion in b", "file in outer", "completion in outer",
            ]
        )
    }

    @Test
    func `an unanswered 401 times out at the deadline of its group, by label (P3)`() async throws {
        let server = try await Server.shared.value
        let session = InterceptingClient(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.milliseconds(200))) {
                session.dataTask(with: server.url("secret")) { _, _, _ in }.resume()
            }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.failures.map(\.label) == ["GET 127.0.0.1/secret"])
    }

    @Test(arguments: [true, false])
    func `the file of an asynchronous download exists until its caller removes it`(
        isGrouped: Bool
    ) async throws {
        let server = try await Server.shared.value
        let session = InterceptingClient(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let download = { try await session.download(from: server.url("slow")) }
        let (file, _) =
            if isGrouped { try await withRequestGroup(body: download) } else {
                try await download()
            }
        #expect(try Data(contentsOf: file).count == 50)
        try FileManager.default.removeItem(at: file)
    }

    @Test(arguments: [1, OperationQueue.defaultMaxConcurrentOperationCount], ["slow", "large"])
    func `a download with a progress delegate is complete`(
        concurrency: Int,
        path: String
    ) async throws {
        let server = try await Server.shared.value
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = concurrency
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: nil,
            delegateQueue: queue
        )
        defer { session.invalidateAndCancel() }
        let delegate = GroupNotingDelegate()
        let (file, _) = try await withRequestGroup("page") {
            try await session.download(from: server.url(path), delegate: delegate)
        }
        defer { try? FileManager.default.removeItem(at: file) }
        let count = path == "large" ? largeCount : 50
        #expect(try Data(contentsOf: file).count == count)
        #if canImport(FoundationNetworking)
        // Chunks in arbitrary order do not show which of them the session wrote twice.
        #expect(delegate.written.entries.last == (concurrency == 1 ? "\(count) in page" : nil))
        #endif
    }

    @Test func `50 MB arrive unchanged through tasks and awaited requests`() async throws {
        let url = try await Server.shared.value.url("large")
        let session = InterceptingClient(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let expected = Data(repeating: 7, count: largeCount)
        let matches = Notes<Bool>()
        try await withRequestGroup(options: .limit(1)) {
            session.dataTask(with: url) { data, _, _ in matches.append(data == expected) }.resume()
            session.downloadTask(with: url) { file, _, _ in
                matches.append(file.flatMap { try? Data(contentsOf: $0) } == expected)
                if let file { try? FileManager.default.removeItem(at: file) }
            }
            .resume()
            matches.append(try await session.data(from: url).0 == expected)
        }
        #expect(matches.entries == [true, true, true])
    }
}

/// A delegate that records its calls with their groups.
private final class GroupNotingDelegate: NSObject, URLSessionDataDelegate,
    URLSessionDownloadDelegate
{
    let notes = Notes<String>()
    /// The size of the written file at each call, with the group.
    let written = Notes<String>()

    private func note(_ event: String) {
        notes.append("\(event) in \(RequestGroup.current?.name ?? "none")")
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        note("redirect")
        completionHandler(request)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        note("response")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        note("data")
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        note("file")
        try? FileManager.default.removeItem(at: location)
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        written.append("\(totalBytesWritten) in \(RequestGroup.current?.name ?? "none")")
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        note("completion")
    }
}
