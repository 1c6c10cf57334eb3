import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The steps that each request of a wrapped session goes through.
///
/// The order of the steps is fixed:
///
/// 1. The *adapters* change the request, in their order. An error of an adapter fails the request.
/// 2. The request waits for a permit if its group or client is limited, even if a stub will answer the request.
/// 3. The *stubs* answer in place of a server: first the stubs in scope, then the stubs of the pipeline.
/// 4. The *cache* answers with a stored response, if the `cachePolicy` of the request or of the session allows
///    that. A request without an answer is sent, unless the policy forbids loading.
/// 5. The *validation* checks the response: first the status check of the session, then the
///    validators. A rejected response fails the request in its group; the handler still receives the response.
/// 6. A valid response of a server is stored in the cache. Then the handler runs.
/// 7. The *observers* are notified; then the request leaves its group.
///
/// ```swift
/// let pipeline = RequestPipeline(
///     adapters: [.queryItems { _ in ["platform": "ios"] }, .headers(["X-App": "3.1"])],
///     validators: [ResponseEnvelope().validator]
/// )
/// let session = InterceptingClient(
///     URLSession.shared,
///     pipeline: pipeline,
///     statusCheck: .successful
/// )
/// ```
///
/// The adapters run on the thread that issues the request, so they must be quick. A slow adapter can run when
/// the request starts: see ``PipelineAdapter/atStart(_:)``.
///
/// Stubs are matched after the adapters have run. When the request starts, an answer of the matching stub is used
/// up, or the cache is read on another thread. A request that never starts, as in a cancelled group, uses up no
/// answer. If a cached response no longer exists when the request starts, the request is sent.
///
/// Tasks without a handler, which report to a delegate, are adapted, and their status is checked. If a stub
/// matches such a task, or an adapter throws, the task is cancelled when it starts; instead of the cancellation
/// error, its delegate receives an error that names the remedy, or the error of the stub or adapter. The cache serves
/// `data(for:)` and data tasks with a handler; the validators also check uploads. Tasks with resume data have no
/// request and bypass the pipeline. Web sockets bypass the pipeline too, unless stubs reject them.
///
/// A task that a stub or the cache may answer belongs to another session. The task's handler still runs on the queue
/// of the wrapped session, but the task is not among the tasks of that session, and a task identifier may occur in
/// both sessions. The handler receives the answer, but the task's properties do not show the answer, and the task
/// produces no resume data. If you suspend the ``InterceptedTask``, the handler waits until you resume that object, but
/// a sent request goes on, and the handler of a sent download does not wait. Suspending the bare session task has no
/// effect. If the cache may answer, the wrapped session has a second, suspended task, which is resumed if the cached
/// response no longer exists.
public final class RequestPipeline: Sendable {
    private let adaptersOfIssue: ArraySlice<PipelineAdapter>
    /// The adapters that run when a request starts: from the first ``PipelineAdapter/atStart(_:)`` on.
    let adaptersOfStart: ArraySlice<PipelineAdapter>
    let adaptRedirect: RedirectAdapter?
    let stubs: RequestStubs?
    let cache: ResponseCache?
    let validators: [@Sendable (LoadedResponse) throws -> Void]
    private let observers = Locked([WeakObserver]())

    /// Creates a pipeline; an omitted step costs nothing.
    ///
    /// - Parameters:
    ///   - adapters: the adapters, in the order in which they run.
    ///   - stubs: the stubs, which answer in place of a server.
    ///   - cache: the cache, which answers with stored responses.
    ///   - validators: the validators, in the order in which they run. A validator throws an error to reject a
    ///     response. It is called once for each response of a server or a stub, on the thread of the response.
    ///   - observers: the observers, which are held weakly.
    public init(
        adapters: [PipelineAdapter] = [],
        stubs: RequestStubs? = nil,
        cache: ResponseCache? = nil,
        validators: [@Sendable (LoadedResponse) throws -> Void] = [],
        observers: [any RequestObserver] = []
    ) {
        let redirectAdapters = adapters.compactMap(\.adaptRedirect)
        let adaptRedirect: RedirectAdapter = { redirected in
            redirectAdapters.reduce(redirected) { request, adapt in adapt(request) }
        }
        self.adaptRedirect = redirectAdapters.isEmpty ? nil : adaptRedirect
        adaptersOfIssue = adapters.prefix { $0.adaptAtIssue != nil }
        adaptersOfStart = adapters.dropFirst(adaptersOfIssue.count)
        self.stubs = stubs
        self.cache = cache
        self.validators = validators
        observers.forEach(addObserver)
    }

    /// Adds an observer of later requests; the pipeline holds the observer weakly.
    public func addObserver(_ observer: any RequestObserver) {
        changeObservers { observers in
            observers.removeAll { $0 === observer }
            observers.append(observer)
        }
    }

    /// Removes an observer; the observer is not notified of requests that are issued later.
    public func removeObserver(_ observer: any RequestObserver) {
        changeObservers { observers in observers.removeAll { $0 === observer } }
    }

    /// The observers that have not been released.
    var currentObservers: [WeakObserver] {
        changeObservers { _ in }.map { WeakObserver(observer: $0) }
    }

    /// Removes released observers and changes the list; returns the observers that the list contained before.
    ///
    /// Reading a weak reference retains the observer. The caller releases the returned observers after
    /// unlocking, because a deinit may run user code.
    @discardableResult
    private func changeObservers(
        _ body: (inout [any RequestObserver]) -> Void
    ) -> [any RequestObserver] {
        observers.withLock { observers in
            let present = observers.compactMap(\.observer)
            var changed = present
            body(&changed)
            observers = changed.map { WeakObserver(observer: $0) }
            return present
        }
    }

    func adapt(_ request: URLRequest, _ identity: RequestIdentity?) throws -> URLRequest {
        try adaptersOfIssue.reduce(request) {
            try $1.adaptAtIssue?($0, identity ?? .ungrouped) ?? $0
        }
    }

    var needsIdentity: Bool {
        !adaptersOfIssue.isEmpty || !adaptersOfStart.isEmpty || !observers.withLock(\.isEmpty)
    }
}
