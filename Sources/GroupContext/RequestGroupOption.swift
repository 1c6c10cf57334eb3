/// An option of a request group; without options, a group waits for all requests and collects every failure.
///
/// ```swift
/// try await withRequestGroup("images", options: .limit(3), .timeout(.seconds(10)), .failFast) {
///     for path in images { network.post(path, success: show, failure: report) }
/// }
/// ```
public struct RequestGroupOption: Sendable {
    private let apply: @Sendable (RequestGroupConfiguration) -> Void

    static func configuration(_ options: [RequestGroupOption]) -> RequestGroupConfiguration {
        if options.isEmpty { return .standard }
        let configuration = RequestGroupConfiguration()
        for option in options { option.apply(configuration) }
        return configuration
    }
}

extension RequestGroupOption: ExpressibleByArrayLiteral {
    /// Combines several options into one; if two options contradict each other, the later option applies.
    ///
    /// ```swift
    /// func loadPage(_ options: RequestGroupOption = []) async throws {
    ///     try await withRequestGroup("page", options: options, .failFast) { await load() }
    /// }
    /// ```
    public init(arrayLiteral options: RequestGroupOption...) { self.init(options) }

    package init(_ options: [RequestGroupOption]) {
        self.init { configuration in
            for option in options { option.apply(configuration) }
        }
    }
}

/// The options of a group; a class, so that groups without options share one object.
final class RequestGroupConfiguration: @unchecked Sendable {
    // Unchecked, because the properties change only before a group receives the configuration. So exclusive access to
    // the arrays needs no check, which would take 140 instructions for each group.

    static let standard = RequestGroupConfiguration()

    var limit: Int?
    var priority: RequestPriority?
    var timeout: Duration?
    var clock: any Clock<Duration> = ContinuousClock()
    var policy = FailurePolicy.collect
    var isDetached = false
    @exclusivity(unchecked) var observers: [any RequestGroupObserver] = []
    @exclusivity(unchecked) var progressObservers: [any RequestGroupObserver] = []
    var stallWatch: StallWatch?
    var planStep: PlanStepContext?
    var cancelsBody = false
    var mayBeEmpty = false
    var traceParent: TraceParent?
}

// MARK: - Starting requests

extension RequestGroupOption {
    /// Limits how many requests of the group are in flight at once; `count` is at least 1.
    ///
    /// Further requests wait, and start by priority; among equal priorities the oldest request starts first. A
    /// waiting request blocks no thread. A request whose method returns the client's handle cannot wait. If no
    /// permit is free, such a request starts above the limit, and is reported as
    /// ``RequestGroupEvent/Kind/exceededLimit``.
    public static func limit(_ count: Int) -> Self {
        precondition(count > 0, "The limit of a group must be at least 1.")
        return Self { $0.limit = count }
    }

    /// Sets the priority with which requests wait for a permit, also in nested groups.
    ///
    /// The default is the priority of the issuing task.
    public static func priority(_ priority: RequestPriority) -> Self {
        Self { $0.priority = priority }
    }
}

// MARK: - Ending

