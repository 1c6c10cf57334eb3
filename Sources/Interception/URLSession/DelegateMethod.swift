/// A method that a session calls on Apple's platforms, by the name of its selector.
///
/// What it is about decides what a proxy does beside handing it on.
enum DelegateMethod: String, CaseIterable, Sendable {
    // The session
    case invalidated = "URLSession:didBecomeInvalidWithError:"
    case sessionChallenge = "URLSession:didReceiveChallenge:completionHandler:"
    case backgroundEventsDelivered = "URLSessionDidFinishEventsForBackgroundURLSession:"

    // Every task
    case created = "URLSession:didCreateTask:"
    case willBeginDelayed = "URLSession:task:willBeginDelayedRequest:completionHandler:"
    case waitsForConnectivity = "URLSession:taskIsWaitingForConnectivity:"
    case redirected =
        "URLSession:task:willPerformHTTPRedirection:newRequest:completionHandler:"
    case challenge = "URLSession:task:didReceiveChallenge:completionHandler:"
    case needsBody = "URLSession:task:needNewBodyStream:"
    case needsBodyFromOffset = "URLSession:task:needNewBodyStreamFromOffset:completionHandler:"
    case sent = "URLSession:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:"
    case informed = "URLSession:task:didReceiveInformationalResponse:"
    case measured = "URLSession:task:didFinishCollectingMetrics:"
    case ended = "URLSession:task:didCompleteWithError:"

    // Data and uploads
    case responded = "URLSession:dataTask:didReceiveResponse:completionHandler:"
    case becameDownload = "URLSession:dataTask:didBecomeDownloadTask:"
    case becameStream = "URLSession:dataTask:didBecomeStreamTask:"
    case received = "URLSession:dataTask:didReceiveData:"
    case willCache = "URLSession:dataTask:willCacheResponse:completionHandler:"

    // Downloads
    case downloaded = "URLSession:downloadTask:didFinishDownloadingToURL:"
    case wrote =
        "URLSession:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:"
    case resumed = "URLSession:downloadTask:didResumeAtOffset:expectedTotalBytes:"

    // Connections, which are in no group
    case readClosed = "URLSession:readClosedForStreamTask:"
    case writeClosed = "URLSession:writeClosedForStreamTask:"
    case betterRoute = "URLSession:betterRouteDiscoveredForStreamTask:"
    case becameStreams = "URLSession:streamTask:didBecomeInputStream:outputStream:"
    case opened = "URLSession:webSocketTask:didOpenWithProtocol:"
    case closed = "URLSession:webSocketTask:didCloseWithCode:reason:"

    /// What becomes of the group of a task when the method is called.
    enum Meaning {
        /// It is about no task, or about one that is in no group, or it is called before anybody could know
        /// of the task.
        case aside
        /// It runs in the group.
        case part
        /// It runs in the group, which goes on with the other task.
        case goesOn
        /// It runs in the group, which the task then leaves.
        case end
    }

    var meaning: Meaning {
        switch self {
        case .invalidated, .sessionChallenge, .backgroundEventsDelivered, .created, .readClosed,
            .writeClosed, .betterRoute, .becameStreams, .opened, .closed:
            .aside
        case .willBeginDelayed, .waitsForConnectivity, .redirected, .challenge, .needsBody,
            .needsBodyFromOffset, .sent, .informed, .measured, .responded, .received, .willCache,
            .downloaded, .wrote, .resumed:
            .part
        case .becameDownload: .goesOn
        // A stream is in no group: it does not end by itself.
        case .becameStream, .ended: .end
        }
    }
}
