import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The network client of an old app: a singleton with success and failure callbacks.
///
/// The client has two bugs, which are marked below.
public final class NetworkTool: @unchecked Sendable {
    /// The only instance.
    public static let shared = NetworkTool()

    /// A callback that receives the body of the response.
    public typealias Success = @Sendable (Data) -> Void

    /// A callback that receives the error.
    public typealias Failure = @Sendable (any Error) -> Void

    /// The URL of the server.
    public var baseURL: URL? {
        get { lock.withLock { unlockedBaseURL } }
        set { lock.withLock { unlockedBaseURL = newValue } }
    }

    /// A hook that changes each request before the client sends it; most old clients have one for signing.
    public var prepare: (@Sendable (inout URLRequest) -> Void)? {
        get { lock.withLock { unlockedPrepare } }
        set { lock.withLock { unlockedPrepare = newValue } }
    }

    // Safe: the mutable state is accessed only under the lock.
    private var unlockedBaseURL: URL?
    private var unlockedPrepare: (@Sendable (inout URLRequest) -> Void)?
    private let lock = NSLock()
    private let session: URLSession
    private let callbackQueue = DispatchQueue(label: "NetworkTool.callbacks")

    private init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 32
        session = URLSession(configuration: configuration)
    }

    /// Gets a resource.
    public func get(_ path: String, success: Success?, failure: Failure?) {
        send("GET", path, body: nil, success, failure)?.resume()
    }

    /// Sends form data.
    public func post(_ path: String, data: [String: Any], success: Success?, failure: Failure?) {
        let body = try? JSONSerialization.data(withJSONObject: data)
        send("POST", path, body: body, success, failure)?.resume()
    }

    /// Gets a resource, and returns a task that can be cancelled.
    @discardableResult
    public func download(_ path: String, success: Success?, failure: Failure?) -> URLSessionTask? {
        let task = send("GET", path, body: nil, success, failure)
        task?.resume()
        return task
    }

    private func send(
        _ method: String,
        _ path: String,
        body: Data?,
        _ success: Success?,
        _ failure: Failure?
    ) -> URLSessionTask? {
        guard let baseURL else {
            callbackQueue.async { failure?(NetworkError.notConfigured) }
            return nil
        }
        var request = URLRequest(url: baseURL.appendingPathComponent(path))
        request.httpMethod = method
        request.httpBody = body
        prepare?(&request)
        return session.dataTask(with: request) { [callbackQueue] data, response, error in
            callbackQueue.async {
                Self.deliver(data, response, error, success, failure)
            }
        }
    }

    private static func deliver(
        _ data: Data?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        _ success: Success?,
        _ failure: Failure?
    ) {
        if let error {
            failure?(error)
            return
        }
        if let status = (response as? HTTPURLResponse)?.statusCode, status >= 400 {
            failure?(NetworkError.badStatus(status))
            return
        }
        // Bug 1: the client calls neither callback for an empty response.
        guard let data, !data.isEmpty else { return }
        if data.starts(with: Data("error".utf8)) {
            failure?(NetworkError.rejected)
            // Bug 2: a `return` is missing, so the client also calls `success`.
        }
        success?(data)
    }
}
