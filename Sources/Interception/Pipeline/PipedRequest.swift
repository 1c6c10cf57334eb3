import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way through the pipeline.
///
/// The adapters of the issue have run when this is made. If there are adapters of the start, what is sent and
/// who may answer is known when they have run.
final class PipedRequest: Sendable {
    /// The request as it was issued, after the adapters of the issue.
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

    /// What is known after all adapters.
    private var settled: SettledRequest? { settledAtIssue ?? late?.settled }

    /// What is sent, as far as it is known.
    var request: URLRequest { settled?.request ?? issued }

    /// Runs the closure with what held where the request was issued: the stubs of the scopes around, and what
    /// goes along of the app.
    func bind<Result>(_ body: () -> Result) -> Result { origin.bind(body) }

    /// What is to be known of it when it enters its group, if anything is.
    var issue: RequestIssue? { origin.identity.flatMap { $0.isPart ? nil : $0.issue } }

    /// Whether there are adapters that run when it starts.
    var isLate: Bool { late != nil }

    /// Whether it is to be answered without the network, as far as is known.
    var mayBeAnswered: Bool { settled?.mayBeAnswered ?? true }

    /// Whether it is sent if nothing answers it any more when it starts.
    var mayBeSent: Bool { settled?.mayBeSent ?? true }

    /// The request starts; if there are adapters of the start, it does so when they have run.
    func start(isObserved: Bool = true) {
        settledAtIssue?.start(isObserved: isObserved)
    }

    /// What answers it without the network, if something still does.
    ///
    /// It blocks the thread for as long as a file takes to read.
    func answer() -> ReadyAnswer? { settled?.answer() }

    /// The same, found on a thread of its own, after the adapters of the start.
    ///
    /// - Parameters:
    ///   - call: the call of the request, in whose group they run.
    ///   - client: whoever sends the request: what the adapters send through it is a part of the request.
    /// - Returns: the answer, or `nil` if the request has to be sent.
    func answerFound(in call: InterceptedCall, of client: ObjectIdentifier) async -> ReadyAnswer? {
        if let late {
            await call.perform(for: client) { await late.run() }
            // One that was cancelled meanwhile has not started.
            guard let settled = late.settled, !Task.isCancelled else {
                return ReadyAnswer(.refusal, .failure(URLError(.cancelled)))
            }
            settled.start()
        }
        return await withCheckedContinuation { continuation in
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
            settled: settled,
            origin: origin,
            value: value,
            response: response,
            error: error,
            result: settled?.outcome(value, response, error, origin)
                ?? .failure(error ?? URLError(.unknown))
        )
    }

    /// Tells the observers that the response has come; nobody here reads what follows it.
    func finish(unread response: URLResponse, from origin: RequestOutcome.Origin) {
        let loaded = LoadedResponse(data: Data(), response: response)
        settled?.finish(.success(loaded), from: origin)
    }

    /// What a request has received.
    struct Reception<Value> {
        fileprivate let settled: SettledRequest?
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
            settled?.finish(failure.map { .failure($0) } ?? result, from: origin)
        }
    }
}
