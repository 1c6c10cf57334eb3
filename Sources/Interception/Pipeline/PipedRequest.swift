import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request on its way through the pipeline, after the adapters that run when it is issued.
///
/// If other adapters run at its start, the request to send and its stubs are known only after those.
final class PipedRequest: Sendable {
    /// The request after the adapters that run when it is issued.
    private let issued: URLRequest
    private let origin: RequestOrigin
    private let settledAtIssue: SettledRequest?
    private let late: LateAdaptation?

    init(
        _ request: URLRequest,
        settings: InterceptionSettings,
        scope: [RequestStubs],
        identity: RequestIdentity? = nil,
        cache: ResponseCache?,
        configuration: @escaping @Sendable () -> URLSessionConfiguration
    ) {
        let origin = RequestOrigin(
            settings: settings,
            scope: scope,
            identity: identity,
            cache: cache,
            configuration: configuration
        )
        var (adapted, refusal) = (request, (any Error)?.none)
        do {
            if let pipeline = settings.pipeline { adapted = try pipeline.adapt(request, identity) }
        } catch {
            refusal = error
        }
        self.origin = origin
        issued = adapted
        let adapters = settings.pipeline?.adaptersOfStart ?? []
        if refusal != nil || adapters.isEmpty {
            settledAtIssue = SettledRequest(adapted, from: origin, refusal: refusal)
            late = nil
        } else {
            settledAtIssue = nil
            late = LateAdaptation(of: adapted, from: origin, by: adapters)
        }
    }

    /// The request after all adapters; `nil` until they have run.
    private var settled: SettledRequest? { settledAtIssue ?? late?.settled }

    /// The request to send, after the adapters that have run so far.
    var request: URLRequest { settled?.request ?? issued }

    /// Runs the closure with the stubs and the propagated task-locals that were in scope when the request was
    /// issued.
    func bind<Result>(_ body: () -> Result) -> Result { origin.bind(body) }

    /// The metadata of the request, unless the request is a subrequest or nothing needs them.
    var issue: RequestIssue? { origin.identity.flatMap { $0.isPart ? nil : $0.issue } }

    /// A Boolean value that indicates whether adapters run at the start of the request.
    var isLate: Bool { late != nil }

    /// A Boolean value that indicates whether a local response may answer the request; `true` until this is
    /// known.
    var mayBeAnswered: Bool { settled?.mayBeAnswered ?? true }

    /// A Boolean value that indicates whether the request is sent if its local response is gone at the start.
    var mayBeSent: Bool { settled?.mayBeSent ?? true }

    /// Starts the request, unless adapters have to run first; then ``answerFound(in:of:)`` starts it.
    func start(isObserved: Bool = true) {
        settledAtIssue?.start(isObserved: isObserved)
    }

    /// Returns the local response, if there still is one; blocks the thread while a file is read.
    func answer() -> ReadyAnswer? { settled?.answer() }

    /// Runs the adapters that run at the start, and finds the local response on another thread, because that
    /// blocks.
    ///
    /// - Parameters:
    ///   - call: the call of the request, in whose group the adapters run.
    ///   - client: the client; requests that the adapters send through it are subrequests.
    /// - Returns: the local response, or `nil` if the request has to be sent.
    func answerFound(in call: InterceptedCall, of client: ObjectIdentifier) async -> ReadyAnswer? {
        if let late {
            await call.perform(for: client) { await late.run() }
            // A request that was cancelled meanwhile does not start.
            guard let settled = late.settled, !Task.isCancelled else {
                return ReadyAnswer(.refusal, .failure(URLError(.cancelled)))
            }
            settled.start()
        }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.answer()) }
        }
    }

    /// Validates and stores a task's response, and returns the result for its handler and its group.
    func receive<Value>(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin = .network
    ) -> Reception<Value> {
        Reception(
            settled: settled,
            origin: origin,
            value: value,
            response: response,
            error: error,
            result: settled?.outcome(value, response, error, origin)
                ?? .failure(error ?? URLError(.unknown))
        )
    }

    /// Notifies the observers of a response whose body the library does not read.
    func finish(unread response: URLResponse, from origin: RequestOutcome.Origin) {
        let loaded = LoadedResponse(data: Data(), response: response)
        settled?.finish(.success(loaded), from: origin)
    }

    /// The answer to a request, and its result after validation.
    struct Reception<Value> {
        fileprivate let settled: SettledRequest?
        fileprivate let origin: RequestOutcome.Origin
        let value: Value?
        let response: URLResponse?
        let error: (any Error)?
        let result: Result<LoadedResponse, any Error>

        /// Calls the handler, and then notifies the observers.
        func handOver(_ handler: (Value?, URLResponse?, (any Error)?) -> Void) {
            handler(value, response, error)
            // A session removes its downloaded files itself.
            if origin != .network { DownloadedFile.removeIfAny(value) }
            finish()
        }

        /// Notifies the observers; `failure` is the error of a request that failed despite its response.
        func finish(failure: (any Error)? = nil) {
            settled?.finish(failure.map { .failure($0) } ?? result, from: origin)
        }
    }
}
