public import Dispatch

/// What holds for all requests that go through one intercepting client.
///
/// ```swift
/// let settings = InterceptionSettings {
///     $0.limiter = RequestLimiter(limit: 5)
///     $0.queue = .main
/// }
/// ```
public struct InterceptionSettings: Sendable {
    /// Caps the requests of this client, whatever their groups, and those of no group too.
    public var limiter: RequestLimiter? {
        get { changed?.values.limiter }
        set { change { $0.limiter = newValue } }
    }

    /// The queue for deferred starts, cancels and rejections.
    ///
    /// Name the main queue for a client that must be called there. On the queue a request starts that had
    /// to wait for a slot, its handle is cancelled, and the callback of a rejected request runs. A
    /// request that need not wait starts where it is issued.
    ///
    /// - A request that was issued on an actor starts, and is rejected, on that actor. Its handle is
    ///   cancelled on the queue.
    /// - Without a queue, a request that was issued on the main queue starts, and is rejected, there. Any
    ///   other starts on the thread that freed the slot, and is rejected on a global queue. A handle is
    ///   cancelled on the thread of `Membership.onCancel(_:)`.
    public var queue: DispatchQueue? {
        get { changed?.values.queue }
        set { change { $0.queue = newValue } }
    }

    /// Is told of requests of this client that are issued outside any group while a group is open
    /// somewhere in the process: most often the group was lost on the way to a queue or a timer.
    ///
    /// Only a debug build of this library reports, and a release build does not even look. What is
    /// issued in ``withoutRequestGroup(_:)-3olre`` is meant to be in no group, and no stray. The closure is
    /// called outside any group, where the request is issued and before it is.
    ///
    /// ```swift
    /// var settings = InterceptionSettings()
    /// settings.onStray = { stray in print(stray) }
    /// let network = InterceptingClient(NetworkTool.shared, settings: settings)
    /// ```
    public var onStray: (@Sendable (StrayRequest) -> Void)? {
        get { changed?.values.onStray }
        set { change { $0.onStray = newValue } }
    }

    /// Makes the error of a request that is cancelled before it starts; `nil` for `CancellationError`.
    ///
    /// Old code may know the error that its client reports for a cancelled request, and show an alert for any
    /// other. A request that misses the deadline of its group reports a `RequestTimeoutError` all the same.
    ///
    /// ```swift
    /// let settings = InterceptionSettings { $0.cancellationError = { URLError(.cancelled) } }
    /// ```
    public var cancellationError: (@Sendable () -> any Error)? {
        get { changed?.values.cancellationError }
        set { change { $0.cancellationError = newValue } }
    }

    /// Task-locals of the app that go along with the requests of this client, in a group or not.
    ///
    /// Each callback of a request, and what starts it later, has the values that they had where the request was
    /// issued. What a callback captures by a `CapturedGroup` has them too, and so has the completion of a group that
    /// it opens. In the body of a group name them where you capture. What cancels a request, and a membership that
    /// you enter by hand, take nothing along. Outside any group the callbacks of such a client are wrapped as well.
    ///
    /// ```swift
    /// let settings = InterceptionSettings {
    ///     $0.carried = CarriedTaskLocals(Session.$current, Log.$metadata)
    /// }
    /// ```
    public var carried: CarriedTaskLocals? {
        get { changed?.values.carried }
        set { change { $0.carried = newValue } }
    }

    // The settings of a session, which only the initializers of a wrapped session set.

    package var statusCheck: HTTPStatusCheck? {
        get { changed?.values.statusCheck }
        set { change { $0.statusCheck = newValue } }
    }

    package var pipeline: RequestPipeline? {
        get { changed?.values.pipeline }
        set { change { $0.pipeline = newValue } }
    }

    /// What is said of the requests of a session, which have no wrapper method that could say it.
    var marks: RequestMarks {
        get { changed?.values.marks ?? RequestMarks() }
        set { change { $0.marks = newValue } }
    }

    /// What is known of the one request that is issued with these settings.
    var issue: RequestIssue? {
        get { changed?.values.issue }
        set { change { $0.issue = newValue } }
    }

    /// Whether requests cannot simply be handed on: they may have to wait, or take values of the app along.
    @usableFromInline private(set) var needsAdmission = false

    /// What differs from the defaults; behind one reference, as every request copies its settings.
    private var changed: ChangedSettings?

    /// Creates settings, and changes the defaults.
    ///
    /// - Parameter configure: sets the properties.
    public init(_ configure: (inout InterceptionSettings) -> Void = { _ in }) {
        configure(&self)
    }

    private mutating func change(_ change: (inout ChangedSettings.Values) -> Void) {
        var values = changed?.values ?? ChangedSettings.Values()
        change(&values)
        changed = ChangedSettings(values)
        needsAdmission = values.limiter != nil || values.carried != nil
    }
}

/// Settings of which at least one was set.
private final class ChangedSettings: Sendable {
    struct Values: Sendable {
        var limiter: RequestLimiter?
        var queue: DispatchQueue?
        var statusCheck: HTTPStatusCheck?
        var pipeline: RequestPipeline?
        var marks = RequestMarks()
        var onStray: (@Sendable (StrayRequest) -> Void)?
        var cancellationError: (@Sendable () -> any Error)?
        var carried: CarriedTaskLocals?
        var issue: RequestIssue?
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
    }
}
