import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The completion handler of a task; the value is the data, or the URL of a downloaded file.
typealias TaskHandler<Value> = @Sendable (Value?, URLResponse?, (any Error)?) -> Void

/// A way in which a session creates a task.
protocol TaskForm: Sendable {
    associatedtype Task: URLSessionTask

    var name: RequestName { get }

    /// The request that goes through the pipeline; `nil` for a resumed task, which has no request.
    var piped: URLRequest? { get }

    /// A Boolean value that indicates whether a cache may answer.
    var isCached: Bool { get }

    /// Creates a task that reports to the delegate; `piped` is the request after the pipeline, if there is one.
    func make(in session: URLSession, _ piped: URLRequest?) -> Task

    /// Returns a closure that cancels such a task; `nil` if the task's own `cancel()` does.
    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)?
}

extension TaskForm {
    var isCached: Bool { false }

    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)? { nil }
}

/// A form of task that can have a handler.
protocol HandledTaskForm: TaskForm {
    /// The type of the handler's value.
    associatedtype Value

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Value>
    ) -> Task
}

/// The URL or the request of a task.
enum TaskSource: Sendable {
    // Separate cases, because subclasses of a session may override the method for either.
    case url(URL)
    case request(URLRequest)

    var name: RequestName {
        switch self {
        case .url(let url): .url(url)
        case .request(let request): .request(request)
        }
    }

    var request: URLRequest {
        switch self {
        case .url(let url): URLRequest(url: url)
        case .request(let request): request
        }
    }

    /// Returns the source after the pipeline, if there is one.
    func replaced(by piped: URLRequest?) -> Self { piped.map { .request($0) } ?? self }
}

// MARK: - Data

struct DataForm: HandledTaskForm {
    let source: TaskSource

    var name: RequestName { source.name }
    var piped: URLRequest? { source.request }
    var isCached: Bool { true }

    func make(in session: URLSession, _ piped: URLRequest?) -> URLSessionDataTask {
        switch source.replaced(by: piped) {
        case .url(let url): session.dataTask(with: url)
        case .request(let request): session.dataTask(with: request)
        }
    }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Data>
    ) -> URLSessionDataTask {
        switch source.replaced(by: piped) {
        case .url(let url): session.dataTask(with: url, completionHandler: handler)
        case .request(let request): session.dataTask(with: request, completionHandler: handler)
        }
    }
}

// MARK: - Downloads

struct DownloadForm: HandledTaskForm {
    let source: TaskSource

    var name: RequestName { source.name }
    var piped: URLRequest? { source.request }

    func make(in session: URLSession, _ piped: URLRequest?) -> URLSessionDownloadTask {
        switch source.replaced(by: piped) {
        case .url(let url): session.downloadTask(with: url)
        case .request(let request): session.downloadTask(with: request)
        }
    }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<URL>
    ) -> URLSessionDownloadTask {
        switch source.replaced(by: piped) {
        case .url(let url): session.downloadTask(with: url, completionHandler: handler)
        case .request(let request): session.downloadTask(with: request, completionHandler: handler)
        }
    }
}

struct ResumedDownloadForm: HandledTaskForm {
    let resumeData: Data

    var name: RequestName { .text("resumed download") }
    var piped: URLRequest? { nil }

    func make(in session: URLSession, _ piped: URLRequest?) -> URLSessionDownloadTask {
        session.downloadTask(withResumeData: resumeData)
    }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<URL>
    ) -> URLSessionDownloadTask {
        session.downloadTask(withResumeData: resumeData, completionHandler: handler)
    }

    #if canImport(FoundationNetworking)
    // On Linux no download can be resumed. The session reports that when the task starts, but reports nothing if the
    // task is cancelled before. So this starts the task: after `getAllTasks`, because the session traps if the task
    // is not registered yet, and on another queue, because `getAllTasks` calls back on the queue that `resume()`
    // waits for.
    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)? {
        { task in session.getAllTasks { _ in DispatchQueue.global().async { task.resume() } } }
    }
    #endif
}

// MARK: - Uploads

struct UploadForm: HandledTaskForm {
    let request: URLRequest
    let body: UploadBody

    init(_ request: URLRequest, _ data: Data?, isPiped: Bool) {
        body = UploadBody(data, of: request, isPiped: isPiped)
        self.request = body.put(into: request)
    }

    var name: RequestName { .request(request) }
    var piped: URLRequest? { request }

    func make(in session: URLSession, _ piped: URLRequest?) -> URLSessionUploadTask {
        let request = piped ?? request
        return session.uploadTask(
            with: body.take(from: request),
            from: body.data(of: request) ?? Data()
        )
    }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Data>
    ) -> URLSessionUploadTask {
        let request = piped ?? request
        return session.uploadTask(
            with: body.take(from: request),
            from: body.data(of: request),
            completionHandler: handler
        )
    }
}

extension InterceptingClient<URLSession> {
    func uploadForm(_ request: URLRequest, _ data: Data?) -> UploadForm {
        UploadForm(request, data, isPiped: isPiped)
    }
}

struct FileUploadForm: HandledTaskForm {
    let request: URLRequest
    let file: URL

    var name: RequestName { .request(request) }
    var piped: URLRequest? { request }

    func make(in session: URLSession, _ piped: URLRequest?) -> URLSessionUploadTask {
        session.uploadTask(with: piped ?? request, fromFile: file)
    }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Data>
    ) -> URLSessionUploadTask {
        session.uploadTask(with: piped ?? request, fromFile: file, completionHandler: handler)
    }
}

/// An upload whose delegate provides the stream, so it has no handler.
struct StreamedUploadForm: TaskForm {
    let request: URLRequest

    var name: RequestName { .request(request) }
    var piped: URLRequest? { request }

    func make(in session: URLSession, _ piped: URLRequest?) -> URLSessionUploadTask {
        session.uploadTask(withStreamedRequest: piped ?? request)
    }
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct ResumedUploadForm: HandledTaskForm {
    let resumeData: Data

    var name: RequestName { .text("resumed upload") }
    var piped: URLRequest? { nil }

    func make(in session: URLSession, _ piped: URLRequest?) -> URLSessionUploadTask {
        session.uploadTask(withResumeData: resumeData)
    }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Data>
    ) -> URLSessionUploadTask {
        session.uploadTask(withResumeData: resumeData, completionHandler: handler)
    }
}
#endif
