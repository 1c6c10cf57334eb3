import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each method calls the same method of the delegate in the group of the task. On Apple's platforms delegate methods are
// optional, so each method is called as an optional function.
//
// A session that waits for an answer must get one even if no delegate receives the call. A method that has to answer
// then gives the default answer.

extension DelegateProxy {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willBeginDelayedRequest request: URLRequest,
        completionHandler:
            @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        registry.run(task) {
            let method = taskReceiver(of: .willBeginDelayed)?
                .urlSession(_:task:willBeginDelayedRequest:completionHandler:)
            return method?(session, task, request, completionHandler)
        } ?? completionHandler(.continueLoading, nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        let answer = registry.redirects.guarding(completionHandler, of: task)
        #else
        let answer = completionHandler
        #endif
        registry.run(task) {
            let redirected = registry.redirected(request)
            let method = taskReceiver(of: .redirected)?
                .urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)
            // The delegate may answer with another request, so the answer is adapted too.
            method?(session, task, response, redirected) { [registry] in
                answer($0.map(registry.redirected))
            } ?? answer(redirected)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        // After the challenge, the session writes the download to a new file, so begin a new list of pieces.
        pieces?.startOver()
        #endif
        registry.run(task) {
            let method = taskReceiver(of: .challenge)?
                .urlSession(_:task:didReceive:completionHandler:)
            return method?(session, task, challenge, completionHandler)
        } ?? completionHandler(.performDefaultHandling, nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        registry.run(task) {
            let method = taskReceiver(of: .needsBody)?.urlSession(_:task:needNewBodyStream:)
            return method?(session, task, completionHandler)
        } ?? completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent sent: Int64,
        totalBytesExpectedToSend expected: Int64
    ) {
        registry.run(task) {
            let method = taskReceiver(of: .sent)?
                .urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)
            method?(session, task, bytesSent, sent, expected)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        registry.run(task) {
            let method = taskReceiver(of: .measured)?.urlSession(_:task:didFinishCollecting:)
            method?(session, task, metrics)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        task.awaitCancelling(in: session)
        registry.end(task, error) { error in
            let method = taskReceiver(of: .ended)?.urlSession(_:task:didCompleteWithError:)
            method?(session, task, error)
        }
    }
}

// MARK: - Data tasks

extension DelegateProxy {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        registry.run(dataTask) {
            let method = dataReceiver(of: .responded)?
                .urlSession(_:dataTask:didReceive:completionHandler:)
            return method?(session, dataTask, response, completionHandler)
        } ?? completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        registry.run(dataTask) {
            // The type is explicit, because an asynchronous method for responses has the same name.
            let method: ((URLSession, URLSessionDataTask, Data) -> Void)? =
                dataReceiver(of: .received)?.urlSession(_:dataTask:didReceive:)
            method?(session, dataTask, data)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse response: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        registry.run(dataTask) {
            let method = dataReceiver(of: .willCache)?
                .urlSession(_:dataTask:willCacheResponse:completionHandler:)
            return method?(session, dataTask, response, completionHandler)
        } ?? completionHandler(response)
    }
}

// MARK: - Downloads

extension DelegateProxy {
    func urlSession(
        _ session: URLSession,
        downloadTask task: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        registry.run(task) {
            let method = downloadReceiver(of: .downloaded)?
                .urlSession(_:downloadTask:didFinishDownloadingTo:)
            method?(session, task, location)
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask task: URLSessionDownloadTask,
        didWriteData count: Int64,
        totalBytesWritten written: Int64,
        totalBytesExpectedToWrite expected: Int64
    ) {
        #if canImport(FoundationNetworking)
        pieces?.record(count)
        #endif
        let method = downloadReceiver(of: .wrote)?
            .urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)
        registry.run(task) { method?(session, task, count, written, expected) }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask task: URLSessionDownloadTask,
        didResumeAtOffset offset: Int64,
        expectedTotalBytes expected: Int64
    ) {
        registry.run(task) {
            let method = downloadReceiver(of: .resumed)?
                .urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)
            method?(session, task, offset, expected)
        }
    }
}
