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
    /// The request is in its group until the sequence is there, not while it is read, and no
    /// ``HTTPStatusCheck`` applies. It goes through the pipeline as others do, but no validator sees its
    /// body, and no cache has it. On watchOS a stub fails it, as no session can be given bytes there.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - delegate: is told about this request alone.
    /// - Returns: the bytes of the body as they come, and the response.
    /// - Throws: what the session reports.
    public func bytes(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        let piped = session.piped(request)
        let request = piped?.request ?? request
        return try await session.throwingURLError {
            try await session.issuing(piped).intercept(
                request.requestLabel,
                isOptional: session.marks.isOptional,
                priority: session.marks.priority
            ) {
                if let piped { return try await bytes(for: piped, delegate) }
                return try await base.bytes(for: request, delegate: delegate)
            }
        }
    }

    /// Loads the URL as a sequence of bytes.
    ///
    /// - Parameters:
    ///   - url: where the bytes are.
    ///   - delegate: is told about this request alone.
    /// - Returns: the bytes of the body as they come, and the response.
    /// - Throws: the same as ``bytes(for:delegate:)``.
    public func bytes(
        from url: URL,
        delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        if session.isPiped { return try await bytes(for: URLRequest(url: url), delegate: delegate) }
        return try await session.throwingURLError {
            try await intercept(
                url.requestLabel,
                isOptional: session.marks.isOptional,
                priority: session.marks.priority
            ) {
                try await base.bytes(from: url, delegate: delegate)
            }
        }
    }

    /// Loads a piped request, and tells the observers of its start and of its response.
    private func bytes(
        for piped: PipedRequest,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        piped.start()
        do {
            let answer =
                piped.mayBeAnswered
                ? await piped.answerFound(in: InterceptedCall(), of: interceptedClient) : nil
            let (bytes, response) =
                if let answer {
                    try await self.bytes(of: answer, to: piped.request, delegate)
                } else {
                    try await base.bytes(
                        for: piped.request,
                        delegate: session.adaptingRedirects(before: delegate)
                    )
                }
            piped.finish(unread: response, from: answer?.origin ?? .network)
            return (bytes, response)
        } catch {
            piped.receive(Data?.none, nil, error).finish()
            throw error
        }
    }

    /// Lets a session load an answer that is ready.
    private func bytes(
        of answer: ReadyAnswer,
        to request: URLRequest,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (URLSession.AsyncBytes, URLResponse) {
        let (data, response, error) = await answer.load(Data.self)
        guard let data, let response else { throw error ?? URLError(.unknown) }
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
/// A stub matches a request for a sequence of bytes, which nothing but a server can send there.
private struct StubbedBytesError: LocalizedError, CustomStringConvertible {
    let label: String

    var description: String {
        "\(label.onOneLine): on watchOS a stub cannot answer with a sequence of bytes; nothing was sent"
    }

    var errorDescription: String? { description }
}
#endif
#endif
