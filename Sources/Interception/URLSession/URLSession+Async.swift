// The asynchronous methods use tasks with handlers, because on Linux, cancelling a Swift task inside an asynchronous
// method of the bare session can hang. On Linux only requests with a delegate use such a method.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Each method without a delegate is separate, because a method with a default argument does not satisfy a protocol
// requirement without that parameter.
extension InterceptingClient where Base: URLSession {
    /// Loads the data of the request; see ``data(for:delegate:)``.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await data(for: request, delegate: nil)
    }

    /// Loads the data of the URL; see ``data(for:delegate:)``.
    public func data(from url: URL) async throws -> (Data, URLResponse) {
        try await data(from: url, delegate: nil)
    }

    /// Uploads the data; see ``upload(for:from:delegate:)``.
    public func upload(
        for request: URLRequest,
        from bodyData: Data
    ) async throws -> (Data, URLResponse) {
        try await upload(for: request, from: bodyData, delegate: nil)
    }

    /// Uploads the file; see ``upload(for:fromFile:delegate:)``.
    public func upload(
        for request: URLRequest,
        fromFile fileURL: URL
    ) async throws -> (Data, URLResponse) {
        try await upload(for: request, fromFile: fileURL, delegate: nil)
    }

    /// Downloads the response to the request; see ``download(for:delegate:)``.
    public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
        try await download(for: request, delegate: nil)
    }

    /// Downloads the file at the URL; see ``download(for:delegate:)``.
    public func download(from url: URL) async throws -> (URL, URLResponse) {
        try await download(from: url, delegate: nil)
    }
}

// MARK: - With a delegate of the request

extension InterceptingClient where Base: URLSession {
    /// Loads the data of the request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - delegate: the delegate of this request alone. On Linux the library sets the `mainDocumentURL` of such a
    ///     request, to find and cancel its task. If you have set that property, or if the session has a cache, the
    ///     library cannot cancel the task: a cancelled request throws at once, and its task continues. If the session
    ///     has a delegate too, Linux asks that delegate about redirects instead, outside the group.
    /// - Returns: the body and the response.
    /// - Throws: the error of the session; `URLError.cancelled` if the awaiting task or the group was
    ///   cancelled; `URLError.timedOut` after the deadline of the group, with a `RequestTimeoutError` as its
    ///   underlying error.
    public func data(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        try await urlSession.reply(to: DataForm(source: .request(request)), delegate)
    }

    /// Loads the data of the URL; for the delegate and the errors, see ``data(for:delegate:)``.
    public func data(
        from url: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        try await urlSession.reply(to: DataForm(source: .url(url)), delegate)
    }

    /// Uploads the data.
    ///
    /// - Parameters:
    ///   - request: the request; its own body is not used.
    ///   - bodyData: the body.
    ///   - delegate: the delegate of this request alone.
    /// - Returns: the body and the response of the server.
    /// - Throws: the errors of ``data(for:delegate:)``.
    public func upload(
        for request: URLRequest,
        from bodyData: Data,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        let form = UploadForm(request: request, body: .data(bodyData))
        return try await urlSession.reply(to: form, delegate)
    }

    /// Uploads the file; for the parameters and errors, see ``upload(for:from:delegate:)``.
    public func upload(
        for request: URLRequest,
        fromFile fileURL: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        let file = UploadForm(request: request, body: .file(fileURL))
        return try await urlSession.reply(to: file, delegate)
    }

    /// Downloads the response to the request into a temporary file.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - delegate: the delegate of this request alone. On Linux the delegate receives progress only if the
    ///     session's delegate queue is serial, which is the default.
    /// - Returns: the file, which the caller has to remove, and the response.
    /// - Throws: the errors of ``data(for:delegate:)``, and an error of moving the file.
    public func download(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URL, URLResponse) {
        try await urlSession.reply(to: DownloadForm(source: .request(request)), delegate)
    }

    /// Downloads the file at the URL; for the delegate, the result and the errors, see ``download(for:delegate:)``.
    public func download(
        from url: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URL, URLResponse) {
        try await urlSession.reply(to: DownloadForm(source: .url(url)), delegate)
    }
}