extension RequestGroupOption {
    /// Sets a deadline, at which the group cancels its outstanding requests and completes without them.
    ///
    /// The duration begins when the group is opened. The outstanding requests are reported as timed out. A body
    /// that is still running is cancelled only with the option ``cancelsBody``. In any case, the group completes
    /// only when its body has returned.
    ///
    /// Apart from the body, the deadline waits for none of your code. Cancel handlers run one after the other on
    /// another thread, and observers may be notified after the group has completed. Tasks that block all threads of
    /// Swift's pool delay the deadline, and a report of ``onStall(after:clock:_:)``, too.
    public static func timeout(
        _ duration: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Self {
        Self { ($0.timeout, $0.clock) = (duration, clock) }
    }

    /// An option that cancels the other requests of the group after the first failure of a required request.
    ///
    /// Of several options among `failFast`, ``quorum(_:)`` and ``tolerant``, the last one applies.
    public static var failFast: Self { Self { $0.policy = .failFast } }

    /// Makes the group succeed, and cancel its other requests, as soon as `count` requests have succeeded.
    ///
    /// The failures of the cancelled requests are consequences, and do not fail the group. If a request has failed and
    /// too few others can still succeed, the group cancels the outstanding requests and fails, but not before its body
    /// has returned and all captured closures and nested groups have ended. The group does not wait for requests that
    /// callbacks may still issue. In both cases the group waits until its cancelled requests have answered. An error
    /// that the body throws fails the group, so an asynchronous body has to catch the errors of its cancelled requests.
    ///
    /// ```swift
    /// try await withRequestGroup("write", options: .quorum(2)) {
    ///     for replica in replicas { network.post(replica, success: show, failure: report) }
    /// }
    /// ```
    ///
    /// - Parameter count: The number of requests that have to succeed, at least 1.
    /// - Returns: The option.
    public static func quorum(_ count: Int) -> Self {
        precondition(count > 0, "The count of a quorum must be at least 1.")
        return Self { $0.policy = .quorum(count) }
    }

    /// An option that cancels the asynchronous body when the group is cancelled.
    ///
    /// A group is cancelled, for example, at the deadline, after the first failure with ``failFast``, or by
    /// ``RequestGroup/cancel()``. Use this option if the body awaits more than requests of the group.
    ///
    /// ```swift
    /// try await withRequestGroup("feed", options: .timeout(.seconds(5)), .cancelsBody) {
    ///     await load()
    /// }
    /// ```
    ///
    /// Swift cancels only whole tasks, so the body runs in a child task, on the caller's actor. The option is not
    /// the default, because a body in a child task must not add tasks to a task group of its caller. The
    /// completion form and the blocking form of a group ignore this option.
    public static var cancelsBody: Self { Self { $0.cancelsBody = true } }

    /// An option with which failed requests never fail the group; read the failures from ``RequestGroup/failures``.
    public static var tolerant: Self { Self { $0.policy = .tolerate } }

    /// An option that allows the group to complete without a request.
    ///
    /// Otherwise such a group is reported as ``RequestGroupEvent/Kind/empty``. Use this option for a body that issues
    /// requests only sometimes, such as when its cache lacks a value.
    public static var mayBeEmpty: Self { Self { $0.mayBeEmpty = true } }

    /// An option that opens the group without a parent, so that no other group waits for it or cancels it.
    public static var detached: Self { Self { $0.isDetached = true } }
}

// MARK: - Watching

extension RequestGroupOption {
    /// Adds an observer of every event in the group and in the groups nested in it.
    public static func observer(_ observer: any RequestGroupObserver) -> Self {
        Self { $0.observers.append(observer) }
    }

    /// Calls the closure after each change of the group's progress, one call at a time and in order.
    ///
    /// The closure runs on a thread that changed the progress, or on another thread after the deadline. The total
    /// grows while requests are issued, so the finished fraction of the total can decrease. The total is final
    /// when the body has returned, unless callbacks or captured closures issue requests.
    public static func onProgress(_ action: @escaping @Sendable (GroupProgress) -> Void) -> Self {
        Self { $0.progressObservers.append(ProgressObserver(action: action)) }
    }

    /// Adds a new observer to each group that is opened with this option, but not to nested groups.
    package static func ownObserver(
        _ make: @escaping @Sendable () -> any RequestGroupObserver
    ) -> Self {
        Self { $0.progressObservers.append(make()) }
    }

    /// Calls the closure once if the group has not completed after this time.
    ///
    /// Use this option to find a callback that is never called. The report lists the outstanding requests, and says
    /// whether the main thread is blocked, perhaps by a semaphore that waits for this group. Nothing is cancelled,
    /// unlike with ``timeout(_:clock:)``. Nested groups are not watched.
    ///
    /// The group retains the closure, and calls it like an observer, but outside any group; so an observer that blocks
    /// delays the report. In the completion form, the completion handler has to run within this time, too. If there are
    /// several such options, the last one applies.
    ///
    /// ```swift
    /// let option = RequestGroupOption.onStall(after: .seconds(10)) { stall in print(stall) }
    /// try await withRequestGroup("home page", options: option) { await load() }
    /// ```
    public static func onStall(
        after duration: Duration,
        clock: any Clock<Duration> = ContinuousClock(),
        _ action: @escaping @Sendable (RequestGroupStall) -> Void
    ) -> Self {
        // Each group gets a watch of its own, because the time starts when the group is opened.
        Self { $0.stallWatch = StallWatch(patience: duration, clock: clock, action: action) }
    }
}

extension RequestGroupOption {
    /// Continues a trace that began elsewhere: the span of the group becomes a child of the given span.
    ///
    /// Use this option for input from outside the app, such as the header of a request that a server answers.
    public static func traceParent(_ parent: TraceParent) -> Self {
        Self { $0.traceParent = parent }
    }
}
