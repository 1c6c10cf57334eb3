#if !canImport(FoundationNetworking)
public import Foundation

extension InterceptingClient where Base: URLSession {
    /// Loads the request as a sequence of bytes; see ``bytes(for:delegate:)``.
    public func bytes(
        for request: URLRequest
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        try await bytes(for: request, delegate: nil)
    }

    /// Loads the URL as a sequence of bytes; see ``bytes(for:delegate:)``.
    public func bytes(from url: URL) async throws -> (URLSession.AsyncBytes, URLResponse) {
        try await bytes(from: url, delegate: nil)
    }

    /// Loads the request as a sequence of bytes.
    ///
    /// The request leaves its group when the sequence is returned, before the sequence is read. The request
    /// goes through the pipeline, but no status check, validator or cache applies. On watchOS a stubbed
    /// request fails, because a session there cannot serve the response of a stub.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - delegate: the delegate of this request alone.
    /// - Returns: the bytes of the body as they arrive, and the response.
    /// - Throws: the error of the session.
    public func bytes(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        try await bytes(of: session.piped(request), request.requestLabel, delegate) {
            try await base.bytes(for: request, delegate: delegate)
        }
    }

    /// Loads the URL as a sequence of bytes; see ``bytes(for:delegate:)``.
    public func bytes(
        from url: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        try await bytes(of: session.piped(URLRequest(url: url)), url.requestLabel, delegate) {
            try await base.bytes(from: url, delegate: delegate)
        }
    }

    /// Loads a request in its group; without a pipeline, calls `load`.
    private func bytes(
        of piped: PipelineRequest?,
        _ label: @autoclosure () -> String,
        _ delegate: (any URLSessionTaskDelegate)?,
        _ load: @escaping () async throws -> (URLSession.AsyncBytes, URLResponse)
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        try await session.throwingURLError {
            try await session.issuing(piped).intercept(
                piped?.request.requestLabel ?? label(),
                isOptional: session.attributes.isOptional,
                priority: session.attributes.priority
            ) {
                if let piped { return try await bytes(for: piped, delegate) }
                return try await load()
            }
        }
    }

    /// Loads a pipeline request, and notifies the observers of its start and of its response.
    private func bytes(
        for piped: PipelineRequest,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        piped.start()
        do {
            let answer =
                piped.mayBeAnswered
                ? await piped.localAnswer(in: InterceptedCall(), of: interceptedClient) : nil
            let (bytes, response) =
                if let answer {
                    try await self.bytes(of: answer, to: piped.request, delegate)
                } else {
                    try await base.bytes(
                        for: piped.request,
                        delegate: adaptingRedirects(before: delegate)
                    )
                }
            let loaded = LoadedResponse(data: Data(), response: response)
            piped.finish(.success(loaded), from: answer?.origin ?? .network)
            return (bytes, response)
        } catch {
            piped.finish(.failure(error))
            throw error
        }
    }

    /// Returns a delegate of one request that adapts redirects before it calls the given delegate.
    private func adaptingRedirects(
        before delegate: (any URLSessionTaskDelegate)?
    ) -> (any URLSessionTaskDelegate)? {
        guard let adaptRedirect = session.adaptRedirect else { return delegate }
        let context = DelegateContext(adaptRedirect: adaptRedirect)
        return DelegateProxy(delegate, at: .handledTaskDelegate, of: base, context: context)
    }

    /// Loads a local response through a session, because only a session can create a sequence of bytes.
    private func bytes(
        of answer: TaskAnswer,
        to request: URLRequest,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        guard let data = answer.value?.data, let response = answer.response else {
            throw answer.error ?? URLError(.unknown)
        }
        #if os(watchOS)
        throw StubbedBytesError(label: request.requestLabel)
        #else
        let loaded = LoadedResponse(data: data, response: response)
        let (session, request) = ServingProtocol.serve(loaded, to: request)
        defer { session.finishTasksAndInvalidate() }
        return try await session.bytes(for: request, delegate: delegate)
        #endif
    }
}

#if os(watchOS)
/// The error of a stubbed `bytes` request on watchOS, where only a server can provide a sequence of bytes.
private struct StubbedBytesError: LocalizedError, CustomStringConvertible {
    let label: String

    var description: String {
        "\(label.onOneLine): on watchOS a stub cannot answer with a sequence of bytes; nothing was sent"
    }

    var errorDescription: String? { description }
}
#endif
#endif
