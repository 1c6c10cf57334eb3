import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request in the pipeline, with its state.
///
/// The initializer captures the user of the cache and the task-locals before the adapters run. An adapter may
/// add the user's token, and the user may change afterwards. A later capture would then find the wrong user.
final class PipelineRequest: Sendable {
    private enum Stage {
        /// Adapters still have to run when the request starts, so the matching stubs are unknown.
        case issued(URLRequest)
        case adapted(Adaptation)
        /// The request has started. `stub` returns the answer of the stubs; `nil` if the stubs let the request pass.
        /// The observation exists if the observers were notified of the start, and so have to be notified of the end.
        case started(Adaptation, stub: (@Sendable () -> LocalResponse)?, RequestObservation?)
        /// The request has ended, perhaps before all adapters have run.
        case ended(URLRequest, Adaptation?)

        /// The request after all adapters; `nil` until all adapters have run.
        var adapted: Adaptation? {
            switch self {
            case .issued: nil
            case .adapted(let adapted), .started(let adapted, _, _): adapted
            case .ended(_, let adapted): adapted
            }
        }

        var request: URLRequest {
            switch self {
            case .issued(let request), .ended(let request, _): request
            case .adapted(let adapted), .started(let adapted, _, _): adapted.request
            }
        }
    }

    private let session: InterceptingClient<URLSession>
    let scope = RequestStubs.scope
    private let propagated: PropagatedValues?
    /// The identity of the request, if an adapter or an observer needs it.
    private let identity: RequestIdentity?
    /// A cache lookup with the user and epoch of the time before the adapters; `nil` if no cache may answer.
    private let cacheLookup: CacheLookup?
    /// A Boolean value that indicates whether the session would ignore a body that an adapter sets as a stream.
    private let ignoresStream: Bool
    private let stage: Locked<Stage>

    init(
        _ request: URLRequest,
        of session: InterceptingClient<URLSession>,
        isCached: Bool = false,
        isUpload: Bool = false
    ) {
        let settings = session.interceptionSettings
        self.session = session
        identity = session.nextIdentity
        propagated = settings.propagated?.captured()
        let cache = isCached ? settings.pipeline?.cache : nil
        cacheLookup = cache.map { CacheLookup(of: request, in: $0) }
        ignoresStream = isUpload && request.httpBodyStream == nil
        stage = Locked(.issued(request))
        do {
            let adapted = try settings.pipeline?.adapt(request, identity) ?? request
            if settings.pipeline?.adaptersOfStart.isEmpty == false {
                stage.withLock { $0 = .issued(adapted) }
            } else {
                finishAdapting(adapted)
            }
        } catch {
            finishAdapting(request, rejection: error)
        }
    }

    deinit {
        // All closures that could report the end of the request have been released, so report a lost callback.
        finish(TaskAnswer(error: LostCallbackError(label: request.requestLabel)))
    }

    /// Records the request after all adapters, or the error of an adapter.
    private func finishAdapting(_ request: URLRequest, rejection: (any Error)? = nil) {
        let pipeline = session.interceptionSettings.pipeline
        var rejection = rejection
        if rejection == nil, ignoresStream, request.httpBodyStream != nil {
            rejection = DelegateTaskError(.stream, label: request.requestLabel)
        }
        var cacheLookup = cacheLookup
        let stubs = rejection == nil ? scope + (pipeline?.stubs.map { [$0] } ?? []) : []
        let isCompared = cacheLookup != nil || !stubs.isEmpty
        let completed = isCompared ? request.completed(by: session.base.configuration) : request
        cacheLookup?.request = completed
        let match = StubMatch(of: completed, in: stubs)
        let isAnswered = rejection != nil || match.answersRequest
        let adapted = Adaptation(
            request: request,
            rejection: rejection,
            stubs: match,
            cacheLookup: cacheLookup,
            observation: pipeline.flatMap {
                RequestObservation(of: request, identity, by: $0.currentObservers)
            },
            mayBeAnswered: isAnswered || cacheLookup?.mayBeAnswered == true,
            mayBeSent: !isAnswered && cacheLookup?.request.cachePolicy != .returnCacheDataDontLoad
        )
        stage.withLock { stage in
            if case .issued = stage { stage = .adapted(adapted) }
        }
    }

    private var adapted: Adaptation? { stage.withLock(\.adapted) }

    /// The request to send, as changed by the adapters that have run.
    var request: URLRequest { stage.withLock(\.request) }

    func bind<Result>(_ body: () -> Result) -> Result {
        propagated.run { RequestStubs.bind(scope, body) }
    }

    /// The metadata of the request; `nil` for a subrequest, or if nothing needs the metadata.
    var metadata: RequestMetadata? {
        identity.flatMap { $0.isOfOuterRequest ? nil : $0.metadata }
    }

    var needsAdapting: Bool { adapted == nil }

    /// A Boolean value that indicates whether a local response may answer the request.
    var mayBeAnswered: Bool { adapted?.mayBeAnswered ?? true }

    /// A Boolean value that indicates whether the session sends the request if no local response exists.
    var mayBeSent: Bool { adapted?.mayBeSent ?? true }
}

private struct Adaptation: Sendable {
    let request: URLRequest
    /// The error of an adapter.
    let rejection: (any Error)?
    /// The matching stubs, from which the next answer is taken when the request starts.
    let stubs: StubMatch
    let cacheLookup: CacheLookup?
    let observation: RequestObservation?
    let mayBeAnswered: Bool
    let mayBeSent: Bool
}

