public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(DownloadForm(source: .request(request), handler: .file(completionHandler)))
    }

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(DownloadForm(source: .url(url), handler: .file(completionHandler)))
    }

    /// Creates a task that resumes a download, as the session does.
    public func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(ResumedDownloadForm(resumeData: resumeData, handler: .file(completionHandler)))
    }

    /// Creates a task that downloads and reports to the delegate, as the session does.
    public func downloadTask(
        with request: URLRequest
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(DownloadForm(source: .request(request)))
    }

    /// Creates a task that downloads and reports to the delegate, as the session does.
    public func downloadTask(with url: URL) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(DownloadForm(source: .url(url)))
    }

    /// Creates a task that resumes a download and reports to the delegate, as the session does.
    public func downloadTask(
        withResumeData resumeData: Data
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(ResumedDownloadForm(resumeData: resumeData))
    }
}
