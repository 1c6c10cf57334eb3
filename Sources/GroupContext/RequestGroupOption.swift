/// How a request group behaves; without any option it waits for all and collects every failure.
///
/// ```swift
/// try await withRequestGroup("images", options: .limit(3), .timeout(.seconds(10)), .failFast) {
///     for path in images { network.post(path, success: show, failure: report) }
/// }
/// ```
public struct RequestGroupOption: Sendable {
    private let apply: @Sendable (inout RequestGroupConfiguration) -> Void

    private init(_ apply: @escaping @Sendable (inout RequestGroupConfiguration) -> Void) {
        self.apply = apply
    }

    static func configuration(_ options: [RequestGroupOption]) -> RequestGroupConfiguration {
        var configuration = RequestGroupConfiguration()
        combining(options).apply(&configuration)
        return configuration
    }
}

extension RequestGroupOption {
    /// Several options as one, for functions of your own that take options and pass them on.
    ///
    /// - Parameter options: the options; of two that contradict each other the later one holds.
    /// - Returns: the option.
    public static func combining(_ options: [RequestGroupOption]) -> Self {
        Self { configuration in
            for option in options { option.apply(&configuration) }
        }
    }
}

/// Everything the options of a group can say.
struct RequestGroupConfiguration {
    var limit: Int?
    var priority: RequestPriority?
    var timeout: Duration?
    var clock: any Clock<Duration> = ContinuousClock()
    var policy = FailurePolicy.collect
    var isDetached = false
    var observers: [any RequestGroupObserver] = []
    var progressObservers: [any RequestGroupObserver] = []
    var stallWatch: StallWatch?
    var interceptions: Interceptions?
    var cancelsBody = false
    var mayBeEmpty = false
    var traceParent: TraceParent?
}

// MARK: - Starting requests

extension RequestGroupOption {
    /// At most this many requests of the group are in flight; further ones start later, without
    /// blocking a thread, first in first out by priority.
    ///
    /// A request whose method returns a handle cannot wait: it starts above the limit, which is reported as
    /// ``RequestGroupEvent/Kind/exceededLimit``.
    ///
    /// - Parameter count: how many, at least 1.
    /// - Returns: the option.
    public static func limit(_ count: Int) -> Self {
        precondition(count > 0, "A group needs a limit of at least 1 to get anything done.")
        return Self { $0.limit = count }
    }

    /// One request of the group after the other: a limit of 1.
    public static var serial: Self { limit(1) }

    /// The priority of the group's requests where a limiter makes them wait; by default that of the task that
    /// issues them.
    public static func priority(_ priority: RequestPriority) -> Self {
        Self { $0.priority = priority }
    }
}

// MARK: - Ending

