#if !canImport(FoundationNetworking)
import Foundation

// Each method calls the same method of the object that `receiver(of:)` returns, in the group of the task.

// A session that waits for an answer must get one even if `receiver(of:)` returns `nil`. A method that has to answer
// then gives the default answer.

extension DelegateProxy: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        _ = receiver(of: .invalidated)?.urlSession?(session, didBecomeInvalidWithError: error)
        if place == .sessionDelegate { context.close() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willBeginDelayedRequest request: URLRequest,
        completionHandler:
            @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        let received: Void? = context.run(task) {
            taskReceiver(of: .willBeginDelayed)?
                .urlSession?(
                    session,
                    task: task,
                    willBeginDelayedRequest: request,
                    completionHandler: completionHandler
                )
        }
        if received == nil { completionHandler(.continueLoading, nil) }
    }

    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        context.run(task) {
            _ = taskReceiver(of: .waitsForConnectivity)?
                .urlSession?(session, taskIsWaitingForConnectivity: task)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let redirected = context.redirected(request)
        let received: Void? = context.run(task) {
            taskReceiver(of: .redirected)?
                .urlSession?(
                    session,
                    task: task,
                    willPerformHTTPRedirection: response,
                    newRequest: redirected,
                    // The delegate may answer with another request, so the answer is adapted too.
                    completionHandler: { [context] in
                        completionHandler($0.map(context.redirected))
                    }
                )
        }
        if received == nil { completionHandler(redirected) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let received: Void? = context.run(task) {
            taskReceiver(of: .challenge)?
                .urlSession?(
                    session,
                    task: task,
                    didReceive: challenge,
                    completionHandler: completionHandler
                )
        }
        if received == nil { completionHandler(.performDefaultHandling, nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let received: Void? = context.run(task) {
            taskReceiver(of: .needsBody)?
                .urlSession?(session, task: task, needNewBodyStream: completionHandler)
        }
        if received == nil { completionHandler(nil) }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStreamFrom offset: Int64,
        completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let received: Void? = context.run(task) {
            taskReceiver(of: .needsBodyFromOffset)?
                .urlSession?(
                    session,
                    task: task,
                    needNewBodyStreamFrom: offset,
                    completionHandler: completionHandler
                )
        }
        if received == nil { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        context.run(task) {
            _ = taskReceiver(of: .sent)?
                .urlSession?(
                    session,
                    task: task,
                    didSendBodyData: bytesSent,
                    totalBytesSent: totalBytesSent,
                    totalBytesExpectedToSend: totalBytesExpectedToSend
                )
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceiveInformationalResponse response: HTTPURLResponse
    ) {
        context.run(task) {
            _ = taskReceiver(of: .informed)?
                .urlSession?(session, task: task, didReceiveInformationalResponse: response)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        context.run(task) {
            _ = taskReceiver(of: .measured)?
                .urlSession?(session, task: task, didFinishCollecting: metrics)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        context.end(task, error) { error in
            _ = taskReceiver(of: .ended)?
                .urlSession?(session, task: task, didCompleteWithError: error)
        }
    }
}

extension DelegateProxy: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let received: Void? = context.run(dataTask) {
            dataReceiver(of: .responded)?
                .urlSession?(
                    session,
                    dataTask: dataTask,
                    didReceive: response,
                    completionHandler: completionHandler
                )
        }
        if received == nil { completionHandler(.allow) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome downloadTask: URLSessionDownloadTask
    ) {
        context.move(from: dataTask, to: downloadTask)
        let inherited = downloadTask.delegate as? any WatchingDelegate
        inherited?.watch?.follow(downloadTask)
        context.run(downloadTask) {
            _ = dataReceiver(of: .becameDownload)?
                .urlSession?(session, dataTask: dataTask, didBecome: downloadTask)
        }
        if !routing.receivesEnd(ofDownloadThat: inherited is DelegateProxy) {
            context.giveUp(downloadTask, UntrackedTaskError(.becameDownload))
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome streamTask: URLSessionStreamTask
    ) {
        context.end(dataTask, nil) { _ in
            _ = dataReceiver(of: .becameStream)?
                .urlSession?(session, dataTask: dataTask, didBecome: streamTask)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        context.run(dataTask) {
            _ = dataReceiver(of: .received)?
                .urlSession?(session, dataTask: dataTask, didReceive: data)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        let received: Void? = context.run(dataTask) {
            dataReceiver(of: .willCache)?
                .urlSession?(
                    session,
                    dataTask: dataTask,
                    willCacheResponse: proposedResponse,
                    completionHandler: completionHandler
                )
        }
        if received == nil { completionHandler(proposedResponse) }
    }
}

extension DelegateProxy: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        context.run(downloadTask) {
            _ = downloadReceiver(of: .downloaded)?
                .urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location)
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        context.run(downloadTask) {
            _ = downloadReceiver(of: .wrote)?
                .urlSession?(
                    session,
                    downloadTask: downloadTask,
                    didWriteData: bytesWritten,
                    totalBytesWritten: totalBytesWritten,
                    totalBytesExpectedToWrite: totalBytesExpectedToWrite
                )
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        context.run(downloadTask) {
            _ = downloadReceiver(of: .resumed)?
                .urlSession?(
                    session,
                    downloadTask: downloadTask,
                    didResumeAtOffset: fileOffset,
                    expectedTotalBytes: expectedTotalBytes
                )
        }
    }
}
#endif
