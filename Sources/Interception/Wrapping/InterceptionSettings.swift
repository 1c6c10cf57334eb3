public import Dispatch

/// What holds for all requests that go through one intercepting client.
public struct InterceptionSettings: Sendable {
    /// Caps the requests of this client, whatever their groups, and those of no group too.
    public var limiter: RequestLimiter?

    /// Where the library calls what the client would have called, or calls the client later.
    ///
    /// A request that had to wait for a slot is started on this queue, the handle that it returned is
    /// cancelled on it, and a request that is refused reports so on it. Name the main queue for a
    /// client that must be called there. Where the request was issued on an actor, that actor takes the
    /// place of the queue for starts and refusals. With neither, a request that was issued on the main
    /// queue starts and is refused there; any other starts on the thread that freed the slot, and its
    /// refusal is reported on a global queue. Handles are then cancelled on the thread that cancels.
    public var queue: DispatchQueue?

    /// Which HTTP responses a wrapped `URLSession` counts as failures; by default none.
    public var statusCheck: HTTPStatusCheck? {
        get { further?.values.statusCheck }
        set { change { $0.statusCheck = newValue } }
    }

    /// What else happens to the requests of a wrapped `URLSession` on their way; by default nothing.
    public var pipeline: RequestPipeline? {
        get { further?.values.pipeline }
        set { change { $0.pipeline = newValue } }
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
        get { further?.values.onStray }
        set { change { $0.onStray = newValue } }
    }

    /// What few clients set; behind one reference, as every request copies its settings.
    private var further: Further?

    /// Makes settings with which nothing in particular holds.
    public init() {}

    /// Makes settings, and sets what differs from the defaults.
    ///
    /// ```swift
    /// let settings = InterceptionSettings {
    ///     $0.limiter = RequestLimiter(limit: 5)
    ///     $0.statusCheck = .successful
    /// }
    /// ```
    ///
    /// - Parameter configure: sets the properties.
    public init(_ configure: (inout InterceptionSettings) -> Void) {
        configure(&self)
    }

    private mutating func change(_ change: (inout Further.Values) -> Void) {
        var values = further?.values ?? Further.Values()
        change(&values)
        further = Further(values)
    }
}

/// What holds for the requests of few clients.
private final class Further: Sendable {
    struct Values: Sendable {
        var statusCheck: HTTPStatusCheck?
        var pipeline: RequestPipeline?
        var onStray: (@Sendable (StrayRequest) -> Void)?
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
    }
}
