public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Each method is here twice: see URLSession+DataTasks.swift.

extension InterceptingClient where Base: URLSession {
    /// Creates a task that uploads the data, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionUploadTask> {
        let body = UploadBody(bodyData, of: request, isPiped: isPiped)
        return task(body.put(into: request), completionHandler) {
            $0.uploadTask(with: body.take(from: $1), from: body.data(of: $1), completionHandler: $2)
        }
    }

    /// Creates a task that uploads the file, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionUploadTask> {
        task(request, completionHandler) {
            $0.uploadTask(with: $1, fromFile: fileURL, completionHandler: $2)
        }
    }

    /// Creates a task that uploads the data and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        let body = UploadBody(bodyData, of: request, isPiped: isPiped)
        return task(body.put(into: request)) {
            base.uploadTask(with: body.take(from: $0), from: body.data(of: $0) ?? Data())
        } idle: {
            $0.uploadTask(with: body.take(from: $1), from: body.data(of: $1), completionHandler: $2)
        }
    }

    /// Creates a task that uploads the file and reports to the delegate, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL
    ) -> InterceptedTask<URLSessionUploadTask> {
        task(request) {
            base.uploadTask(with: $0, fromFile: fileURL)
        } idle: {
            $0.uploadTask(with: $1, fromFile: fileURL, completionHandler: $2)
        }
    }

    /// Creates a task that uploads a stream, which it asks the delegate for, as the session does.
    public func uploadTask(
        withStreamedRequest request: URLRequest
    ) -> InterceptedTask<URLSessionUploadTask> {
        task(request) { base.uploadTask(withStreamedRequest: $0) }
    }
}

// MARK: - The session's own tasks, which enter when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        let body = UploadBody(bodyData, of: request, isPiped: isPiped)
        return ownTask(body.put(into: request), completionHandler) {
            $0.uploadTask(with: body.take(from: $1), from: body.data(of: $1), completionHandler: $2)
        }
    }

    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        ownTask(request, completionHandler) {
            $0.uploadTask(with: $1, fromFile: fileURL, completionHandler: $2)
        }
    }

    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data
    ) -> URLSessionUploadTask {
        let body = UploadBody(bodyData, of: request, isPiped: isPiped)
        return ownTask(body.put(into: request)) {
            base.uploadTask(with: body.take(from: $0), from: body.data(of: $0) ?? Data())
        } idle: {
            $0.uploadTask(with: body.take(from: $1), from: body.data(of: $1), completionHandler: $2)
        }
    }

    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL
    ) -> URLSessionUploadTask {
        ownTask(request) {
            base.uploadTask(with: $0, fromFile: fileURL)
        } idle: {
            $0.uploadTask(with: $1, fromFile: fileURL, completionHandler: $2)
        }
    }

    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
        ownTask(request) { base.uploadTask(withStreamedRequest: $0) }
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
        task("resumed upload", completionHandler) {
            base.uploadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }

    /// Creates a task that resumes an upload and reports to the delegate, as the session does.
    public func uploadTask(
        withResumeData resumeData: Data
    ) -> InterceptedTask<URLSessionUploadTask> {
        task("resumed upload") {
            base.uploadTask(withResumeData: resumeData)
        } idle: {
            base.uploadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }
}
#endif
