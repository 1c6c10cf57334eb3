public import Dispatch
import GroupContext

/// The settings for all requests of an intercepting client.
///
/// ```swift
/// let settings = InterceptionSettings {
///     $0.limiter = RequestLimiter(limit: 5)
///     $0.queue = .main
/// }
/// ```
public struct InterceptionSettings: Sendable {
    /// The limiter of this client's requests, in every group and outside any group.
    public var limiter: RequestLimiter? {
        get { changed?.values.limiter }
        set { change { $0.limiter = newValue } }
    }

    /// The queue for delayed starts, cancel handlers and rejections.
    ///
    /// Set the main queue for a client that must be called on the main queue. The queue starts requests that waited
    /// for a permit, runs the `cancel` closures of `intercept` and `prepare`, and calls the callbacks of rejected
    /// requests. A request that does not wait starts on the thread that issues it.
    ///
    /// - A request that `intercept` or `awaitReply` issues in a wrapper method on an actor starts, and is rejected, on
    ///   that actor. The handle of such a request is cancelled on the queue.
    /// - Without a queue, a request that was issued on the main queue starts and is rejected on the main queue.
    ///   Any other request starts on the thread that freed its permit, and is rejected on a global queue. A handle
    ///   is cancelled on the thread that `Membership.onCancel(_:)` documents.
    public var queue: DispatchQueue? {
        get { changed?.values.queue }
        set { change { $0.queue = newValue } }
    }

    /// The closure that receives each request of this client that is issued outside any group while a group is open.
    ///
    /// Such a request has usually lost its group on the way to a queue or a timer. The closure also receives the first
    /// request outside any group in the second after a group has completed, or in the ten seconds after a group without
    /// requests, and each request that could not be cancelled, because its handle had been released. Only debug builds
    /// call the closure, always outside any group, on the thread that issues or cancels the request. Requests in
    /// ``withoutRequestGroup(_:)-3olre`` are not reported, unless they could not be cancelled.
    ///
    /// ```swift
    /// var settings = InterceptionSettings()
    /// settings.onUngroupedRequest = { request in print(request) }
    /// let network = InterceptingClient(NetworkTool.shared, settings: settings)
    /// ```
    public var onUngroupedRequest: (@Sendable (UngroupedRequestReport) -> Void)? {
        get { changed?.values.onUngroupedRequest }
        set { change { $0.onUngroupedRequest = newValue } }
    }

    /// The closure that makes the error of a request that is cancelled before it starts.
    ///
    /// If the closure is `nil`, the error is a `CancellationError`. Old code may show an alert for every error except
    /// its client's own cancellation error. A request that has not started at the deadline of its group always reports
    /// a `RequestTimeoutError`. The closure may be called on any thread.
    ///
    /// ```swift
    /// let settings = InterceptionSettings { $0.cancellationError = { URLError(.cancelled) } }
    /// ```
    public var cancellationError: (@Sendable () -> any Error)? {
        get { changed?.values.cancellationError }
        set { change { $0.cancellationError = newValue } }
    }

    /// The task-locals of the app that are propagated with the requests of this client, in and outside groups.
    ///
    /// The callbacks and the delayed start of a request see the values from its point of issue. So do the closures of
    /// a `CapturedGroup` that a callback creates, and the completion of a group that a callback opens. To a
    /// `CapturedGroup` that you create elsewhere, pass the task-locals yourself. Cancel handlers, and memberships
    /// that you enter by hand, do not see the values. With this setting, callbacks are wrapped outside any group, too.
    ///
    /// ```swift
    /// let settings = InterceptionSettings {
    ///     $0.propagated = PropagatedTaskLocals(Session.$current, Log.$metadata)
    /// }
    /// ```
    public var propagated: PropagatedTaskLocals? {
        get { changed?.values.propagated }
        set { change { $0.propagated = newValue } }
    }

    // The status check and the pipeline of a session, which only the initializers of a wrapped session set.

    package var statusCheck: HTTPStatusCheck? { changed?.values.statusCheck }

    package var pipeline: RequestPipeline? { changed?.values.pipeline }

    // The options of a session's requests; the methods of a session have no parameters for options.

    var isOptional: Bool { changed?.values.isOptional ?? false }

    var priority: RequestPriority? { changed?.values.priority }

    /// The metadata of a request, if these settings are a copy for that single request.
    var metadata: RequestMetadata? { changed?.values.metadata }

    /// The metadata of a request that is being issued, or `nil` if none is needed.
    var metadataAtIssue: RequestMetadata? {
        // Settings of a single request already contain the metadata of that request.
        metadata ?? propagated.map { RequestMetadata(propagating: $0.captured()) }
    }

    /// A Boolean value that indicates whether each request needs a limiter's permit, or propagates task-locals.
    @usableFromInline private(set) var needsAdmission = false

    /// The settings that differ from the defaults, behind one reference, because every request copies them.
    private var changed: ChangedSettings?

    /// Creates the default settings, and changes them in the closure.
    public init(_ configure: (inout InterceptionSettings) -> Void = { _ in }) {
        configure(&self)
    }

    mutating func change(_ change: (inout ChangedSettings.Values) -> Void) {
        var values = changed?.values ?? ChangedSettings.Values()
        change(&values)
        changed = ChangedSettings(values)
        needsAdmission = values.limiter != nil || values.propagated != nil
    }
}

final class ChangedSettings: Sendable {
    struct Values: Sendable {
        var limiter: RequestLimiter?
        var queue: DispatchQueue?
        var statusCheck: HTTPStatusCheck?
        var pipeline: RequestPipeline?
        var isOptional = false
        var priority: RequestPriority?
        var onUngroupedRequest: (@Sendable (UngroupedRequestReport) -> Void)?
        var cancellationError: (@Sendable () -> any Error)?
        var propagated: PropagatedTaskLocals?
        var metadata: RequestMetadata?
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
    }
}
