#if canImport(FoundationNetworking)
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Arguments of delegate methods` {
    @Test func `the delegate of a session gets every argument of its methods (I1)`() throws {
        let (server, delegate) = (StubServer(), ArgumentDelegate())
        let session = server.session(delegate: delegate)
        typealias Proxied = URLSessionDownloadDelegate & URLSessionWebSocketDelegate
        let proxy = try #require(session.base.delegate as? any Proxied)
        let base = session.base
        let task = base.downloadTask(with: try server.url("a"))
        let socket = base.webSocketTask(with: try #require(URL(string: "ws://\(server.host)")))
        proxy.urlSession(
            base,
            task: task,
            didSendBodyData: 1,
            totalBytesSent: 2,
            totalBytesExpectedToSend: 3
        )
        proxy.urlSession(
            base,
            downloadTask: task,
            didWriteData: 1,
            totalBytesWritten: 2,
            totalBytesExpectedToWrite: 3
        )
        proxy.urlSession(base, downloadTask: task, didResumeAtOffset: 1, expectedTotalBytes: 2)
        proxy.urlSession(base, webSocketTask: socket, didOpenWithProtocol: "chat")
        proxy.urlSession(
            base,
            webSocketTask: socket,
            didCloseWith: .goingAway,
            reason: Data("bye".utf8)
        )
        proxy.urlSession(base, didBecomeInvalidWithError: URLError(.networkConnectionLost))
        let expected = [
            "sent 1, 2 of 3", "wrote 1, 2 of 3", "resumed 1 of 2", "opened chat",
            "closed 1001 bye", "invalid -1005",
        ]
        #expect(delegate.calls.entries == expected)
    }
}

private final class ArgumentDelegate: NSObject, URLSessionDownloadDelegate,
    URLSessionWebSocketDelegate
{
    let calls = Journal<String>()

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData count: Int64,
        totalBytesSent sent: Int64,
        totalBytesExpectedToSend expected: Int64
    ) { calls.append("sent \(count), \(sent) of \(expected)") }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData count: Int64,
        totalBytesWritten written: Int64,
        totalBytesExpectedToWrite expected: Int64
    ) { calls.append("wrote \(count), \(written) of \(expected)") }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset offset: Int64,
        expectedTotalBytes expected: Int64
    ) { calls.append("resumed \(offset) of \(expected)") }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {}

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol name: String?
    ) { calls.append("opened \(name ?? "")") }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith code: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {
        calls.append("closed \(code.rawValue) \(String(decoding: reason ?? Data(), as: UTF8.self))")
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        calls.append("invalid \((error as? URLError)?.errorCode ?? 0)")
    }
}
#endif
