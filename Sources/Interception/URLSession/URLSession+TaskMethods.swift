// Each method for a data task exists twice. The compiler usually chooses the method that returns an `InterceptedTask`.
// For code that requires a `URLSessionDataTask`, the compiler chooses the other method.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// Creates a data task for the request, as the session does.
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDataTask> {
        urlSession.task(DataForm(source: .request(request), handler: .data(completionHandler)))
    }

    /// Creates a data task for the URL, as the session does.
    public func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDataTask> {
        urlSession.task(DataForm(source: .url(url), handler: .data(completionHandler)))
    }

    /// Creates a data task for the request without a handler, as the session does.
    public func dataTask(with request: URLRequest) -> InterceptedTask<URLSessionDataTask> {
        urlSession.task(DataForm(source: .request(request)))
    }

    /// Creates a data task for the URL without a handler, as the session does.
    public func dataTask(with url: URL) -> InterceptedTask<URLSessionDataTask> {
        urlSession.task(DataForm(source: .url(url)))
    }
}

// MARK: - Downloads

extension InterceptingClient where Base: URLSession {
    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDownloadTask> {
        urlSession.task(DownloadForm(source: .request(request), handler: .file(completionHandler)))
    }

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDownloadTask> {
        urlSession.task(DownloadForm(source: .url(url), handler: .file(completionHandler)))
    }

    /// Creates a task that resumes a download, as the session does.
    public func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDownloadTask> {
        let handler = RequestStubs.bound(completionHandler)
        return urlSession.task(ResumedDownloadForm(resumeData: resumeData, handler: .file(handler)))
    }

    /// Creates a task that downloads and reports to the delegate, as the session does.
    public func downloadTask(with request: URLRequest) -> InterceptedTask<URLSessionDownloadTask> {
        urlSession.task(DownloadForm(source: .request(request)))
    }

    /// Creates a task that downloads and reports to the delegate, as the session does.
    public func downloadTask(with url: URL) -> InterceptedTask<URLSessionDownloadTask> {
        urlSession.task(DownloadForm(source: .url(url)))
    }

    /// Creates a task that resumes a download and reports to the delegate, as the session does.
    public func downloadTask(
        withResumeData resumeData: Data
    ) -> InterceptedTask<URLSessionDownloadTask> {
        urlSession.task(ResumedDownloadForm(resumeData: resumeData))
    }
}

// MARK: - Uploads

extension InterceptingClient where Base: URLSession {
    /// Creates a task that uploads the data, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionUploadTask> {
        urlSession.task(
            UploadForm(request: request, body: .data(bodyData), handler: .data(completionHandler))
        )
    }

    /// Creates a task that uploads the file, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionUploadTask> {
        urlSession.task(
            UploadForm(request: request, body: .file(fileURL), handler: .data(completionHandler))
        )
    }

    /// Creates a task that uploads the data and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        urlSession.task(UploadForm(request: request, body: .data(bodyData)))
    }

    /// Creates a task that uploads the file and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL
    ) -> InterceptedTask<URLSessionUploadTask> {
        urlSession.task(UploadForm(request: request, body: .file(fileURL)))
    }

    /// Creates a task that uploads a stream of the delegate, as the session does.
    public func uploadTask(
        withStreamedRequest request: URLRequest
    ) -> InterceptedTask<URLSessionUploadTask> {
        urlSession.task(StreamedUploadForm(request: request))
    }
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension InterceptingClient where Base: URLSession {
    /// Creates a task that resumes an upload, as the session does.
    public func uploadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionUploadTask> {
        let handler = RequestStubs.bound(completionHandler)
        return urlSession.task(ResumedUploadForm(resumeData: resumeData, handler: .data(handler)))
    }

    /// Creates a task that resumes an upload and reports to the delegate, as the session does.
    public func uploadTask(
        withResumeData resumeData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        urlSession.task(ResumedUploadForm(resumeData: resumeData))
    }
}
#endif

// MARK: - Bare data tasks, which enter their group when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates a bare data task that enters its group at once; the group waits for the task, so resume the task.
    @_disfavoredOverload
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        urlSession.bareTask(DataForm(source: .request(request), handler: .data(completionHandler)))
    }

    /// Creates a bare data task that enters its group at once; the group waits for the task, so resume the task.
    @_disfavoredOverload
    public func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        urlSession.bareTask(DataForm(source: .url(url), handler: .data(completionHandler)))
    }

    /// Creates a bare data task that enters its group at once; the group waits for the task, so resume the task.
    @_disfavoredOverload
    public func dataTask(with request: URLRequest) -> URLSessionDataTask {
        urlSession.bareTask(DataForm(source: .request(request)))
    }

    /// Creates a bare data task that enters its group at once; the group waits for the task, so resume the task.
    @_disfavoredOverload
    public func dataTask(with url: URL) -> URLSessionDataTask {
        urlSession.bareTask(DataForm(source: .url(url)))
    }
}
