package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A delegate of a session or of a task that records every call in a transcript.
package final class TranscribingDelegate: NSObject, URLSessionDataDelegate,
    URLSessionDownloadDelegate
{
    private let transcript: Transcript
    private let name: String
    private let credential: URLCredential?
    private let endsTranscript: Bool

    /// - Parameters:
    ///   - transcript: the transcript to write to.
    ///   - name: the name of the delegate in the transcript.
    ///   - credential: the answer to every challenge; `nil` for the default handling.
    ///   - endsTranscript: whether the delegate is the only receiver of the request's completion.
    package init(
        _ transcript: Transcript,
        name: String,
        credential: URLCredential? = nil,
        endsTranscript: Bool
    ) {
        self.transcript = transcript
        self.name = name
        self.credential = credential
        self.endsTranscript = endsTranscript
    }

    package func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        transcript.note("\(name) didBecomeInvalid(\(text(error)))")
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let method = request.httpMethod ?? "no method"
        let path = request.url?.path ?? "nowhere"
        transcript.note("\(name) willRedirect(\(text(response)), to: \(method) \(path))")
        completionHandler(request)
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        transcript.note("\(name) didReceive(\(space.authenticationMethod) \(space.realm ?? ""))")
        if let credential {
            completionHandler(.useCredential, credential)
        } else {
            completionHandler(.performDefaultHandling, nil)
        }
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        transcript.note("\(name) needNewBodyStream")
        completionHandler(InputStream(data: Data("streamed".utf8)))
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transcript.note("\(name) didSend", bytes: bytesSent)
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        transcript.note("\(name) didFinishCollecting")
    }

    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let line = "\(name) didComplete(\(text(task.response)), \(text(error)))"
        if endsTranscript { transcript.end(line) } else { transcript.note(line) }
    }

    package func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        transcript.note("\(name) didReceive(\(text(response)))")
        completionHandler(.allow)
    }

    package func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    ) {
        transcript.note("\(name) didReceive", bytes: Int64(data.count))
    }

    package func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        transcript.note("\(name) willCache(\(text(proposedResponse.response)))")
        completionHandler(proposedResponse)
    }

    package func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        transcript.note("\(name) didFinishDownloading(\(text(contentsOf: location)))")
        #if canImport(FoundationNetworking)
        // The delegate owns the downloaded file.
        try? FileManager.default.removeItem(at: location)
        #endif
    }

    package func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        transcript.note("\(name) didWrite", bytes: bytesWritten)
    }
}