extension RequestGroupOption {
    /// When this much time has passed, the group cancels what is outstanding and completes without
    /// waiting for whoever does not answer; those are reported as timed out.
    ///
    /// A body that is still running then is not interrupted, unless the option ``cancelsBody`` is set, and the
    /// group ends when it returns.
    ///
    /// The deadline waits for no other code of yours: cancel handlers run one after the other on another thread, and observers
    /// may be notified after the group has completed.
    ///
    /// - Parameters:
    ///   - duration: how long after the group was opened its deadline is.
    ///   - clock: the clock that measures it.
    /// - Returns: the option.
    public static func timeout(
        _ duration: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Self {
        Self {
            $0.timeout = duration
            $0.clock = clock
        }
    }

    /// The first failure cancels the other requests of the group.
    public static var failFast: Self { Self { $0.policy = .failFast } }

    /// The asynchronous body is cancelled with its group.
    ///
    /// That is by the deadline, by the first failure under ``failFast``, or by ``RequestGroup/cancel()``:
    /// recommended with each of these, wherever the body awaits more than requests of the group.
    ///
    /// ```swift
    /// try await withRequestGroup("feed", options: .timeout(.seconds(5)), .cancelsBody) {
    ///     await load()
    /// }
    /// ```
    ///
    /// A task can only be cancelled whole. So the body runs in a child task, on the actor of its caller. It
    /// must not add tasks to a task group of its caller, which is why this is no default. The other forms of a
    /// group have no body to cancel, and take no notice.
    public static var cancelsBody: Self { Self { $0.cancelsBody = true } }

    /// Failures of requests never make the group throw; read them from ``RequestGroup/failures``.
    public static var tolerant: Self { Self { $0.policy = .tolerate } }

    /// The group may complete without a request, which is reported otherwise; see
    /// ``RequestGroupEvent/Kind/empty``.
    ///
    /// For a group whose body issues requests only at times, such as one for what a cache does not have.
    public static var mayBeEmpty: Self { Self { $0.mayBeEmpty = true } }

    /// The group has no parent: nothing waits for it, and no other group's cancelling reaches it.
    public static var detached: Self { Self { $0.isDetached = true } }
}

extension RequestGroupOption {
    /// Nobody sees the group: it is what a sender needs to serve a request of the group.
    package static func serving(_ interceptions: Interceptions) -> Self {
        Self { $0.interceptions = interceptions }
    }
}

// MARK: - Watching

extension RequestGroupOption {
    /// Tells the observer everything that happens in the group and in groups nested in it.
    public static func observer(_ observer: any RequestGroupObserver) -> Self {
        Self { $0.observers.append(observer) }
    }

    /// Calls the closure with each change of the group's progress, one at a time and in order, on
    /// the thread that made the change; on another thread once the deadline has passed.
    ///
    /// The total grows while requests are issued, so that a fraction of it goes back meanwhile. The total is
    /// final when the body has returned, unless callbacks issue requests.
    public static func onProgress(_ action: @escaping @Sendable (GroupProgress) -> Void) -> Self {
        Self { $0.progressObservers.append(ProgressObserver(action: action)) }
    }

    /// Tells an observer of its own each group that is opened with the option, and no other.
    package static func ownObserver(
        _ make: @escaping @Sendable () -> any RequestGroupObserver
    ) -> Self {
        Self { $0.progressObservers.append(make()) }
    }

    /// Calls the closure if the group has not completed after this time, once, and says for whom it
    /// waits: to find the callback that never comes.
    ///
    /// Nothing is cancelled, see ``timeout(_:clock:)``, and groups nested in this one are not watched
    /// themselves. The closure is called like an observer of the group, outside any group and never
    /// after the completion of the group. A group keeps it, as it keeps its observers. The report says if the main
    /// thread is blocked, perhaps by a semaphore that waits for this group.
    ///
    /// ```swift
    /// let option = RequestGroupOption.onStall(after: .seconds(10)) { stall in print(stall) }
    /// try await withRequestGroup("home page", options: option) { await load() }
    /// ```
    ///
    /// - Parameters:
    ///   - duration: how long after the group was opened.
    ///   - clock: the clock that measures it, and the ages in the report.
    ///   - action: is told for whom the group waits.
    /// - Returns: the option; of several the last one holds.
    public static func onStall(
        after duration: Duration,
        clock: any Clock<Duration> = ContinuousClock(),
        _ action: @escaping @Sendable (RequestGroupStall) -> Void
    ) -> Self {
        // Made anew for each group: its stopwatch starts when the group is opened.
        Self { $0.stallWatch = StallWatch(patience: duration, clock: clock, action: action) }
    }
}

extension RequestGroupOption {
    /// The group goes on with a trace that somebody else has begun: its span is a child of that one.
    ///
    /// Use it for what was handed to the app from outside, such as the header of a request that a server answers.
    ///
    /// - Parameter parent: the span that the group belongs to.
    /// - Returns: the option.
    public static func traceParent(_ parent: TraceParent) -> Self {
        Self { $0.traceParent = parent }
    }
}
