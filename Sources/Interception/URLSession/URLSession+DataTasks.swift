public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Each method of the session is here twice, with its own signature. Most code gets an
// `InterceptedTask`; code that names the type of the session's own task gets that one.

extension InterceptingClient where Base: URLSession {
    /// The completion handler of a data or an upload task.
    public typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

    /// Creates a data task for the request, as the session does.
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionDataTask> {
        task(request, isCached: true, completionHandler) {
            $0.dataTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a data task for the URL, as the session does.
    public func dataTask(
        with url: URL,
        completionHandler: @escaping DataHandler
    ) -> InterceptedTask<URLSessionDataTask> {
        if isPiped {
            return dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
        }
        return task(url.requestLabel, completionHandler) {
            base.dataTask(with: url, completionHandler: $0)
        }
    }

    /// Creates a data task for the request that reports to the delegate, as the session does.
    public func dataTask(with request: URLRequest) -> InterceptedTask<URLSessionDataTask> {
        task(request) {
            base.dataTask(with: $0)
        } idle: {
            $0.dataTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a data task for the URL that reports to the delegate, as the session does.
    public func dataTask(with url: URL) -> InterceptedTask<URLSessionDataTask> {
        if isPiped { return dataTask(with: URLRequest(url: url)) }
        return task(url.requestLabel) {
            base.dataTask(with: url)
        } idle: {
            base.dataTask(with: url, completionHandler: $0)
        }
    }
}

// MARK: - The session's own tasks, which enter when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates a data task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping DataHandler
    ) -> URLSessionDataTask {
        ownTask(request, isCached: true, completionHandler) {
            $0.dataTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a data task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func dataTask(
        with url: URL,
        completionHandler: @escaping DataHandler
    ) -> URLSessionDataTask {
        if isPiped {
            return dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
        }
        return ownTask(url.requestLabel, completionHandler) {
            base.dataTask(with: url, completionHandler: $0)
        }
    }

    /// Creates a data task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func dataTask(with request: URLRequest) -> URLSessionDataTask {
        ownTask(request) {
            base.dataTask(with: $0)
        } idle: {
            $0.dataTask(with: $1, completionHandler: $2)
        }
    }

    /// Creates a data task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func dataTask(with url: URL) -> URLSessionDataTask {
        if isPiped { return dataTask(with: URLRequest(url: url)) }
        return ownTask(url.requestLabel) {
            base.dataTask(with: url)
        } idle: {
            base.dataTask(with: url, completionHandler: $0)
        }
    }
}
