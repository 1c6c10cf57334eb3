// The data tasks of a wrapped session. Each method exists twice: most code gets an `InterceptedTask`, and code that
// names the type of the session's own task gets that task.

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
        session.task(DataForm(source: .request(request)), completionHandler)
    }

    /// Creates a data task for the URL, as the session does.
    public func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDataTask> {
        session.task(DataForm(source: .url(url)), completionHandler)
    }

    /// Creates a data task for the request that reports to the delegate, as the session does.
    public func dataTask(with request: URLRequest) -> InterceptedTask<URLSessionDataTask> {
        session.task(DataForm(source: .request(request)))
    }

    /// Creates a data task for the URL that reports to the delegate, as the session does.
    public func dataTask(with url: URL) -> InterceptedTask<URLSessionDataTask> {
        session.task(DataForm(source: .url(url)))
    }
}

// MARK: - The session's own tasks, which enter when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates a data task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        session.ownTask(DataForm(source: .request(request)), completionHandler)
    }

    /// Creates a data task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        session.ownTask(DataForm(source: .url(url)), completionHandler)
    }

    /// Creates a data task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func dataTask(with request: URLRequest) -> URLSessionDataTask {
        session.ownTask(DataForm(source: .request(request)))
    }

    /// Creates a data task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func dataTask(with url: URL) -> URLSessionDataTask {
        session.ownTask(DataForm(source: .url(url)))
    }
}
