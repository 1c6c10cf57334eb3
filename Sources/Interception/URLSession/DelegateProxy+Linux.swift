// On Linux, a session asks to which protocols its delegate conforms. So each set of protocols needs its own proxy
// class. DelegateProxyMethods.swift contains the methods for tasks.
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// A delegate that forwards each call to the user's delegate, in the group of the task.
class DelegateProxy: NSObject, URLSessionTaskDelegate, URLSessionWebSocketDelegate,
    // Safe: this class and its subclasses store only Sendable constants.
    @unchecked Sendable
{
    var delegate: (any URLSessionDelegate)? { taskDelegate }

    let taskDelegate: (any URLSessionTaskDelegate)?
    private let dataDelegate: (any URLSessionDataDelegate)?
    private let downloadDelegate: (any URLSessionDownloadDelegate)?
    let registry: TaskRegistry
    /// The written pieces of one download, if the delegate receives the progress of that download.
    let pieces: WrittenPieces?

    required init(
        _ delegate: (any URLSessionTaskDelegate)?,
        _ dataDelegate: (any URLSessionDataDelegate)?,
        _ downloadDelegate: (any URLSessionDownloadDelegate)?,
        _ registry: TaskRegistry,
        _ pieces: WrittenPieces?
    ) {
        (taskDelegate, self.dataDelegate) = (delegate, dataDelegate)
        self.downloadDelegate = downloadDelegate
        (self.registry, self.pieces) = (registry, pieces)
    }

    /// Returns a proxy that conforms to the protocols of the delegate; without a delegate, it only adapts redirects.
    ///
    /// The delegate of one request receives the download methods only if `pieces` is given. A session that
    /// reports progress to such a delegate writes each piece twice, so ``WrittenPieces`` has to remove the
    /// copies.
    static func proxy(
        for delegate: (any URLSessionTaskDelegate)?,
        registry: TaskRegistry,
        noting pieces: WrittenPieces? = nil
    ) -> DelegateProxy {
        let data = delegate as? any URLSessionDataDelegate
        let forwardsDownloads = !registry.isOfOneRequest || pieces != nil
        let download = forwardsDownloads ? delegate as? any URLSessionDownloadDelegate : nil
        let proxy: DelegateProxy.Type =
            switch (data != nil, download != nil) {
            case (true, true): DataAndDownloadDelegateProxy.self
            case (true, false): DataDelegateProxy.self
            case (false, true): DownloadDelegateProxy.self
            case (false, false): DelegateProxy.self
            }
        return proxy.init(delegate, data, download, registry, pieces)
    }

    func taskReceiver(of _: DelegateMethod) -> (any URLSessionTaskDelegate)? { taskDelegate }

    func dataReceiver(of _: DelegateMethod) -> (any URLSessionDataDelegate)? { dataDelegate }

    func downloadReceiver(of _: DelegateMethod) -> (any URLSessionDownloadDelegate)? {
        downloadDelegate
    }
}

private final class DataDelegateProxy: DelegateProxy, URLSessionDataDelegate, @unchecked Sendable {}

private final class DownloadDelegateProxy: DelegateProxy, URLSessionDownloadDelegate,
    @unchecked Sendable
{}

private final class DataAndDownloadDelegateProxy: DelegateProxy, URLSessionDataDelegate,
    URLSessionDownloadDelegate, @unchecked Sendable
{}

// MARK: - Methods of no request

extension DelegateProxy {
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        delegate?.urlSession(session, didBecomeInvalidWithError: error)
        registry.close()
    }

    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        delegate?.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
            ?? completionHandler(.performDefaultHandling, nil)
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol protocol: String?
    ) {
        (taskDelegate as? any URLSessionWebSocketDelegate)?
            .urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: `protocol`)
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {
        (taskDelegate as? any URLSessionWebSocketDelegate)?
            .urlSession(
                session,
                webSocketTask: webSocketTask,
                didCloseWith: closeCode,
                reason: reason
            )
    }
}
#endif
