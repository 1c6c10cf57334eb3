import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A local response: the answer of a stub, of the cache, or of a rejection.
struct ReadyAnswer: Sendable {
    let origin: RequestOutcome.Origin
    let result: Result<LoadedResponse, any Error>
    /// Waits for the delay of the answer, if it has one.
    var delay: (@Sendable () async throws -> Void)?

    init(_ origin: RequestOutcome.Origin, _ result: Result<LoadedResponse, any Error>) {
        self.origin = origin
        self.result = result
    }

    /// Returns the arguments of a task's handler, after the delay.
    func load<Value>(_ type: Value.Type) async -> (Value?, URLResponse?, (any Error)?) {
        do {
            try await delay?()
            try Task.checkCancellation()
            let loaded = try result.get()
            return (try Self.value(of: loaded), loaded.response, nil)
        } catch is CancellationError {
            return (nil, nil, URLError(.cancelled))
        } catch {
            return (nil, nil, error)
        }
    }

    /// Returns the data, or the URL of a new file with the data.
    private static func value<Value>(of loaded: LoadedResponse) throws -> Value? {
        if Value.self == URL.self { return try DownloadedFile.write(loaded.data) as? Value }
        return loaded.data as? Value
    }
}
