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
    var completion: DataHandler?

    var name: RequestName { source.name }
    var kind: TaskKind { .data }
    var handler: TaskHandler? { if let completion { .data(completion) } else { nil } }

    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> URLSessionDataTask {
        switch (source.replaced(by: piped), end.dataHandler(or: completion)) {
        case (.url(let url), let handler?):
            session.dataTask(with: url, completionHandler: handler)
        case (.request(let request), let handler?):
            session.dataTask(with: request, completionHandler: handler)
        case (.url(let url), nil): session.dataTask(with: url)
        case (.request(let request), nil): session.dataTask(with: request)
        }
    }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> (TaskValue, URLResponse) {
        let (data, response) = try await loading.session.data(
            for: loading.request,
            delegate: loading.delegate
        )
        return (.data(data), response)
    }
    #endif
}

struct DownloadForm: LoadableForm {
    typealias Task = URLSessionDownloadTask

    let source: TaskSource
    var completion: FileHandler?

    var name: RequestName { source.name }
    var kind: TaskKind { .download }
    var handler: TaskHandler? { if let completion { .file(completion) } else { nil } }

    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> Task {
        switch (source.replaced(by: piped), end.fileHandler(or: completion)) {
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
    func load(_ loading: TaskLoading) async throws -> (TaskValue, URLResponse) {
        let (file, response) = try await loading.session.download(
            for: loading.request,
            delegate: loading.delegate
        )
        return (.file(file), response)
    }
    #endif
}

struct ResumedDownloadForm: TaskForm {
    let resumeData: Data
    var completion: FileHandler?

    var name: RequestName { .text("resumed download") }
    var kind: TaskKind { .download }
    var handler: TaskHandler? { if let completion { .file(completion) } else { nil } }

    func make(_ session: URLSession, _: URLRequest?, _ end: TaskEnd?) -> URLSessionDownloadTask {
        guard let handler = end.fileHandler(or: completion) else {
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

/// An upload of data; the session receives the data and the request as separate arguments.
///
/// In the pipeline, the data is the body of the request, so that adapters and stubs can read the data. A body
/// in the request of the session would change the header fields, so `parts` separates the body again.
struct UploadForm: LoadableForm {
    typealias Task = URLSessionUploadTask

    let request: URLRequest
    let data: Data?
    var completion: DataHandler?

    var name: RequestName { .request(request.replacingBody(data)) }
    var handler: TaskHandler? { if let completion { .data(completion) } else { nil } }

    /// Returns the request with its original body, which the session does not send, and the data to upload.
    private func parts(_ piped: URLRequest?) -> (request: URLRequest, data: Data?) {
        guard let piped else { return (request, data) }
        return (piped.replacingBody(request.httpBody), piped.httpBody)
    }

    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> Task {
        let (request, data) = parts(piped)
        guard let handler = end.dataHandler(or: completion) else {
            return session.uploadTask(with: request, from: data ?? Data())
        }
        #if canImport(FoundationNetworking)
        // On Linux a session ends the process if the data is `nil`, so pass empty data.
        return session.uploadTask(with: request, from: data ?? Data(), completionHandler: handler)
        #else
        return session.uploadTask(with: request, from: data, completionHandler: handler)
        #endif
    }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> (TaskValue, URLResponse) {
        let (request, data) = parts(loading.request)
        let (loaded, response) = try await loading.session.upload(
            for: request,
            from: data ?? Data(),
            delegate: loading.delegate
        )
        return (.data(loaded), response)
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

struct FileUploadForm: LoadableForm {
    typealias Task = URLSessionUploadTask

    let request: URLRequest
    let file: URL
    var completion: DataHandler?

    var name: RequestName { .request(request) }
    var handler: TaskHandler? { if let completion { .data(completion) } else { nil } }

    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> Task {
        let request = piped ?? request
        guard let handler = end.dataHandler(or: completion) else {
            return session.uploadTask(with: request, fromFile: file)
        }
        return session.uploadTask(with: request, fromFile: file, completionHandler: handler)
    }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> (TaskValue, URLResponse) {
        let (data, response) = try await loading.session.upload(
            for: loading.request,
            fromFile: file,
            delegate: loading.delegate
        )
        return (.data(data), response)
    }
    #endif
}

/// An upload of a stream; the delegate provides the stream, and the task has no handler.
struct StreamedUploadForm: TaskForm {
    let request: URLRequest

    var name: RequestName { .request(request) }
    var kind: TaskKind { .streamedUpload }

    func make(_ session: URLSession, _ piped: URLRequest?, _: TaskEnd?) -> URLSessionUploadTask {
        session.uploadTask(withStreamedRequest: piped ?? request)
    }
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct ResumedUploadForm: TaskForm {
    let resumeData: Data
    var completion: DataHandler?

    var name: RequestName { .text("resumed upload") }
    var handler: TaskHandler? { if let completion { .data(completion) } else { nil } }

    func make(_ session: URLSession, _: URLRequest?, _ end: TaskEnd?) -> URLSessionUploadTask {
        guard let handler = end.dataHandler(or: completion) else {
            return session.uploadTask(withResumeData: resumeData)
        }
        return session.uploadTask(withResumeData: resumeData, completionHandler: handler)
    }
}
#endif
