import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The forms of session tasks, and their handlers.

typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

enum TaskHandler: Sendable {
    case data(DataHandler)
    case file(FileHandler)
    /// A handler of the library.
    case answer(@Sendable (TaskAnswer) -> Void)

    /// A handler for a task that the user created without a handler; removes a downloaded file.
    static let ignore = answer { DownloadedFile.remove($0.file) }

    var data: DataHandler? { if case .data(let handler) = self { handler } else { nil } }
    var file: FileHandler? { if case .file(let handler) = self { handler } else { nil } }

    func callAsFunction(_ answer: TaskAnswer) {
        switch self {
        case .data(let handler): handler(answer.data, answer.response, answer.error)
        case .file(let handler): handler(answer.file, answer.response, answer.error)
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

    /// Returns the label of the source; without a source, returns a label that names the kind.
    func label(_ source: TaskSource?) -> String { source?.label ?? "resumed \(self)" }
}

/// The URL or the request of a task.
enum TaskSource: Sendable {
    // A subclass of `URLSession` may override only the method for URLs or only the method for requests. So if no
    // pipeline replaces the request, call the method that the user has called.
    case url(URL)
    case request(URLRequest)

    var label: String {
        switch self {
        case .url(let url): url.requestLabel
        case .request(let request): request.requestLabel
        }
    }

    var request: URLRequest {
        switch self {
        case .url(let url): URLRequest(url: url)
        case .request(let request): request
        }
    }

    func replaced(by adapted: URLRequest?) -> Self { adapted.map { .request($0) } ?? self }
}

/// The description of a task to create.
protocol TaskForm: Sendable {
    associatedtype Task: URLSessionTask

    /// The source before the adapters; `nil` for an upload or download that continues with resume data.
    var issued: TaskSource? { get }

    var kind: TaskKind { get }

    /// The user's handler.
    var handler: TaskHandler? { get }

    /// Creates a task; `adapted` is the request after the adapters, and `end` replaces the user's handler.
    func make(_ session: URLSession, _ adapted: URLRequest?, _ end: TaskEnd?) -> Task
}

extension TaskForm {
    /// The source after the adapters that have run.
    func source(_ pipelineRequest: PipelineRequest?) -> TaskSource? {
        pipelineRequest.map { .request($0.request) } ?? issued
    }

    var kind: TaskKind { .upload }
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
    func keep(_ answer: TaskAnswer) throws -> Value?

    #if canImport(FoundationNetworking)
    /// Loads the request with an asynchronous method of the bare session, which calls the delegate in `loading`.
    func load(_ loading: TaskLoading) async throws -> TaskAnswer
    #endif
}

extension LoadableForm where Value == Data {
    func keep(_ answer: TaskAnswer) -> Data? { answer.data }
}

// MARK: - The forms

struct DataForm: LoadableForm {
    let source: TaskSource
    var handler: TaskHandler?

    var issued: TaskSource? { source }
    var kind: TaskKind { .data }

    func make(_ session: URLSession, _ adapted: URLRequest?, _ end: TaskEnd?) -> URLSessionDataTask
    {
        switch (source.replaced(by: adapted), end.dataHandler(or: handler)) {
        case (.url(let url), let handler?):
            session.dataTask(with: url, completionHandler: handler)
        case (.request(let request), let handler?):
            session.dataTask(with: request, completionHandler: handler)
        case (.url(let url), nil): session.dataTask(with: url)
        case (.request(let request), nil): session.dataTask(with: request)
        }
    }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> TaskAnswer {
        let (session, request, delegate) = loading
        let (data, response) = try await session.data(for: request, delegate: delegate)
        return TaskAnswer(data: data, response: response)
    }
    #endif
}

struct DownloadForm: LoadableForm {
    typealias Task = URLSessionDownloadTask

    let source: TaskSource
    var handler: TaskHandler?

    var issued: TaskSource? { source }
    var kind: TaskKind { .download }

    func make(_ session: URLSession, _ adapted: URLRequest?, _ end: TaskEnd?) -> Task {
        switch (source.replaced(by: adapted), end.fileHandler(or: handler)) {
        case (.url(let url), let handler?):
            session.downloadTask(with: url, completionHandler: handler)
        case (.request(let request), let handler?):
            session.downloadTask(with: request, completionHandler: handler)
        case (.url(let url), nil): session.downloadTask(with: url)
        case (.request(let request), nil): session.downloadTask(with: request)
        }
    }

    func keep(_ answer: TaskAnswer) throws -> URL? { try answer.file.map(DownloadedFile.keep) }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> TaskAnswer {
        let (session, request, delegate) = loading
        let (file, response) = try await session.download(for: request, delegate: delegate)
        return TaskAnswer(file: file, response: response)
    }
    #endif
}

struct ResumedDownloadForm: TaskForm {
    let resumeData: Data
    var handler: TaskHandler?

    var issued: TaskSource? { nil }
    var kind: TaskKind { .download }

    func make(_ session: URLSession, _: URLRequest?, _ end: TaskEnd?) -> URLSessionDownloadTask {
        guard let handler = end.fileHandler(or: handler) else {
            return session.downloadTask(withResumeData: resumeData)
        }
        return session.downloadTask(withResumeData: resumeData, completionHandler: handler)
    }
}

struct UploadForm: LoadableForm {
    enum Body: Sendable {
        /// The data, which the session receives separately from the request.
        ///
        /// In the pipeline, the data is the body of the request, so that adapters and stubs can read the data. A body
        /// in the request of the session would change the header fields, so `parts` separates the body again.
        case data(Data?)
        case file(URL)
    }

    let request: URLRequest
    let body: Body
    var handler: TaskHandler?

    var issued: TaskSource? {
        guard case .data(let data) = body else { return .request(request) }
        return .request(request.replacingBody(data))
    }

    /// Returns the request with its original body, which the session does not send, and the body to upload.
    private func parts(_ adapted: URLRequest?) -> (request: URLRequest, body: Body) {
        guard let adapted else { return (request, body) }
        guard case .data = body else { return (adapted, body) }
        return (adapted.replacingBody(request.httpBody), .data(adapted.httpBody))
    }

    func make(
        _ session: URLSession,
        _ adapted: URLRequest?,
        _ end: TaskEnd?
    ) -> URLSessionUploadTask {
        let (request, body) = parts(adapted)
        switch (body, end.dataHandler(or: handler)) {
        case (.data(let data), nil): return session.uploadTask(with: request, from: data ?? Data())
        case (.file(let file), nil): return session.uploadTask(with: request, fromFile: file)
        case (.file(let file), let handler?):
            return session.uploadTask(with: request, fromFile: file, completionHandler: handler)
        case (.data(let data), let handler?):
            #if canImport(FoundationNetworking)
            // On Linux a session crashes if the data is `nil`, so pass empty data.
            let data = data ?? Data()
            #endif
            return session.uploadTask(with: request, from: data, completionHandler: handler)
        }
    }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> TaskAnswer {
        let ((request, body), session) = (parts(loading.request), loading.session)
        let (data, response) =
            switch body {
            case .data(let data):
                try await session.upload(
                    for: request,
                    from: data ?? Data(),
                    delegate: loading.delegate
                )
            case .file(let file):
                try await session.upload(for: request, fromFile: file, delegate: loading.delegate)
            }
        return TaskAnswer(data: data, response: response)
    }
    #endif
}

extension URLRequest {
    fileprivate func replacingBody(_ body: Data?) -> URLRequest {
        var request = self
        request.httpBody = body
        return request
    }
}

/// An upload of a stream; the delegate provides the stream, and the task has no handler.
struct StreamedUploadForm: TaskForm {
    let request: URLRequest

    var issued: TaskSource? { .request(request) }
    var kind: TaskKind { .streamedUpload }
    var handler: TaskHandler? { nil }

    func make(_ session: URLSession, _ adapted: URLRequest?, _: TaskEnd?) -> URLSessionUploadTask {
        session.uploadTask(withStreamedRequest: adapted ?? request)
    }
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct ResumedUploadForm: TaskForm {
    let resumeData: Data
    var handler: TaskHandler?

    var issued: TaskSource? { nil }

    func make(_ session: URLSession, _: URLRequest?, _ end: TaskEnd?) -> URLSessionUploadTask {
        guard let handler = end.dataHandler(or: handler) else {
            return session.uploadTask(withResumeData: resumeData)
        }
        return session.uploadTask(withResumeData: resumeData, completionHandler: handler)
    }
}
#endif
