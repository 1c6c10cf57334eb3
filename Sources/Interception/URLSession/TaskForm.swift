import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The completion handler of a task; the value is data or the place of a downloaded file.
typealias TaskHandler<Value> = @Sendable (Value?, URLResponse?, (any Error)?) -> Void

/// One of the ways in which a session makes a task.
protocol TaskForm: Sendable {
    associatedtype Task: URLSessionTask

    var name: RequestName { get }

    /// What goes through the pipeline; `nil` if there is no request, as of what is resumed.
    var piped: URLRequest? { get }

    /// Whether a cache may answer.
    var isCached: Bool { get }

    /// Makes a task that reports to the delegate, of what has come through the pipeline if it has gone
    /// through.
    func make(in session: URLSession, _ piped: URLRequest?) -> Task

    /// How such a task is cancelled, if not by cancelling it.
    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)?
}

extension TaskForm {
    var isCached: Bool { false }

    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)? { nil }
}

/// A form of task that can have a handler.
protocol HandledTaskForm: TaskForm {
    /// What the handler gets.
    associatedtype Value

    /// Makes a task with a handler.
    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Value>
    ) -> Task
}

/// What a task is made for.
enum TaskSource: Sendable {
    // Both, as sessions may override the methods for either.
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

    /// The same after the pipeline.
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
    // On Linux no download can be resumed. The session says so when the task is started, but nothing at all
    // if it is cancelled before. It traps if it has not registered the task yet, and it calls back on the
    // queue for which the task waits.
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

/// Its delegate is asked for the stream: there is none with a handler.
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
