public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension InterceptingClient where Base: URLSession {
    /// Creates a task that uploads the data, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(
            UploadForm(request: request, body: .data(bodyData), handler: .data(completionHandler))
        )
    }

    /// Creates a task that uploads the file, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(
            UploadForm(request: request, body: .file(fileURL), handler: .data(completionHandler))
        )
    }

    /// Creates a task that uploads the data and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(UploadForm(request: request, body: .data(bodyData)))
    }

    /// Creates a task that uploads the file and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(UploadForm(request: request, body: .file(fileURL)))
    }

    /// Creates a task that uploads a stream of the delegate, as the session does.
    public func uploadTask(
        withStreamedRequest request: URLRequest
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(StreamedUploadForm(request: request))
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
        session.task(ResumedUploadForm(resumeData: resumeData, handler: .data(completionHandler)))
    }

    /// Creates a task that resumes an upload and reports to the delegate, as the session does.
    public func uploadTask(
        withResumeData resumeData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        session.task(ResumedUploadForm(resumeData: resumeData))
    }
}
#endif
