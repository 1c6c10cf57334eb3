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
        let delegate = WrittenSizeDelegate()
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
}

/// A delegate that records the size of the written file at each call, with the group.
private final class WrittenSizeDelegate: NSObject, URLSessionDownloadDelegate {
    let written = Notes<String>()

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
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
}
