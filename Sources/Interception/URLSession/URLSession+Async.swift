public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// The asynchronous forms of `URLSession`. They are built on tasks with handlers: on Linux,
// cancelling a Swift task inside the session's own asynchronous methods can hang.

// MARK: - Without a delegate

// Methods of their own, not a default argument: protocols can ask for them.
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

    /// Downloads what the request returns; see ``download(for:delegate:)``.
    public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
        try await download(for: request, delegate: nil)
    }

    /// Downloads what is at the URL; see ``download(for:delegate:)``.
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
    ///   - delegate: is told about this request alone. On Linux the request that it is handed has a
    ///     `mainDocumentURL` of this library, unless you set one: the library finds the task by that URL, and
    ///     cancels it. In a session with a cache no task can be cancelled safely. There a request that is
    ///     cancelled throws at once, its task goes on, and nobody hears of its end.
    /// - Returns: the body and the response.
    /// - Throws: what the session reports; `URLError.cancelled` if the awaiting task or the group
    ///   was cancelled; `URLError.timedOut` if the group came to its deadline before, with a
    ///   `RequestTimeoutError` as its underlying error.
    public func data(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        #if canImport(FoundationNetworking)
        if let delegate {
            return try await session.reply(to: request, isCached: true, delegate) { [base] in
                try await base.data(for: $0, delegate: $1)
            }
        }
        #endif
        return try await session.reply(to: DataForm(source: .request(request)), delegate)
    }

    /// Loads the data of the URL.
    ///
    /// - Parameters:
    ///   - url: where the data is.
    ///   - delegate: is told about this request alone.
    /// - Returns: the body and the response.
    /// - Throws: the same as ``data(for:delegate:)``.
    public func data(
        from url: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        if session.needsOwnMethod(delegate) {
            return try await data(for: URLRequest(url: url), delegate: delegate)
        }
        return try await session.reply(to: DataForm(source: .url(url)), delegate)
    }

    /// Uploads the data.
    ///
    /// - Parameters:
    ///   - request: where to and how; its own body is not used.
    ///   - bodyData: the body.
    ///   - delegate: is told about this request alone.
    /// - Returns: the body and the response of the server.
    /// - Throws: the same as ``data(for:delegate:)``.
    public func upload(
        for request: URLRequest,
        from bodyData: Data,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        let form = session.uploadForm(request, bodyData)
        #if canImport(FoundationNetworking)
        if let delegate {
            return try await session.reply(to: form.request, delegate) { [base] in
                try await base.upload(
                    for: form.body.take(from: $0),
                    from: form.body.data(of: $0) ?? Data(),
                    delegate: $1
                )
            }
        }
        #endif
        return try await session.reply(to: form, delegate)
    }

    /// Uploads the file.
    ///
    /// - Parameters:
    ///   - request: where to and how; its own body is not used.
    ///   - fileURL: the file with the body.
    ///   - delegate: is told about this request alone.
    /// - Returns: the body and the response of the server.
    /// - Throws: the same as ``data(for:delegate:)``.
    public func upload(
        for request: URLRequest,
        fromFile fileURL: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        #if canImport(FoundationNetworking)
        if let delegate {
            return try await session.reply(to: request, delegate) { [base] request, delegate in
                try await base.upload(for: request, fromFile: fileURL, delegate: delegate)
            }
        }
        #endif
        return try await session.reply(
            to: FileUploadForm(request: request, file: fileURL),
            delegate
        )
    }

    /// Downloads what the request returns into a temporary file.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - delegate: is told about this request alone; on Linux how much has come only if the
    ///     delegate queue of the session is serial, as it is unless you have made another.
    /// - Returns: the file, which is the caller's to remove, and the response.
    /// - Throws: the same as ``data(for:delegate:)``, and what prevents the file from being moved.
    public func download(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URL, URLResponse) {
        #if canImport(FoundationNetworking)
        if let delegate {
            let pieces = WrittenPieces.told(to: delegate, by: base)
            return try await session.reply(to: request, delegate, noting: pieces) { [base] in
                try await base.download(for: $0, delegate: $1)
            }
        }
        #endif
        return try await session.reply(
            to: DownloadForm(source: .request(request)),
            delegate,
            keeping: DownloadedFile.keep
        )
    }

    /// Downloads what is at the URL into a temporary file.
    ///
    /// - Parameters:
    ///   - url: where the file is.
    ///   - delegate: is told about this request alone.
    /// - Returns: the file, which is the caller's to remove, and the response.
    /// - Throws: the same as ``download(for:delegate:)``.
    public func download(
        from url: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URL, URLResponse) {
        if session.needsOwnMethod(delegate) {
            return try await download(for: URLRequest(url: url), delegate: delegate)
        }
        return try await session.reply(
            to: DownloadForm(source: .url(url)),
            delegate,
            keeping: DownloadedFile.keep
        )
    }
}
