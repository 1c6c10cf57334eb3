public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// The completion-handler forms of `URLSession`, with the signatures of the session's own.

extension InterceptingClient<URLSession> {
    /// The completion handler of a data or an upload task.
    public typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

    /// The completion handler of a download task.
    public typealias DownloadHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

    /// Creates a data task for the request, as the session does.
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionDataTask> {
        task(request) { call in
            base.dataTask(with: request, completionHandler: call.completion(completionHandler))
        }
    }

    /// Creates a data task for the URL, as the session does.
    public func dataTask(
        with url: URL,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionDataTask> {
        task(URLRequest(url: url)) { call in
            base.dataTask(with: url, completionHandler: call.completion(completionHandler))
        }
    }

    /// Creates a task that uploads the data, as the session does.
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionUploadTask> {
        task(request) { call in
            base.uploadTask(
                with: request,
                from: bodyData,
                completionHandler: call.completion(completionHandler)
            )
        }
    }

    /// Creates a task that uploads the file, as the session does.
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionUploadTask> {
        task(request) { call in
            base.uploadTask(
                with: request,
                fromFile: fileURL,
                completionHandler: call.completion(completionHandler)
            )
        }
    }

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        task(request) { call in
            base.downloadTask(with: request, completionHandler: call.completion(completionHandler))
        }
    }

    /// Creates a task that downloads into a temporary file, as the session does.
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping DownloadHandler
    ) -> InterceptedTask<URLSessionDownloadTask> {
        task(URLRequest(url: url)) { call in
            base.downloadTask(with: url, completionHandler: call.completion(completionHandler))
        }
    }

    /// The funnel of every task.
    private func task<Task: URLSessionTask>(
        _ request: URLRequest,
        _ make: (InterceptedCall) -> Task
    ) -> InterceptedTask<Task> {
        InterceptedTask(
            prepare(
                request.requestLabel,
                start: { $0.resume() },
                cancel: { $0.cancel() },
                make
            )
        )
    }
}

extension URLRequest {
    /// What the request is called in a group: method, host and path.
    ///
    /// No query, no fragment and no user, as they may be secret.
    var requestLabel: String {
        let place = url.map { ($0.host ?? "") + $0.path } ?? ""
        return "\(httpMethod ?? "GET") \(place)"
    }
}
