public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Each method is here twice: see URLSession+DataTasks.swift.

extension InterceptingClient where Base: URLSession {
    /// The completion handler of a download task.
    public typealias DownloadHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        task(request, completionHandler) {
            $0.downloadTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        if isPiped {
            return downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
        }
        return task(url.requestLabel, completionHandler) {
            base.downloadTask(with: url, completionHandler: $0)
        }
    }

    /// Creates a task that resumes a download, as the session does.
    public func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        task("resumed download", completionHandler, cancel: cancelResumed) {
            base.downloadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }

    /// Creates a task that downloads and reports to the delegate, as the session does.
    public func downloadTask(
        with request: URLRequest
    ) -> InterceptedTask<URLSessionDownloadTask> {
        task(request) {
            base.downloadTask(with: $0)
        } idle: {
            $0.downloadTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a task that downloads and reports to the delegate, as the session does.
    public func downloadTask(with url: URL) -> InterceptedTask<URLSessionDownloadTask> {
        if isPiped { return downloadTask(with: URLRequest(url: url)) }
        return task(url.requestLabel) {
            base.downloadTask(with: url)
        } idle: {
            base.downloadTask(with: url, completionHandler: $0)
        }
    }

    /// Creates a task that resumes a download and reports to the delegate, as the session does.
    public func downloadTask(
        withResumeData resumeData: Data
    ) -> InterceptedTask<URLSessionDownloadTask> {
        task("resumed download", cancel: cancelResumed) {
            base.downloadTask(withResumeData: resumeData)
        } idle: {
            base.downloadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }
}

// MARK: - The session's own tasks, which enter when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates a download task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping DownloadHandler
    ) -> URLSessionDownloadTask {
        ownTask(request, completionHandler) {
            $0.downloadTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a download task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping DownloadHandler
    ) -> URLSessionDownloadTask {
        if isPiped {
            return downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
        }
        return ownTask(url.requestLabel, completionHandler) {
            base.downloadTask(with: url, completionHandler: $0)
        }
    }

    /// Creates a download task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping DownloadHandler
    ) -> URLSessionDownloadTask {
        ownTask("resumed download", completionHandler, cancel: cancelResumed) {
            base.downloadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }

    /// Creates a download task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        ownTask(request) {
            base.downloadTask(with: $0)
        } idle: {
            $0.downloadTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a download task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func downloadTask(with url: URL) -> URLSessionDownloadTask {
        if isPiped { return downloadTask(with: URLRequest(url: url)) }
        return ownTask(url.requestLabel) {
            base.downloadTask(with: url)
        } idle: {
            base.downloadTask(with: url, completionHandler: $0)
        }
    }

    /// Creates a download task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
        ownTask("resumed download", cancel: cancelResumed) {
            base.downloadTask(withResumeData: resumeData)
        } idle: {
            base.downloadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }
}

extension InterceptingClient where Base: URLSession {
    private var cancelResumed: @Sendable (URLSessionDownloadTask) -> Void {
        #if canImport(FoundationNetworking)
        // On Linux no download can be resumed. The session says so when the task is started, but
        // nothing at all if it is cancelled before. It traps if it has not registered the task yet,
        // and it calls back on the queue for which the task waits.
        { [base] task in
            base.getAllTasks { _ in DispatchQueue.global().async { task.resume() } }
        }
        #else
        { $0.cancel() }
        #endif
    }
}
