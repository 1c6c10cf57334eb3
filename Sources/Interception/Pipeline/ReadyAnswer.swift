import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An answer that needs no network.
struct ReadyAnswer: Sendable {
    let origin: RequestOutcome.Origin
    let result: Result<LoadedResponse, any Error>
    /// How long the answer takes.
    var delay: (@Sendable () async throws -> Void)?

    init(_ origin: RequestOutcome.Origin, _ result: Result<LoadedResponse, any Error>) {
        self.origin = origin
        self.result = result
    }

    /// What a task would hand to its handler, after as long as the answer takes.
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

    /// The data, or the place of a file with it.
    private static func value<Value>(of loaded: LoadedResponse) throws -> Value? {
        if Value.self == URL.self { return try DownloadedFile.write(loaded.data) as? Value }
        return loaded.data as? Value
    }
}
