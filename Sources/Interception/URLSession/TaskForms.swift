import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum TaskSource: Sendable {
    // A subclass of `URLSession` may override only the method for URLs or only the method for requests, so call the
    // method that the user has called.
    case url(URL)
    case request(URLRequest)

    var name: RequestName {
        switch self {
        case .url(let url): .url(url)
        case .request(let request): .request(request)
        }
    }

    func replaced(by piped: URLRequest?) -> Self { piped.map { .request($0) } ?? self }
}

struct DataForm: LoadableForm {
    let source: TaskSource
    var handler: TaskHandler?

    var name: RequestName { source.name }
    var kind: TaskKind { .data }

    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> URLSessionDataTask {
        switch (source.replaced(by: piped), end.dataHandler(or: handler)) {
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
        return TaskAnswer(value: .data(data), response: response)
    }
    #endif
}

struct DownloadForm: LoadableForm {
    typealias Task = URLSessionDownloadTask

    let source: TaskSource
    var handler: TaskHandler?

    var name: RequestName { source.name }
    var kind: TaskKind { .download }

    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> Task {
        switch (source.replaced(by: piped), end.fileHandler(or: handler)) {
        case (.url(let url), let handler?):
            session.downloadTask(with: url, completionHandler: handler)
        case (.request(let request), let handler?):
            session.downloadTask(with: request, completionHandler: handler)
        case (.url(let url), nil): session.downloadTask(with: url)
        case (.request(let request), nil): session.downloadTask(with: request)
        }
    }

    func keep(_ value: TaskValue) throws -> URL? { try value.file.map(DownloadedFile.keep) }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> TaskAnswer {
        let (session, request, delegate) = loading
        let (file, response) = try await session.download(for: request, delegate: delegate)
        return TaskAnswer(value: .file(file), response: response)
    }
    #endif
}

struct ResumedDownloadForm: TaskForm {
    let resumeData: Data
    var handler: TaskHandler?

    var name: RequestName { .text("resumed download") }
    var kind: TaskKind { .download }

    func make(_ session: URLSession, _: URLRequest?, _ end: TaskEnd?) -> URLSessionDownloadTask {
        guard let handler = end.fileHandler(or: handler) else {
            return session.downloadTask(withResumeData: resumeData)
        }
        return session.downloadTask(withResumeData: resumeData, completionHandler: handler)
    }

    #if canImport(FoundationNetworking)
    // On Linux a session cannot resume a download, and reports that error when the task starts. If the task is
    // cancelled before its start, the session reports nothing. So the closure starts the task instead of cancelling the
    // task. The closure waits for `getAllTasks`, because the session traps if the task is not registered yet. The
    // closure uses another queue, because `resume()` waits for the queue of `getAllTasks`.
    func cancel(in session: URLSession) -> (@Sendable (URLSessionTask) -> Void)? {
        { task in session.getAllTasks { _ in DispatchQueue.global().async { task.resume() } } }
    }
    #endif
}

struct UploadForm: LoadableForm {
    enum Body: Sendable {
        /// The data, which the session receives beside the request.
        ///
        /// In the pipeline, the data is the body of the request, so that adapters and stubs can read the data. A body
        /// in the request of the session would change the header fields, so `parts` separates the body again.
        case data(Data?)
        case file(URL)
    }

    let request: URLRequest
    let body: Body
    var handler: TaskHandler?

    var name: RequestName {
        guard case .data(let data) = body else { return .request(request) }
        return .request(request.replacingBody(data))
    }

    /// Returns the request with its original body, which the session does not send, and the body to upload.
    private func parts(_ piped: URLRequest?) -> (request: URLRequest, body: Body) {
        guard let piped else { return (request, body) }
        guard case .data = body else { return (piped, body) }
        return (piped.replacingBody(request.httpBody), .data(piped.httpBody))
    }

    func make(
        _ session: URLSession,
        _ piped: URLRequest?,
        _ end: TaskEnd?
    ) -> URLSessionUploadTask {
        let (request, body) = parts(piped)
        switch (body, end.dataHandler(or: handler)) {
        case (.data(let data), nil): return session.uploadTask(with: request, from: data ?? Data())
        case (.file(let file), nil): return session.uploadTask(with: request, fromFile: file)
        case (.file(let file), let handler?):
            return session.uploadTask(with: request, fromFile: file, completionHandler: handler)
        case (.data(let data), let handler?):
            #if canImport(FoundationNetworking)
            // On Linux a session ends the process if the data is `nil`, so pass empty data.
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
        return TaskAnswer(value: .data(data), response: response)
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

    var name: RequestName { .request(request) }
    var kind: TaskKind { .streamedUpload }
    var handler: TaskHandler? { nil }

    func make(_ session: URLSession, _ piped: URLRequest?, _: TaskEnd?) -> URLSessionUploadTask {
        session.uploadTask(withStreamedRequest: piped ?? request)
    }
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct ResumedUploadForm: TaskForm {
    let resumeData: Data
    var handler: TaskHandler?

    var name: RequestName { .text("resumed upload") }

    func make(_ session: URLSession, _: URLRequest?, _ end: TaskEnd?) -> URLSessionUploadTask {
        guard let handler = end.dataHandler(or: handler) else {
            return session.uploadTask(withResumeData: resumeData)
        }
        return session.uploadTask(withResumeData: resumeData, completionHandler: handler)
    }
}
#endif
