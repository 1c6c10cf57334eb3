import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

enum TaskHandler: Sendable {
    case data(DataHandler)
    case file(FileHandler)
    /// A handler of the library.
    case answer(@Sendable (TaskAnswer) -> Void)

    /// Does nothing, because the user created the task without a handler.
    static let ignore = answer { DownloadedFile.remove($0.value?.file) }

    var data: DataHandler? { if case .data(let handler) = self { handler } else { nil } }
    var file: FileHandler? { if case .file(let handler) = self { handler } else { nil } }

    func callAsFunction(_ answer: TaskAnswer) {
        switch self {
        case .data(let handler): handler(answer.value?.data, answer.response, answer.error)
        case .file(let handler): handler(answer.value?.file, answer.response, answer.error)
        case .answer(let handler): handler(answer)
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

    /// The user's handler.
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
    func load(_ loading: TaskLoading) async throws -> TaskAnswer
    #endif
}

extension LoadableForm where Value == Data {
    func keep(_ value: TaskValue) -> Data? { value.data }
}
