import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request after all adapters of the pipeline.
///
/// What it is and who may answer it is known. What answers it is found when it starts: a request that
/// never starts uses up no stub, and is not read from the cache.
final class SettledRequest: Sendable {
    /// What is sent.
    let request: URLRequest

    /// Whether it is to be answered without the network, as far as is known before it starts.
    let mayBeAnswered: Bool

    /// Whether it is sent if nothing answers it any more when it starts.
    let mayBeSent: Bool

    private let settings: InterceptionSettings
    private let refusal: (any Error)?
    private let stubs: StubMatch
    private let cached: CachedRequest?
    private let observation: RequestObservation?
    private let phase = Locked(Phase.issued)

    private enum Phase {
        case issued
        /// On its way; a stub answers it, if one does.
        case started(stub: (@Sendable () -> ReadyAnswer)?)
    }

    /// - Parameters:
    ///   - request: the request as the adapters have it, or as far as they have come.
    ///   - origin: where it was issued.
    ///   - refusal: what an adapter has thrown.
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

    /// The request starts, once: it counts for its stubs, and is told to the observers unless they could not
    /// be told of its end.
    func start(isObserved: Bool = true) {
        let isFirst = phase.withLock { phase in
            guard case .issued = phase else { return false }
            // Under the lock, as whoever starts it again may be answered at once.
            phase = .started(stub: stubs.take(for: request))
            return true
        }
        if isFirst, isObserved { observation?.start() }
    }

    /// What answers it without the network, if something still does.
    ///
    /// It blocks the thread for as long as a file takes to read.
    func answer() -> ReadyAnswer? {
        if let refusal { return ReadyAnswer(.refusal, .failure(refusal)) }
        return switch phase.withLock({ $0 }) {
        // A session may load what was cancelled before it could start.
        case .issued: ReadyAnswer(.refusal, .failure(URLError(.cancelled)))
        case .started(let stub?): stub()
        case .started(nil): cached?.answer
        }
    }

    /// What came of the request as far as its group, the cache and the observers are concerned.
    func outcome(
        _ value: Any?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        _ origin: RequestOutcome.Origin
    ) -> Result<LoadedResponse, any Error> {
        guard let response, error == nil else { return .failure(error ?? URLError(.unknown)) }
        let loaded = LoadedResponse(data: value as? Data ?? Data(), response: response)
        // It was valid when it was stored.
        if origin == .cache { return .success(loaded) }
        do {
            if let error = settings.failure(response, nil) { throw error }
            // A downloaded file is not read.
            if value is Data {
                for validator in settings.pipeline?.validators ?? [] {
                    try validator.validate(loaded)
                }
            }
        } catch {
            return .failure(error)
        }
        if origin == .network { cached?.store(loaded) }
        return .success(loaded)
    }

    /// Tells the observers how it ended.
    func finish(_ result: Result<LoadedResponse, any Error>, from origin: RequestOutcome.Origin) {
        observation?.finish(RequestOutcome(result: result, origin: origin))
    }
}