// MARK: - Starting

extension PipelineRequest {
    /// Starts the request, once: takes the next answer of its stub, and notifies the observers.
    ///
    /// If adapters have to run first, this method starts nothing. ``localAnswer(in:asFile:)`` runs these adapters, and
    /// then calls this method again.
    ///
    /// - Parameter hasHandler: `false` for a task that reports to a delegate. The observers are not notified of the
    ///   start of such a task, because the library could not notify them of the end. No stub can answer such a task,
    ///   because only the session may call the delegate.
    /// - Returns: the error that prevents the start of a task without a handler, or `nil`. For a task with a handler,
    ///   the result is always `nil`, and the handler receives the error.
    @discardableResult
    func start(hasHandler: Bool = true) -> (any Error)? {
        let (observation, _) = stage.withLock { stage -> (RequestObservation?, [URLRequest]) in
            var dropped: [URLRequest] = []
            guard case .adapted(let adapted) = stage else { return (nil, dropped) }
            let observation = hasHandler ? adapted.observation : nil
            // Take the stub's answer under the lock, because another thread may ask for the local response at once.
            let stub = adapted.stubs.take(dropping: &dropped)
            stage = .started(adapted, stub: stub, observation)
            return (observation, dropped)
        }
        observation?.notifyStart()
        guard !hasHandler, mayBeAnswered else { return nil }
        return answer()?.result.reportedFailure
            ?? DelegateTaskError(needsAdapting ? .adapter : .stub, label: request.requestLabel)
    }

    /// Returns the local response, or `nil` if none exists any more; reading a file blocks the thread.
    private func answer() -> LocalResponse? {
        switch stage.withLock({ $0 }) {
        case .issued, .ended: nil
        case .adapted(let adapted):
            // The session also loads a task that was cancelled before its start, so answer such a task with an error.
            LocalResponse(.rejection, .failure(adapted.rejection ?? URLError(.cancelled)))
        case .started(let adapted, let stub, _):
            adapted.rejection.map { LocalResponse(.rejection, .failure($0)) }
                ?? stub?() ?? adapted.cacheLookup?.answer
        }
    }

    /// Runs the adapters for the start, then loads the local response; `nil` if the request has to be sent.
    ///
    /// The adapters run in the group of `call`; requests that they send through the same client are subrequests.
    /// Finding the response may block, so the method uses a Dispatch queue.
    func localAnswer(in call: InterceptedCall, asFile isFile: Bool = false) async -> TaskAnswer? {
        if needsAdapting {
            await call.perform(for: session.interceptedClient) { await self.adapt() }
            // If the request was cancelled while the adapters ran, do not start the request.
            if needsAdapting { return TaskAnswer(error: URLError(.cancelled), origin: .rejection) }
            start()
        }
        let local = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.answer()) }
        }
        if let local { return await local.load(asFile: isFile) }
        return Task.isCancelled ? .cancelled : nil
    }

    /// Prevents the start of the request, whose adapters may still be running.
    func preventStart() {
        stage.withLock { stage in
            switch stage {
            case .issued, .adapted: stage = .ended(stage.request, stage.adapted)
            case .started, .ended: break
            }
        }
    }

    /// Runs the adapters for the start; drops the result if the request is cancelled meanwhile.
    func adapt() async {
        guard case .issued(var request) = stage.withLock({ $0 }) else { return }
        var rejection: (any Error)?
        do {
            try await RequestStubs.$scope.withValue(scope) {
                for adapter in session.interceptionSettings.pipeline?.adaptersOfStart ?? [] {
                    // An adapter may ignore that its task was cancelled, so check the task before each adapter.
                    guard case .issued = stage.withLock({ $0 }), !Task.isCancelled
                    else { throw CancellationError() }
                    request = try await adapter.adaptAtStart(request, identity ?? .ungrouped)
                }
            }
        } catch {
            rejection = error
        }
        if Task.isCancelled { return }
        finishAdapting(request, rejection: rejection)
    }
}

// MARK: - Ending

extension PipelineRequest {
    /// Validates the answer and caches it if possible, calls the handler in the group, and notifies the observers.
    func end(_ call: InterceptedCall, _ answer: TaskAnswer, _ handler: TaskHandler) {
        // The handler may issue further requests. These requests use the same stubs.
        bind {
            let answer = receive(answer)
            call.answer(answer.result.reportedFailure) {
                handler(answer)
                answer.removeLocalFile()
                finish(answer)
            }
        }
    }

    /// Validates an answer, and caches a valid answer of the network; returns the answer, perhaps with a `rejection`.
    func receive(_ answer: TaskAnswer) -> TaskAnswer {
        let answer = session.interceptionSettings.checked(answer)
        if answer.origin == .network, case .success(let loaded) = answer.result {
            adapted?.cacheLookup?.store(loaded)
        }
        return answer
    }

    /// Notifies the observers of the end of the request, once.
    func finish(_ answer: @autoclosure () -> TaskAnswer) {
        // The stub is released after unlocking, because a deinit may run user code.
        let before = stage.withLock { exchange(&$0, with: .ended($0.request, $0.adapted)) }
        guard case .started(_, _, let observation?) = before else { return }
        let answer = answer()
        observation.finish(RequestOutcome(result: answer.result, origin: answer.origin))
    }
}
