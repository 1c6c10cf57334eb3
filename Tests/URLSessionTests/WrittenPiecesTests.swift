#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import Testing

@testable import Interception
@testable import InterceptionTestSupport

/// On Linux a session that tells a delegate of a download writes each piece of it twice.
@Suite struct `Downloads with a progress delegate` {
    private let pieces = WrittenPieces()

    /// A file as a session leaves it that is removed with the test.
    private func file(_ content: String) throws -> URL {
        try DownloadedFile.write(Data(content.utf8))
    }

    private func content(of file: URL) throws -> String {
        defer { DownloadedFile.removeIfAny(file) }
        // Reading an empty file at once leaks a page on Linux.
        let data = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `each piece stays in the file once, at its place (I1)`() throws {
        for count in [3, 1, 4] { pieces.note(Int64(count)) }
        let file = try file("oneone" + "22" + "fourfour")
        try pieces.removeCopies(from: file)
        #expect(try content(of: file) == "one2four")
    }

    @Test func `data of a challenge is in another file (I1)`() throws {
        pieces.note(6)
        pieces.startOver()
        for count in [2, 4] { pieces.note(Int64(count)) }
        let file = try file("abab" + "cdefcdef")
        try pieces.removeCopies(from: file)
        #expect(try content(of: file) == "abcdef")
    }

    @Test func `an unanswered challenge leaves its own file (I1)`() throws {
        pieces.note(6)
        pieces.startOver()
        let file = try file("refuse" + "refuse")
        try pieces.removeCopies(from: file)
        #expect(try content(of: file) == "refuse")
    }

    @Test(arguments: ["", "whole"])
    func `a file that was written once stays as it is (I1)`(text: String) throws {
        if !text.isEmpty { pieces.note(Int64(text.count)) }
        let file = try file(text)
        try pieces.removeCopies(from: file)
        #expect(try content(of: file) == text)
    }

    @Test(arguments: ["ababa", "abba", "abcd"])
    func `other files are ignored`(text: String) throws {
        pieces.note(2)
        let file = try file(text)
        #expect(throws: CocoaError(.fileReadCorruptFile)) { try pieces.removeCopies(from: file) }
        #expect(try content(of: file) == text)
    }

    @Test func `delegate calls are recorded, and data of a challenge separately (I1)`() throws {
        let delegate = DownloadDelegateRecorder()
        let proxy = DelegateProxy.standing(before: delegate, of: InterceptedCall(), noting: pieces)
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
        let file = try file("aa" + "bcdbcd")
        try pieces.removeCopies(from: file)
        #expect(try content(of: file) == "abcd")
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
            let session = URLSession(
                configuration: .ephemeral,
                delegate: nil,
                delegateQueue: queue
            )
            let pieces = WrittenPieces.told(to: delegate, by: session)
            #expect((pieces != nil) == isTold)
            let proxy = DelegateProxy.standing(
                before: delegate,
                of: InterceptedCall(),
                noting: pieces
            )
            #expect(proxy is any URLSessionDownloadDelegate == isTold)
        }
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
