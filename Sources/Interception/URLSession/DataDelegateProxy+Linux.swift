#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

// The proxy of a delegate for data tasks on Linux, where a data task never becomes a download or a stream.
class DataDelegateProxy: DelegateProxy, URLSessionDataDelegate, @unchecked Sendable {
    private let dataDelegate: any URLSessionDataDelegate

    init(
        _ delegate: any URLSessionDataDelegate,
        _ context: DelegateContext,
        _ pieces: WrittenPieces?
    ) {
        dataDelegate = delegate
        super.init(delegate, context, pieces)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        context.run(dataTask) {
            dataDelegate.urlSession(
                session,
                dataTask: dataTask,
                didReceive: response,
                completionHandler: completionHandler
            )
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        context.run(dataTask) {
            dataDelegate.urlSession(session, dataTask: dataTask, didReceive: data)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        context.run(dataTask) {
            dataDelegate.urlSession(
                session,
                dataTask: dataTask,
                willCacheResponse: proposedResponse,
                completionHandler: completionHandler
            )
        }
    }
}

protocol DownloadForwarding: DelegateProxy, URLSessionDownloadDelegate {
    var downloadDelegate: any URLSessionDownloadDelegate { get }
}

extension DownloadForwarding {
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        context.run(downloadTask) {
            downloadDelegate.urlSession(
                session,
                downloadTask: downloadTask,
                didFinishDownloadingTo: location
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        pieces?.record(bytesWritten)
        context.run(downloadTask) {
            downloadDelegate.urlSession(
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
            downloadDelegate.urlSession(
                session,
                downloadTask: downloadTask,
                didResumeAtOffset: fileOffset,
                expectedTotalBytes: expectedTotalBytes
            )
        }
    }
}

final class DownloadDelegateProxy: DelegateProxy, DownloadForwarding, @unchecked Sendable {
    let downloadDelegate: any URLSessionDownloadDelegate

    init(
        _ delegate: any URLSessionDownloadDelegate,
        _ context: DelegateContext,
        _ pieces: WrittenPieces?
    ) {
        downloadDelegate = delegate
        super.init(delegate, context, pieces)
    }
}

final class DataAndDownloadDelegateProxy: DataDelegateProxy, DownloadForwarding,
    @unchecked Sendable
{
    let downloadDelegate: any URLSessionDownloadDelegate

    init(
        _ dataDelegate: any URLSessionDataDelegate,
        _ downloadDelegate: any URLSessionDownloadDelegate,
        _ context: DelegateContext,
        _ pieces: WrittenPieces?
    ) {
        self.downloadDelegate = downloadDelegate
        super.init(dataDelegate, context, pieces)
    }
}
#endif
