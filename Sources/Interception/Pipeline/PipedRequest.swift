import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way through the pipeline.
///
/// What it is and who may answer it is known when it is issued. What answers it is found when it starts:
/// a request that never starts uses up no stub, and is not read from the cache.
final class PipedRequest: Sendable {
    /// What is sent, after all adapters.
    let request: URLRequest

    /// The stubs of the scopes in which the request was issued.
    let scope: [RequestStubs]

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

    init(
        _ request: URLRequest,
        settings: InterceptionSettings,
        scope: [RequestStubs],
        cache: ResponseCache?,
        configuration: () -> URLSessionConfiguration
    ) {
        let pipeline = settings.pipeline
        // Before the adapters: with what they add the request is that of the user of this moment.
        let moment = cache.map { cache in cache.state.withLock { ($0.epoch, $0.user) } }
        self.settings = settings
        self.scope = scope
        var (adapted, refusal) = (request, (any Error)?.none)
        do {
            if let pipeline { adapted = try pipeline.adapt(request) }
        } catch {
            refusal = error
        }
        self.request = adapted
        self.refusal = refusal
        stubs = StubMatch(
            of: adapted,
            in: refusal == nil ? scope + (pipeline?.stubs.map { [$0] } ?? []) : []
        )
        if let cache, let (epoch, user) = moment {
            let request = adapted.completed(by: configuration())
            cached = CachedRequest(request: request, cache: cache, epoch: epoch, user: user)
        } else {
            cached = nil
        }
        let isAnswered = refusal != nil || stubs.answers
        mayBeAnswered = isAnswered || cached?.mayBeAnswered == true
        mayBeSent = !isAnswered && cached?.request.cachePolicy != .returnCacheDataDontLoad
        observation = pipeline.flatMap { RequestObservation(of: adapted, by: $0.observers.current) }
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

    /// The same, found on a thread of its own.
    func answerFound() async -> ReadyAnswer? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.answer()) }
        }
    }

    /// What a task has handed to its handler: validates it and stores it.
    ///
    /// - Parameters:
    ///   - value: the data, or the place of a file.
    ///   - response: the response.
    ///   - error: the error.
    ///   - origin: where the answer came from.
    /// - Returns: what its handler and its group get.
    func receive<Value>(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin = .network
    ) -> Reception<Value> {
        Reception(
            request: self,
            origin: origin,
            value: value,
            response: response,
            error: error,
            result: outcome(value, response, error, origin)
        )
    }

    /// What came of the request as far as its group, the cache and the observers are concerned.
    private func outcome(
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

    /// Tells the observers that the response has come; nobody here reads what follows it.
    func finish(unread response: URLResponse, from origin: RequestOutcome.Origin) {
        let loaded = LoadedResponse(data: Data(), response: response)
        observation?.finish(RequestOutcome(result: .success(loaded), origin: origin))
    }

    /// What a request has received.
    struct Reception<Value> {
        fileprivate let request: PipedRequest
        fileprivate let origin: RequestOutcome.Origin
        let value: Value?
        let response: URLResponse?
        let error: (any Error)?
        let result: Result<LoadedResponse, any Error>

        /// Calls the handler, and then tells the observers.
        func handOver(_ handler: (Value?, URLResponse?, (any Error)?) -> Void) {
            handler(value, response, error)
            // A session removes its files itself.
            if origin != .network { DownloadedFile.removeIfAny(value) }
            finish()
        }

        /// Tells the observers.
        ///
        /// - Parameter failure: why the request has failed in spite of what it received.
        func finish(failure: (any Error)? = nil) {
            let result = failure.map { .failure($0) } ?? result
            request.observation?.finish(RequestOutcome(result: result, origin: origin))
        }
    }
}

/// A request that a cache may answer, as it was when it was issued.
private struct CachedRequest: Sendable {
    let request: URLRequest
    let cache: ResponseCache
    let epoch: ResponseCache.Epoch
    let user: String?

    var mayBeAnswered: Bool { cache.mayAnswer(request) }

    var answer: ReadyAnswer? { cache.answer(to: request, of: user) }

    func store(_ response: LoadedResponse) {
        cache.store(response, for: request, since: epoch)
    }
}

extension URLRequest {
    /// The request with what its session adds to it as far as it matters to a cache: header fields, among
    /// which may be a token, and the cache policy.
    func completed(by configuration: URLSessionConfiguration) -> URLRequest {
        var request = self
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            guard let name = name as? String, request.value(forHTTPHeaderField: name) == nil else {
                continue
            }
            request.setValue("\(value)", forHTTPHeaderField: name)
        }
        if cachePolicy == .useProtocolCachePolicy {
            request.cachePolicy = configuration.requestCachePolicy
        }
        return request
    }
}
