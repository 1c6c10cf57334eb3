// Each method exists twice. The compiler usually chooses the method that returns an `InterceptedTask`. For code that
// requires the session's own task type, the compiler chooses the other method.

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
        session.task(DataForm(source: .request(request), handler: .data(completionHandler)))
    }

    /// Creates a data task for the URL, as the session does.
    public func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> InterceptedTask<URLSessionDataTask> {
        session.task(DataForm(source: .url(url), handler: .data(completionHandler)))
    }

    /// Creates a data task for the request without a handler, as the session does.
    public func dataTask(with request: URLRequest) -> InterceptedTask<URLSessionDataTask> {
        session.task(DataForm(source: .request(request)))
    }

    /// Creates a data task for the URL without a handler, as the session does.
    public func dataTask(with url: URL) -> InterceptedTask<URLSessionDataTask> {
        session.task(DataForm(source: .url(url)))
    }
}

// MARK: - The session's own tasks, which enter their group when they are created

extension InterceptingClient where Base: URLSession {
    /// Creates the session's own data task and enters the group; resume the task, because the group waits.
    @_disfavoredOverload
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        session.bareTask(DataForm(source: .request(request), handler: .data(completionHandler)))
    }

    /// Creates the session's own data task and enters the group; resume the task, because the group waits.
    @_disfavoredOverload
    public func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        session.bareTask(DataForm(source: .url(url), handler: .data(completionHandler)))
    }

    /// Creates the session's own data task and enters the group; resume the task, because the group waits.
    @_disfavoredOverload
    public func dataTask(with request: URLRequest) -> URLSessionDataTask {
        session.bareTask(DataForm(source: .request(request)))
    }

    /// Creates the session's own data task and enters the group; resume the task, because the group waits.
    @_disfavoredOverload
    public func dataTask(with url: URL) -> URLSessionDataTask {
        session.bareTask(DataForm(source: .url(url)))
    }
}
