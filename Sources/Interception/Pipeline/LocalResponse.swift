import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
        do {
            try await delay?()
            try Task.checkCancellation()
            let loaded = try result.get()
            let value: TaskValue =
                isFile ? .file(try DownloadedFile.write(loaded.data)) : .data(loaded.data)
            return TaskAnswer(value: value, response: loaded.response, origin: origin)
        } catch {
            let isCancelled = error is CancellationError
            return TaskAnswer(error: isCancelled ? URLError(.cancelled) : error, origin: origin)
        }
    }
}
