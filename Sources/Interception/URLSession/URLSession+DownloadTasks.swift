// The download tasks of a wrapped session. Each method exists twice: see URLSession+DataTasks.swift.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// The completion handler of a download task.
    public typealias DownloadHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(DownloadForm(source: .request(request)), completionHandler)
    }

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(DownloadForm(source: .url(url)), completionHandler)
    }

    /// Creates a task that resumes a download, as the session does.
    public func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        session.task(ResumedDownloadForm(resumeData: resumeData), completionHandler)
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

// MARK: - The session's own tasks, which enter when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates a download task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping DownloadHandler
    ) -> URLSessionDownloadTask {
        session.ownTask(DownloadForm(source: .request(request)), completionHandler)
    }

    /// Creates a download task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping DownloadHandler
    ) -> URLSessionDownloadTask {
        session.ownTask(DownloadForm(source: .url(url)), completionHandler)
    }

    /// Creates a download task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping DownloadHandler
    ) -> URLSessionDownloadTask {
        session.ownTask(ResumedDownloadForm(resumeData: resumeData), completionHandler)
    }

    /// Creates a download task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        session.ownTask(DownloadForm(source: .request(request)))
    }

    /// Creates a download task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func downloadTask(with url: URL) -> URLSessionDownloadTask {
        session.ownTask(DownloadForm(source: .url(url)))
    }

    /// Creates a download task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
        session.ownTask(ResumedDownloadForm(resumeData: resumeData))
    }
}
