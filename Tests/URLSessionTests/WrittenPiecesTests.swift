#if canImport(FoundationNetworking)
@testable import Interception
@testable import InterceptionTestSupport

/// On Linux a session that reports the progress of a download writes each piece twice.
@Suite struct `Downloads with a progress delegate` {
    private let pieces = WrittenPieces()

    /// Creates a file with this content, like the file of a download; the test removes the file.
    private func file(_ content: String) throws -> URL {
        try DownloadedFile.write(Data(content.utf8))
    }

    private func content(of file: URL) throws -> String {
        defer { DownloadedFile.remove(file) }
        // On Linux, reading an empty file at once leaks a page.
        let data = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the content of a written file after the copies have been removed.
    private func content(ofWritten text: String) throws -> String {
        let file = try file(text)
        try pieces.removeCopies(from: file)
        return try content(of: file)
    }

    @Test(
        arguments: [
            (nil, [3, 1, 4], "oneone" + "22" + "fourfour", "one2four"),
            // Written once.
            (nil, [], "", ""), (nil, [5], "whole", "whole"),
            (6, [2, 4], "abab" + "cdefcdef", "abcdef"),
            // The file has the body of the challenge, which is not answered.
            (6, [], "reject" + "reject", "reject"),
        ] as [(Int64?, [Int64], String, String)]
    )
    func `a file keeps one copy of each piece, and no piece from before a challenge (I1)`(
        beforeChallenge: Int64?,
        counts: [Int64],
        written: String,
        kept: String
    ) throws {
        if let beforeChallenge {
            pieces.record(beforeChallenge)
            pieces.startOver()
        }
        for count in counts { pieces.record(count) }
        #expect(try content(ofWritten: written) == kept)
    }

    @Test(arguments: ["ababa", "abba", "abcd"])
    func `a file that differs from the pieces throws and stays unchanged`(text: String) throws {
        pieces.record(2)
        let file = try file(text)
        #expect(throws: CocoaError(.fileReadCorruptFile)) { try pieces.removeCopies(from: file) }
        #expect(try content(of: file) == text)
    }

    @Test(arguments: [true, false])
    func `a cancelled or damaged download leaves no file (I1)`(isCancelled: Bool) async throws {
        let server = StubServer()
        var request = try server.request("a")
        // A request with a main document URL is not cancelled; only its caller stops waiting.
        request.mainDocumentURL = request.url
        let (form, session) = (LateDownload(request: request), InterceptingClient(server.session()))
        // No piece is reported to a download delegate, so the file counts as damaged.
        let delegate = isCancelled ? DelegateRecorder() : DownloadDelegateRecorder()
        let answer = Task { try await session.reply(to: form, delegate) }
        if isCancelled {
            await form.began.waitUntilOpen()
            answer.cancel()
            _ = await answer.result
        }
        form.mayEnd.open()
        await #expect(throws: (any Error).self) { try await answer.value }
        let files = await form.files.waitForFirst(isCancelled ? 2 : 1)
        for file in files { await yieldWhile { FileManager.default.fileExists(atPath: file.path) } }
    }

    @Test func `the proxy records pieces before and after a challenge separately (I1)`() throws {
        let delegate = DownloadDelegateRecorder()
        let proxy = DelegateProxy.proxy(
            for: delegate,
            registry: TaskRegistry { RegisteredTask(call: InterceptedCall()) },
            noting: pieces
        )
        let teller = try #require(proxy as? any URLSessionDownloadDelegate)
        let (session, task) = (URLSession.shared, URLSessionDownloadTask())
        let tell = { (count: Int64) in
            teller.urlSession(
                session,
                downloadTask: task,
                didWriteData: count,
                totalBytesWritten: count,
                totalBytesExpectedToWrite: -1
            )
        }
        tell(4)
        let space = URLProtectionSpace(
            host: "host",
            port: 80,
            protocol: "http",
            realm: "vault",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic
        )
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space,
            proposedCredential: nil,
            previousFailureCount: 0,
            failureResponse: nil,
            error: nil,
            sender: NoSender()
        )
        teller.urlSession(session, task: task, didReceive: challenge) { _, _ in }
        for count in [1, 3] { tell(Int64(count)) }
        #expect(try content(ofWritten: "aa" + "bcdbcd") == "abcd")
    }

    @Test func `pieces are recorded for download delegates on serial queues only (I1)`() {
        let (serial, concurrent) = (OperationQueue(), OperationQueue())
        serial.maxConcurrentOperationCount = 1
        let expected: [(any URLSessionTaskDelegate, OperationQueue, Bool)] = [
            (DownloadDelegateRecorder(), serial, true),
            (DataAndDownloadDelegateRecorder(), serial, true),
            (DataDelegateRecorder(), serial, false),
            (DownloadDelegateRecorder(), concurrent, false),
        ]
        for (delegate, queue, isTold) in expected {
            let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: queue)
            let pieces = WrittenPieces(for: delegate, by: session)
            #expect((pieces != nil) == isTold)
            let proxy = DelegateProxy.proxy(
                for: delegate,
                registry: TaskRegistry { RegisteredTask(call: InterceptedCall()) },
                noting: pieces
            )
            #expect(proxy is any URLSessionDownloadDelegate == isTold)
        }
    }
}

/// A download that ends when the test says so.
private struct LateDownload: LoadableForm {
    let request: URLRequest
    let began = Gate()
    let mayEnd = Gate()
    let files = Journal<URL>()

    var issued: TaskSource? { .request(request) }
    var kind: TaskKind { .download }
    var handler: TaskHandler? { nil }

    func make(
        _ session: URLSession,
        _ adapted: URLRequest?,
        _ end: TaskEnd?
    ) -> URLSessionDownloadTask { session.downloadTask(with: request) }

    func keep(_ answer: TaskAnswer) throws -> URL? {
        let kept = try answer.file.map(DownloadedFile.keep)
        if let kept { files.append(kept) }
        return kept
    }

    func load(_ loading: TaskLoading) async throws -> TaskAnswer {
        began.open()
        await mayEnd.waitUntilOpen()
        let file = try DownloadedFile.write(Data("late".utf8))
        files.append(file)
        let url = try #require(request.url)
        return TaskAnswer(file: file, response: try httpResponse(from: url, status: 200))
    }
}

private final class NoSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
#endif
