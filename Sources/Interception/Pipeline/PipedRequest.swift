import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way through the pipeline.
final class PipedRequest: Sendable {
    /// What is sent, after all adapters.
    let request: URLRequest

    /// What answers it without any network, if something does.
    let answer: ReadyAnswer?

    private let settings: InterceptionSettings
    /// Where the response is stored, for which request, and since when it may be.
    private let cachedRequest: URLRequest
    private let cache: ResponseCache?
    private let epoch: ResponseCache.Epoch?
    /// The stubs of the scopes in which the request was issued.
    let scope: [RequestStubs]
    private let observation: RequestObservation?

    init(
        _ request: URLRequest,
        settings: InterceptionSettings,
        scope: [RequestStubs],
        cache: ResponseCache?,
        sessionHeaders: () -> [AnyHashable: Any]?
    ) {
        let pipeline = settings.pipeline
        self.cache = cache
        epoch = cache?.epoch
        var (adapted, keyed) = (request, request)
        do {
            if let pipeline { adapted = try pipeline.adapt(request) }
            keyed = cache == nil ? adapted : adapted.with(sessionHeaders())
            let stubs = scope + (pipeline?.stubs.map { [$0] } ?? [])
            answer = try stubs.answer(to: adapted) ?? cache?.answer(to: keyed)
        } catch {
            answer = ReadyAnswer(.refusal, .failure(error))
        }
        cachedRequest = keyed
        self.request = adapted
        self.settings = settings
        self.scope = scope
        observation = pipeline.flatMap { RequestObservation(of: adapted, by: $0.observers.current) }
    }

    /// The request starts.
    func start() {
        observation?.start()
    }

    /// The answer as it is now: what the cache had for one user is not shown to the next.
    var currentAnswer: ReadyAnswer {
        guard let answer else { return ReadyAnswer(.refusal, .failure(URLError(.unknown))) }
        guard answer.origin == .cache, cache?.epoch != epoch else { return answer }
        return ReadyAnswer(.refusal, .failure(CacheMiss(.otherUser)))
    }

    /// What a task has handed to its handler: validates it and stores it.
    func receive<Value>(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> Reception<Value> {
        Reception(
            request: self,
            value: value,
            response: response,
            error: error,
            result: outcome(value, response, error)
        )
    }

    /// What came of the request as far as its group, the cache and the observers are concerned.
    private func outcome(
        _ value: Any?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> Result<LoadedResponse, any Error> {
        guard let response, error == nil else { return .failure(error ?? URLError(.unknown)) }
        let loaded = LoadedResponse(data: value as? Data ?? Data(), response: response)
        // It was valid when it was stored.
        if answer?.origin == .cache { return .success(loaded) }
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
        if answer == nil { cache?.store(loaded, for: cachedRequest, since: epoch) }
        return .success(loaded)
    }

    /// What a request has received.
    struct Reception<Value> {
        fileprivate let request: PipedRequest
        let value: Value?
        let response: URLResponse?
        let error: (any Error)?
        let result: Result<LoadedResponse, any Error>

        /// Calls the handler, and then tells the observers.
        func handOver(_ handler: (Value?, URLResponse?, (any Error)?) -> Void) {
            handler(value, response, error)
            if request.answer != nil { DownloadedFile.removeIfAny(value) }
            finish()
        }

        /// Tells the observers.
        func finish() {
            let origin = request.answer?.origin ?? .network
            request.observation?.finish(RequestOutcome(result: result, origin: origin))
        }
    }
}

extension URLRequest {
    /// The request with the header fields that its session adds: a token among them matters to a cache.
    func with(_ sessionHeaders: [AnyHashable: Any]?) -> URLRequest {
        guard let sessionHeaders else { return self }
        var request = self
        for (name, value) in sessionHeaders {
            guard let name = name as? String, request.value(forHTTPHeaderField: name) == nil else {
                continue
            }
            request.setValue("\(value)", forHTTPHeaderField: name)
        }
        return request
    }
}
