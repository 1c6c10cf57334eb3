// The upload tasks of a wrapped session. Each method exists twice: see URLSession+DataTasks.swift.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// Creates a task that uploads the data, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(session.uploadForm(request, bodyData), completionHandler)
    }

    /// Creates a task that uploads the file, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(FileUploadForm(request: request, file: fileURL), completionHandler)
    }

    /// Creates a task that uploads the data and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(session.uploadForm(request, bodyData))
    }

    /// Creates a task that uploads the file and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(FileUploadForm(request: request, file: fileURL))
    }

    /// Creates a task that uploads a stream, which the delegate provides, as the session does.
    public func uploadTask(
        withStreamedRequest request: URLRequest
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(StreamedUploadForm(request: request))
    }
}

// MARK: - The session's own tasks, which enter when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates an upload task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        session.ownTask(session.uploadForm(request, bodyData), completionHandler)
    }

    /// Creates an upload task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        session.ownTask(FileUploadForm(request: request, file: fileURL), completionHandler)
    }

    /// Creates an upload task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data
    ) -> URLSessionUploadTask {
        session.ownTask(session.uploadForm(request, bodyData))
    }

    /// Creates an upload task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL
    ) -> URLSessionUploadTask {
        session.ownTask(FileUploadForm(request: request, file: fileURL))
    }

    /// Creates an upload task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
        session.ownTask(StreamedUploadForm(request: request))
    }
}

#if !canImport(FoundationNetworking)
// MARK: - Resumed uploads

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension InterceptingClient where Base: URLSession {
    /// Creates a task that resumes an upload, as the session does.
    public func uploadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(ResumedUploadForm(resumeData: resumeData), completionHandler)
    }

    /// Creates a task that resumes an upload and reports to the delegate, as the session does.
    public func uploadTask(
        withResumeData resumeData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(ResumedUploadForm(resumeData: resumeData))
    }
}
#endif
