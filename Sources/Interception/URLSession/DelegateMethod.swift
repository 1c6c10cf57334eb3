/// A delegate method that a session calls on Apple's platforms, by its selector; a proxy acts on its meaning.
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

    // Streams and web sockets, which are in no group
    case readClosed = "URLSession:readClosedForStreamTask:"
    case writeClosed = "URLSession:writeClosedForStreamTask:"
    case betterRoute = "URLSession:betterRouteDiscoveredForStreamTask:"
    case becameStreams = "URLSession:streamTask:didBecomeInputStream:outputStream:"
    case opened = "URLSession:webSocketTask:didOpenWithProtocol:"
    case closed = "URLSession:webSocketTask:didCloseWithCode:reason:"

    /// The effect of a method on the group of its task.
    enum Meaning {
        /// No effect: the method concerns no task, a task in no group, or a task that was just created.
        case aside
        /// The method runs in the group.
        case part
        /// The method runs in the group, and another task takes the place of its task.
        case goesOn
        /// The method runs in the group, and its task leaves afterwards.
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
        // A stream does not end by itself, so it is in no group.
        case .becameStream, .ended: .end
        }
    }
}
