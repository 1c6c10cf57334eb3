public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// The asynchronous forms of `URLSession`. They are built on tasks with handlers: on Linux,
// cancelling a Swift task inside the session's own asynchronous methods can hang.

extension InterceptingClient<URLSession> {
    /// Loads the data of the request.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await reply(to: request) { reply in
            base.dataTask(with: request) { reply.completion($0, $1, $2) }
        }
    }

    /// Loads the data of the URL.
    public func data(from url: URL) async throws -> (Data, URLResponse) {
        try await reply(to: URLRequest(url: url)) { reply in
            base.dataTask(with: url) { reply.completion($0, $1, $2) }
        }
    }

    /// Uploads the data.
    public func upload(
        for request: URLRequest,
        from bodyData: Data
    ) async throws -> (Data, URLResponse) {
        try await reply(to: request) { reply in
            base.uploadTask(with: request, from: bodyData) { reply.completion($0, $1, $2) }
        }
    }

    /// Uploads the file.
    public func upload(
        for request: URLRequest,
        fromFile fileURL: URL
    ) async throws -> (Data, URLResponse) {
        try await reply(to: request) { reply in
            base.uploadTask(with: request, fromFile: fileURL) { reply.completion($0, $1, $2) }
        }
    }

    /// Downloads what the request returns into a temporary file, which is the caller's to remove.
    public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
        try await reply(to: request) { reply in
            base.downloadTask(with: request) { location, response, error in
                keeping(location, response, error, for: reply)
            }
        }
    }

    /// Downloads what is at the URL into a temporary file, which is the caller's to remove.
    public func download(from url: URL) async throws -> (URL, URLResponse) {
        try await download(for: URLRequest(url: url))
    }

    /// The funnel of every asynchronous method.
    private func reply<Value>(
        to request: URLRequest,
        _ makeTask: @escaping (AwaitedReply<Value>) -> URLSessionTask
    ) async throws -> Value {
        do {
            return try await awaitReply(request.requestLabel) { reply in
                let task = makeTask(reply)
                reply.onCancel(task) { $0.cancel() }
                task.resume()
            }
        } catch is CancellationError {
            // As the session reports it; only a request that was never started ends otherwise.
            throw URLError(.cancelled)
        }
    }
}

/// Moves a downloaded file out of the way of the session, which removes it after the handler.
private func keeping(
    _ location: URL?,
    _ response: URLResponse?,
    _ error: (any Error)?,
    for reply: AwaitedReply<(URL, URLResponse)>
) {
    guard let location, let response, error == nil else {
        return reply.completion(nil, response, error)
    }
    let kept = location.deletingLastPathComponent()
        .appendingPathComponent("\(UUID().uuidString).download")
    do {
        try FileManager.default.moveItem(at: location, to: kept)
        let isWanted = reply.answer(.success((kept, response)))
        if !isWanted { try FileManager.default.removeItem(at: kept) }
    } catch {
        reply.failure(error)
    }
}
