/// A session delegate that records its calls with their task and their group, or another context.
///
/// The subclasses also implement the methods for data, downloads or both.
class DelegateRecorder: NSObject, URLSessionTaskDelegate,
    // Safe: the class and its subclasses have only constant, Sendable properties.
    @unchecked Sendable
{
    let calls = Journal<String>()
    let errors = Journal<(any Error)?>()
    /// The outstanding requests of the current group at the end of each task.
    let outstanding = Journal<[String]?>()

    private let onEnd: @Sendable (URLSessionTask) -> Void
    private let context: @Sendable (URLSessionTask) -> String

    /// - Parameters:
    ///   - onEnd: runs in the last method that is called for a task.
    ///   - context: the text to record with each call, by default the name of the current group.
    init(
        onEnd: @escaping @Sendable (URLSessionTask) -> Void = { _ in },
        context: @escaping @Sendable (URLSessionTask) -> String = { _ in currentGroupName() }
    ) { (self.onEnd, self.context) = (onEnd, context) }

    fileprivate func note(_ event: String, of task: URLSessionTask) {
        let path = task.originalRequest?.url?.path.dropFirst() ?? "nothing"
        calls.append("\(event) of \(path) in \(context(task))")
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        calls.append("invalid in \(currentGroupName())")
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        note("challenge by \(challenge.protectionSpace.realm ?? "nobody")", of: task)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        onEnd(task)
        errors.append(error)
        outstanding.append(RequestGroup.current?.outstanding)
        note("end", of: task)
    }
}

private func currentGroupName() -> String { RequestGroup.current?.name ?? "none" }

class DataDelegateRecorder: DelegateRecorder, URLSessionDataDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse).map { "\($0.statusCode)" } ?? "without status"
        note("response \(status)", of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        note("data \(String(decoding: data, as: UTF8.self))", of: dataTask)
    }
}

final class DownloadDelegateRecorder: DelegateRecorder, URLSessionDownloadDelegate,
    @unchecked Sendable
{
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) { note("file", of: downloadTask) }
}

final class DataAndDownloadDelegateRecorder: DataDelegateRecorder, URLSessionDownloadDelegate,
    @unchecked Sendable
{
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) { note("file", of: downloadTask) }
}

enum DelegateKind: CaseIterable, Sendable {
    case task, data, download, dataAndDownload

    /// A Boolean value that indicates whether the delegate implements the methods for responses and data.
    var receivesData: Bool { self == .data || self == .dataAndDownload }

    func recorder() -> DelegateRecorder {
        switch self {
        case .task: DelegateRecorder()
        case .data: DataDelegateRecorder()
        case .download: DownloadDelegateRecorder()
        case .dataAndDownload: DataAndDownloadDelegateRecorder()
        }
    }
}

/// A session without a delegate for its tasks.
enum SilentSession: CaseIterable, Sendable {
    case wrapped, withoutDelegate, withPlainDelegate

    func session(_ server: StubServer) -> InterceptingClient<URLSession> {
        switch self {
        case .wrapped: InterceptingClient(server.session())
        case .withoutDelegate: server.session(delegate: nil)
        case .withPlainDelegate: server.session(delegate: PlainDelegate())
        }
    }
}

/// A session delegate without methods for tasks.
final class PlainDelegate: NSObject, URLSessionDelegate, Sendable {
    let calls = Journal<String>()

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        calls.append("invalid")
    }
}
