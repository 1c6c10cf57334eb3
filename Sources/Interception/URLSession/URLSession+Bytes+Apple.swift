#if !canImport(FoundationNetworking)
public import Foundation

// The asynchronous methods that return bytes as they arrive.
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
    ///   - delegate: the delegate of this request alone; its methods run outside any group.
    /// - Returns: the bytes of the body as they arrive, and the response.
    /// - Throws: the error of the session.
    public func bytes(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        try await bytes(of: .request(request), delegate)
    }

    /// Loads the URL as a sequence of bytes; see ``bytes(for:delegate:)``.
    public func bytes(
        from url: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        try await bytes(of: .url(url), delegate)
    }

    /// Loads a request in its group.
    private func bytes(
        of source: TaskSource,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        let session = urlSession
        let pipelineRequest =
            session.usesPipeline ? PipelineRequest(source.request, of: session) : nil
        return try await session.throwingURLError {
            try await session.issuing(pipelineRequest).intercept(
                pipelineRequest?.request.requestLabel ?? source.label,
                isOptional: session.interceptionSettings.isOptional,
                priority: session.interceptionSettings.priority
            ) {
                if let pipelineRequest { return try await bytes(for: pipelineRequest, delegate) }
                return switch source {
                case .url(let url): try await base.bytes(from: url, delegate: delegate)
                case .request(let request):
                    try await base.bytes(for: request, delegate: delegate)
                }
            }
        }
    }

    /// Loads a pipeline request, and notifies the observers of the start and of the response or error.
    private func bytes(
        for pipelineRequest: PipelineRequest,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        pipelineRequest.start()
        do {
            let answer =
                pipelineRequest.mayBeAnswered
                ? await pipelineRequest.localAnswer(in: InterceptedCall()) : nil
            let (bytes, response) =
                if let answer {
                    try await self.bytes(of: answer, to: pipelineRequest.request, delegate)
                } else {
                    try await base.bytes(
                        for: pipelineRequest.request,
                        delegate: urlSession.delegate(delegate, of: InterceptedCall())
                    )
                }
            pipelineRequest.finish(
                TaskAnswer(response: response, origin: answer?.origin ?? .network)
            )
            return (bytes, response)
        } catch {
            pipelineRequest.finish(TaskAnswer(error: error))
            throw error
        }
    }

    /// Loads a local response through a session, because only a session can create a sequence of bytes.
    private func bytes(
        of answer: TaskAnswer,
        to request: URLRequest,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        let loaded = try answer.result.get()
        #if os(watchOS)
        throw DelegateTaskError(.bytes, label: request.requestLabel)
        #else
        let served = LocalResponseProtocol.serve(loaded, to: request)
        // A task that is cancelled before its start does not take the response.
        defer { LocalResponseProtocol.takeResponse(to: served) }
        return try await LocalResponseProtocol.session.bytes(for: served, delegate: delegate)
        #endif
    }
}
#endif
