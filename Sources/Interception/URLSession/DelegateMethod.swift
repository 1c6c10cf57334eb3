/// The delegate methods that a session calls on Apple's platforms, with their selectors as raw values.
enum DelegateMethod: String, CaseIterable, Sendable {
    case invalidated = "URLSession:didBecomeInvalidWithError:"
    case sessionChallenge = "URLSession:didReceiveChallenge:completionHandler:"
    case backgroundEventsDelivered = "URLSessionDidFinishEventsForBackgroundURLSession:"

    case created = "URLSession:didCreateTask:"
    case willBeginDelayed = "URLSession:task:willBeginDelayedRequest:completionHandler:"
    case waitsForConnectivity = "URLSession:taskIsWaitingForConnectivity:"
    case redirected = "URLSession:task:willPerformHTTPRedirection:newRequest:completionHandler:"
    case challenge = "URLSession:task:didReceiveChallenge:completionHandler:"
    case needsBody = "URLSession:task:needNewBodyStream:"
    case needsBodyFromOffset = "URLSession:task:needNewBodyStreamFromOffset:completionHandler:"
    case sent = "URLSession:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:"
    case informed = "URLSession:task:didReceiveInformationalResponse:"
    case measured = "URLSession:task:didFinishCollectingMetrics:"
    case ended = "URLSession:task:didCompleteWithError:"

    case responded = "URLSession:dataTask:didReceiveResponse:completionHandler:"
    case becameDownload = "URLSession:dataTask:didBecomeDownloadTask:"
    case becameStream = "URLSession:dataTask:didBecomeStreamTask:"
    case received = "URLSession:dataTask:didReceiveData:"
    case willCache = "URLSession:dataTask:willCacheResponse:completionHandler:"

    case downloaded = "URLSession:downloadTask:didFinishDownloadingToURL:"
    case wrote = "URLSession:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:"
    case resumed = "URLSession:downloadTask:didResumeAtOffset:expectedTotalBytes:"

    case readClosed = "URLSession:readClosedForStreamTask:"
    case writeClosed = "URLSession:writeClosedForStreamTask:"
    case betterRoute = "URLSession:betterRouteDiscoveredForStreamTask:"
    case becameStreams = "URLSession:streamTask:didBecomeInputStream:outputStream:"
    case opened = "URLSession:webSocketTask:didOpenWithProtocol:"
    case closed = "URLSession:webSocketTask:didCloseWithCode:reason:"

    /// A Boolean value that indicates whether the method runs in the group of its task.
    ///
    /// The other methods concern no task, a task in no group, or a task that was just created.
    var isInGroup: Bool {
        switch self {
        case .invalidated, .sessionChallenge, .backgroundEventsDelivered, .created, .readClosed,
            .writeClosed, .betterRoute, .becameStreams, .opened, .closed:
            false
        default: true
        }
    }

    // A data task that becomes a stream leaves its group, because a stream may stay open for ever.
    /// A Boolean value that indicates whether the method ends the task in its group, or replaces it by a download.
    var endsOrMoves: Bool { [.ended, .becameStream, .becameDownload].contains(self) }
}
