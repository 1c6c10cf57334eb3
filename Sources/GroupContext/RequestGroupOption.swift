/// An option of a request group; without options, a group waits for all requests and collects every failure.
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
    /// Combines several options into one, for functions that take options and pass them on.
    ///
    /// - Parameter options: The options; a later one overrides an earlier one that contradicts it.
    /// - Returns: The combined option.
    public static func combining(_ options: [RequestGroupOption]) -> Self {
        Self { configuration in
            for option in options { option.apply(&configuration) }
        }
    }
}

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
    /// Limits the requests of the group in flight; further ones start later, by priority, then first in,
    /// first out.
    ///
    /// A waiting request blocks no thread. A request whose method returns a handle cannot wait: it starts
    /// above the limit, which is reported as ``RequestGroupEvent/Kind/exceededLimit``.
    ///
    /// - Parameter count: The limit, at least 1.
    /// - Returns: The option.
    public static func limit(_ count: Int) -> Self {
        precondition(count > 0, "A group needs a limit of at least 1 to get anything done.")
        return Self { $0.limit = count }
    }

    /// Sets the priority of the group's requests that wait for a limiter; by default that of the issuing
    /// task.
    public static func priority(_ priority: RequestPriority) -> Self {
        Self { $0.priority = priority }
    }
}

// MARK: - Ending

extension RequestGroupOption {
    /// Sets a deadline, at which the group cancels its outstanding requests and completes without waiting for
    /// them.
    ///
    /// The outstanding requests are reported as timed out. A body that is still running is not interrupted
    /// without the option ``cancelsBody``, and the group ends when it returns.
    ///
    /// The deadline waits for no other code of yours: cancel handlers run one after the other on another
    /// thread, and observers may be notified after the group has completed.
    ///
    /// - Parameters:
    ///   - duration: The time from the opening of the group to its deadline.
    ///   - clock: The clock that measures the duration.
    /// - Returns: The option.
    public static func timeout(
        _ duration: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Self {
        Self {
            $0.timeout = duration
            $0.clock = clock
        }
    }

    /// Fail fast: the first failure cancels the other requests of the group.
    public static var failFast: Self { Self { $0.policy = .failFast } }

    /// The asynchronous body is cancelled with its group: at the deadline, by the first failure under
    /// ``failFast``, or by ``RequestGroup/cancel()``.
    ///
    /// Recommended with each of these, wherever the body awaits more than requests of the group.
    ///
    /// ```swift
    /// try await withRequestGroup("feed", options: .timeout(.seconds(5)), .cancelsBody) {
    ///     await load()
    /// }
    /// ```
    ///
    /// Swift cancels only whole tasks, so the body runs in a child task, on the caller's actor. It must not
    /// add tasks to a task group of its caller, which is why this is not the default. The completion form and
    /// the blocking form of a group ignore this option.
    public static var cancelsBody: Self { Self { $0.cancelsBody = true } }

    /// Tolerant: failed requests never make the group throw; read them from ``RequestGroup/failures``.
    public static var tolerant: Self { Self { $0.policy = .tolerate } }

    /// The group may complete without a request, which is otherwise reported as
    /// ``RequestGroupEvent/Kind/empty``.
    ///
    /// For a body that issues requests only sometimes, such as when its cache lacks a value.
    public static var mayBeEmpty: Self { Self { $0.mayBeEmpty = true } }

    /// The group has no parent: no group waits for it, or cancels it.
    public static var detached: Self { Self { $0.isDetached = true } }
}

extension RequestGroupOption {
    /// Makes the group hidden, for the sender that performs a step of a plan.
    package static func serving(_ interceptions: Interceptions) -> Self {
        Self { $0.interceptions = interceptions }
    }
}

// MARK: - Watching

extension RequestGroupOption {
    /// Adds an observer of every event in the group and in the groups nested in it.
    public static func observer(_ observer: any RequestGroupObserver) -> Self {
        Self { $0.observers.append(observer) }
    }

    /// Calls the closure after each change of the group's progress, one call at a time and in order.
    ///
    /// The closure runs on the thread that made the change; on another thread once the deadline has passed.
    /// The total grows while requests are issued, so a fraction of it can decrease. The total is final when
    /// the body has returned, unless callbacks issue requests.
    public static func onProgress(_ action: @escaping @Sendable (GroupProgress) -> Void) -> Self {
        Self { $0.progressObservers.append(ProgressObserver(action: action)) }
    }

    /// Adds a new observer to each group that is opened with this option, but not to nested groups.
    package static func ownObserver(
        _ make: @escaping @Sendable () -> any RequestGroupObserver
    ) -> Self {
        Self { $0.progressObservers.append(make()) }
    }

    /// Calls the closure once if the group has not completed after this time, to find a callback that never
    /// comes.
    ///
    /// The report lists the outstanding requests, and says whether the main thread is blocked, perhaps by a
    /// semaphore that waits for this group. Nothing is cancelled, unlike with ``timeout(_:clock:)``. Nested
    /// groups are not watched. The closure is called like an observer of the group, but outside any group and
    /// never after the completion of the group, which retains it.
    ///
    /// ```swift
    /// let option = RequestGroupOption.onStall(after: .seconds(10)) { stall in print(stall) }
    /// try await withRequestGroup("home page", options: option) { await load() }
    /// ```
    ///
    /// - Parameters:
    ///   - duration: The time from the opening of the group to the report.
    ///   - clock: The clock that measures the duration, and the ages in the report.
    ///   - action: The closure, which receives the report.
    /// - Returns: The option; of several the last one applies.
    public static func onStall(
        after duration: Duration,
        clock: any Clock<Duration> = ContinuousClock(),
        _ action: @escaping @Sendable (RequestGroupStall) -> Void
    ) -> Self {
        // Made for each group, because its time starts when the group is opened.
        Self { $0.stallWatch = StallWatch(patience: duration, clock: clock, action: action) }
    }
}

extension RequestGroupOption {
    /// Continues a trace that began elsewhere: the span of the group becomes a child of the given span.
    ///
    /// Use it for input from outside the app, such as the header of a request that a server answers.
    ///
    /// - Parameter parent: The parent span.
    /// - Returns: The option.
    public static func traceParent(_ parent: TraceParent) -> Self {
        Self { $0.traceParent = parent }
    }
}
