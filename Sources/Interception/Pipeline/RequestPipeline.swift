// Pipeline: what happens to the requests of a session on their way.

import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What happens to each request of a wrapped session on its way.
///
/// The steps always come in this order:
///
/// 1. The *adapters* change the request, one after the other; one that throws fails it.
/// 2. The request waits for a slot where its group or client is limited, whoever will answer it.
/// 3. The *stubs* answer in place of a server: those of the scope, then those of the pipeline.
/// 4. The *cache* answers what it has stored, as the `cachePolicy` of the request says, or that of the
///    session if the request names none. What nobody answers goes out.
/// 5. The *validation* says whether the response is what it should be: first the status check of
///    the ``SessionSettings``, then the validators. What it rejects fails the group; handlers get
///    what they always got.
/// 6. A valid response of a server is stored in the cache, and the handler runs.
/// 7. The *observers* hear how it ended; then the request leaves its group.
///
/// ```swift
/// let pipeline = RequestPipeline(
///     adapters: [.queryItems(["platform": "ios"]), .headers(["X-App": "3.1"])],
///     validators: [ResponseEnvelope().validator]
/// )
/// let session = InterceptingClient(
///     URLSession.shared,
///     settings: SessionSettings {
///         $0.statusCheck = .successful
///         $0.pipeline = pipeline
///     }
/// )
/// ```
///
/// The adapters run where the request is issued, so they have to be quick. One that takes its time runs when
/// the request starts: see ``PipelineAdapter/atStart(_:)-((URLRequest)->URLRequest)``.
///
/// Which stub matches is found after the adapters. When the request starts, the answer of the stub is used up,
/// and the cache is read, on another thread. A request that never starts, as in a cancelled group, changes
/// nothing. A request whose cached answer is gone when it starts is sent.
///
/// Tasks without a handler that report to a delegate are adapted and their status is checked; where a stub
/// would answer, or an adapter throws, they are cancelled when they start, and the delegate hears why in
/// place of the cancelling: a ``DelegateTaskError``, or the error of the stub or adapter. The cache is for
/// data tasks and `data(for:)`, the validators for uploads too. What resumes from resume data has no
/// request and passes by, as do web sockets; a web socket that a stub would answer fails.
///
/// A task that a stub or the cache is to answer belongs to another session: it calls back on the same
/// queue, but is not among the tasks of the wrapped session, and may have the identifier of another.
/// The answer is what its handler gets, not what the properties of the task say. For what the cache is to
/// answer, the wrapped session has a second task, suspended, which is sent if the response is gone by then.
public final class RequestPipeline: Sendable {
    /// Run where a request is issued.
    private let adaptersOfIssue: ArraySlice<PipelineAdapter>
    /// Run when it starts: the first that has to, and those that come after it.
    let adaptersOfStart: ArraySlice<PipelineAdapter>
    private let adaptersAskForIdentity: Bool
    /// Runs the adapters of redirects, if there are any.
    let adaptRedirect: RedirectAdapter?
    let stubs: RequestStubs?
    let cache: ResponseCache?
    let validators: [ResponseValidator]
    let observers: RequestObservers

    /// Makes a pipeline; what is left out costs nothing.
    ///
    /// - Parameters:
    ///   - adapters: change the request, in this order.
    ///   - stubs: answer in place of a server.
    ///   - cache: answers what it has stored.
    ///   - validators: reject responses, in this order.
    ///   - observers: hear of the requests; they are held weakly.
    public init(
        adapters: [PipelineAdapter] = [],
        stubs: RequestStubs? = nil,
        cache: ResponseCache? = nil,
        validators: [ResponseValidator] = [],
        observers: [any RequestObserver] = []
    ) {
        adaptersAskForIdentity = adapters.contains(where: \.asksForIdentity)
        let redirectAdapters = adapters.compactMap(\.adaptRedirect)
        let adaptRedirect: RedirectAdapter = { redirected in
            redirectAdapters.reduce(redirected) { request, adapt in adapt(request) }
        }
        self.adaptRedirect = redirectAdapters.isEmpty ? nil : adaptRedirect
        adaptersOfIssue = adapters.prefix(while: \.isForIssue)
        adaptersOfStart = adapters.dropFirst(adaptersOfIssue.count)
        self.stubs = stubs
        self.cache = cache
        self.validators = validators
        self.observers = RequestObservers(observers)
    }

    /// Tells the observer of the requests that start from now on; it is held weakly.
    public func addObserver(_ observer: any RequestObserver) {
        observers.add(observer)
    }

    /// Tells the observer of no further request.
    public func removeObserver(_ observer: any RequestObserver) {
        observers.remove(observer)
    }

    /// The request as the adapters of the issue have it.
    func adapt(_ request: URLRequest, _ identity: RequestIdentity?) throws -> URLRequest {
        try adaptersOfIssue.reduce(request) { try $1.adaptAtIssue($0, identity) }
    }

    /// Whether anybody asks who a request is.
    var needsIdentity: Bool { adaptersAskForIdentity || !observers.isEmpty }
}
