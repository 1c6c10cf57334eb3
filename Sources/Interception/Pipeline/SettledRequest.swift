import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request after all adapters of the pipeline, with its stubs, which are used up only when it starts.
final class SettledRequest: Sendable {
    let request: URLRequest

    /// A Boolean value that indicates whether a local response may answer the request.
    let mayBeAnswered: Bool

    /// A Boolean value that indicates whether the request is sent if its local response is gone at the start.
    let mayBeSent: Bool

    private let settings: InterceptionSettings
    private let refusal: (any Error)?
    private let stubs: StubMatch
    private let cached: CachedRequest?
    private let observation: RequestObservation?
    private let phase = Locked(Phase.issued)

    private enum Phase {
        case issued
        /// The request has started; `stub` answers it, if a stub matches.
        case started(stub: (@Sendable () -> ReadyAnswer)?)
    }

    /// Creates the request from the result of the adapters; `refusal` is the error of an adapter.
    init(_ request: URLRequest, from origin: RequestOrigin, refusal: (any Error)?) {
        let pipeline = origin.settings.pipeline
        self.request = request
        self.refusal = refusal
        settings = origin.settings
        stubs = StubMatch(
            of: request,
            in: refusal == nil ? origin.scope + (pipeline?.stubs.map { [$0] } ?? []) : []
        )
        cached = origin.cached(request)
        let isAnswered = refusal != nil || stubs.answers
        mayBeAnswered = isAnswered || cached?.mayBeAnswered == true
        mayBeSent = !isAnswered && cached?.request.cachePolicy != .returnCacheDataDontLoad
        observation = pipeline.flatMap {
            RequestObservation(of: request, origin.identity, by: $0.observers.current)
        }
    }

    /// Starts the request once: counts it for its stubs, and notifies the observers.
    func start(isObserved: Bool = true) {
        let isFirst = phase.withLock { phase in
            guard case .issued = phase else { return false }
            // Under the lock, because a second caller of `start` may ask for the answer at once.
            phase = .started(stub: stubs.take(for: request))
            return true
        }
        if isFirst, isObserved { observation?.start() }
    }

    /// Returns the local response, if there still is one; blocks the thread while a file is read.
    func answer() -> ReadyAnswer? {
        if let refusal { return ReadyAnswer(.refusal, .failure(refusal)) }
        return switch phase.withLock({ $0 }) {
        // A session may load a task that was cancelled before its start.
        case .issued: ReadyAnswer(.refusal, .failure(URLError(.cancelled)))
        case .started(let stub?): stub()
        case .started(nil): cached?.answer
        }
    }

    /// Returns the result of the request for its group and the observers; stores a valid response in the cache.
    func outcome(
        _ value: Any?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        _ origin: RequestOutcome.Origin
    ) -> Result<LoadedResponse, any Error> {
        guard let response, error == nil else { return .failure(error ?? URLError(.unknown)) }
        let loaded = LoadedResponse(data: value as? Data ?? Data(), response: response)
        // The response was validated before it was stored.
        if origin == .cache { return .success(loaded) }
        do {
            if let error = settings.failure(response, nil) { throw error }
            // Validators do not read the file of a download.
            if value is Data {
                for validator in settings.pipeline?.validators ?? [] {
                    try validator(loaded)
                }
            }
        } catch {
            return .failure(error)
        }
        if origin == .network { cached?.store(loaded) }
        return .success(loaded)
    }

    func finish(_ result: Result<LoadedResponse, any Error>, from origin: RequestOutcome.Origin) {
        observation?.finish(RequestOutcome(result: result, origin: origin))
    }
}
