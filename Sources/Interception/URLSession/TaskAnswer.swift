import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The answer to a request: the arguments of the handler of its task, the rejection, and the origin of the answer.
struct TaskAnswer: Sendable {
    static let cancelled = TaskAnswer(error: URLError(.cancelled))

    var data: Data?
    /// The temporary file of a download.
    var file: URL?
    var response: URLResponse?
    var error: (any Error)?
    /// The error of the status check or of a validator; a handler receives the rejected response instead.
    var rejection: (any Error)?
    var origin = RequestOutcome.Origin.network

    /// The response and its data but no downloaded file, or the error of the session, status check or validator.
    var result: Result<LoadedResponse, any Error> {
        guard let response, error == nil, rejection == nil else {
            return .failure(error ?? rejection ?? URLError(.unknown))
        }
        return .success(LoadedResponse(data: data ?? Data(), response: response))
    }

    /// Removes the file of a local response, because the session removes the files of its own downloads only.
    func removeLocalFile() {
        if origin != .network { DownloadedFile.remove(file) }
    }
}

extension InterceptionSettings {
    /// Returns the answer, with a rejection if the status check or a validator does not accept its response.
    func checked(_ answer: TaskAnswer) -> TaskAnswer {
        // The pipeline caches only validated responses, so do not validate a cached response again.
        guard let response = answer.response, answer.error == nil, answer.origin != .cache else {
            return answer
        }
        var answer = answer
        answer.rejection = statusCheck?.failure(of: response)
        // The data of a download is in a file. Validators read data only, so a download skips the validators.
        guard let data = answer.data, answer.rejection == nil, let pipeline else { return answer }
        do {
            let loaded = LoadedResponse(data: data, response: response)
            for validator in pipeline.validators { try validator(loaded) }
        } catch {
            answer.rejection = error
        }
        return answer
    }
}

// MARK: - Local responses

/// The answer of a stub or of the cache, or the error of a rejection.
struct LocalResponse: Sendable {
    let origin: RequestOutcome.Origin
    let result: Result<LoadedResponse, any Error>
    /// A closure that waits as long as the stub delays its answer; `nil` without a delay.
    var delay: (@Sendable () async throws -> Void)?

    init(_ origin: RequestOutcome.Origin, _ result: Result<LoadedResponse, any Error>) {
        self.origin = origin
        self.result = result
    }

    func load(asFile isFile: Bool) async -> TaskAnswer {
        var answer = TaskAnswer(origin: origin)
        do {
            try await delay?()
            try Task.checkCancellation()
            let loaded = try result.get()
            if isFile {
                answer.file = try DownloadedFile.write(loaded.data)
            } else {
                answer.data = loaded.data
            }
            answer.response = loaded.response
        } catch {
            answer.error = error is CancellationError ? URLError(.cancelled) : error
        }
        return answer
    }
}

enum DownloadedFile {
    /// Moves the file to another name, because the session may remove the file when the handler has returned.
    static func keep(_ file: URL) throws -> URL {
        let kept = file.deletingLastPathComponent()
            .appendingPathComponent("\(UUID().uuidString).download")
        try FileManager.default.moveItem(at: file, to: kept)
        return kept
    }

    static func write(_ data: Data) throws -> URL {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).download")
        try data.write(to: file)
        return file
    }

    static func remove(_ file: URL?) {
        if let file { try? FileManager.default.removeItem(at: file) }
    }
}
