import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

/// The value of a task that has succeeded.
enum TaskValue: Sendable {
    case data(Data)
    /// The temporary file of a download.
    case file(URL)

    var data: Data? { if case .data(let data) = self { data } else { nil } }
    var file: URL? { if case .file(let file) = self { file } else { nil } }
}

enum TaskHandler: Sendable {
    case data(DataHandler)
    case file(FileHandler)
    /// Does nothing, because the user created the task without a handler.
    case ignore

    func callAsFunction(_ value: TaskValue?, _ response: URLResponse?, _ error: (any Error)?) {
        switch self {
        case .data(let handler): handler(value?.data, response, error)
        case .file(let handler): handler(value?.file, response, error)
        case .ignore: DownloadedFile.remove(value?.file)
        }
    }
}

enum TaskKind {
    /// A task for data, for which the pipeline may use a cache.
    case data
    case upload
    /// An upload of a stream; the session creates such a task only without a handler.
    case streamedUpload
    case download
}

/// The description of a task to create.
protocol TaskForm: Sendable {
    associatedtype Task: URLSessionTask

    var name: RequestName { get }

    var kind: TaskKind { get }

    var handler: TaskHandler? { get }

    /// Creates a task; `piped` is the request after the adapters, and `end` replaces the user's handler.
    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> Task

    /// Returns a closure that cancels a task of this kind; `nil` if the task's own `cancel()` is enough.
    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)?
}

extension TaskForm {
    func name(_ piped: PipelineRequest?) -> RequestName {
        piped.map { .request($0.request) } ?? name
    }

    var kind: TaskKind { .upload }
    var handler: TaskHandler? { nil }

    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)? { nil }
}

#if canImport(FoundationNetworking)
typealias TaskLoading = (
    session: URLSession, request: URLRequest, delegate: any URLSessionTaskDelegate
)
#endif

/// The description of a request that a session can load in an asynchronous method.
protocol LoadableForm: TaskForm {
    associatedtype Value: Sendable

    /// Returns the value for the caller; moves a downloaded file, which the session removes after the handler.
    func keep(_ value: TaskValue) throws -> Value?

    #if canImport(FoundationNetworking)
    /// Loads the request with the session's own asynchronous method, which calls the delegate in `loading`.
    func load(_ loading: TaskLoading) async throws -> (TaskValue, URLResponse)
    #endif
}

extension LoadableForm where Value == Data {
    func keep(_ value: TaskValue) -> Data? { value.data }
}
