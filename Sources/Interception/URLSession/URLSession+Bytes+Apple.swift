// The methods of a wrapped session that load a sequence of bytes.

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
    /// The request leaves its group when the sequence is returned, before it is read. It goes through the
    /// pipeline, but without a status check, validators and the cache. On watchOS a stub fails it, because no
    /// session there can serve the bytes of a stub.
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

    /// Loads the URL as a sequence of bytes; see ``bytes(for:delegate:)``.
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

    /// Loads a pipeline request, and notifies the observers of its start and of its response.
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

    /// Returns the bytes of a local response, which a session loads.
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
/// The error of a stubbed request for a sequence of bytes, which on watchOS only a server can send.
private struct StubbedBytesError: LocalizedError, CustomStringConvertible {
    let label: String

    var description: String {
        "\(label.onOneLine): on watchOS a stub cannot answer with a sequence of bytes; nothing was sent"
    }

    var errorDescription: String? { description }
}
#endif
#endif
