public import Dispatch

/// A client whose requests enter and leave the current request group.
///
/// Most clients are wrapped from outside, by an ``InterceptingClient``. A subclass of an open
/// client, or a class of your own, conforms to this protocol instead and intercepts in the same
/// way:
///
/// ```swift
/// final class GroupedNetworkTool: NetworkTool, RequestIntercepting {
///     override func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {
///         intercept("GET \(path)", onRefusal: { completion(nil, $0) }) { call in
///             super.get(path, completion: call.completion(completion))
///         }
///     }
/// }
/// ```
public protocol RequestIntercepting {
    /// What holds for all requests of this client; by default nothing in particular.
    var interceptionSettings: InterceptionSettings { get }

    /// What tells this client from others: what it intercepts while one of its requests is being handed
    /// to it is a part of that request.
    ///
    /// By default the object that the client is, or the type of a value. Name the object behind it for a
    /// value that is one of several of its type.
    var interceptedClient: ObjectIdentifier { get }
}

extension RequestIntercepting {
    /// No limiter, and no queue in particular.
    public var interceptionSettings: InterceptionSettings { InterceptionSettings() }

    /// The object that the client is, or the type of a value.
    @inlinable public var interceptedClient: ObjectIdentifier { ObjectIdentifier(of: self) }
}

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
        get { further?.statusCheck }
        set { further = Further(statusCheck: newValue, pipeline: pipeline, onStray: onStray) }
    }

    /// What else happens to the requests of a wrapped `URLSession` on their way; by default nothing.
    public var pipeline: RequestPipeline? {
        get { further?.pipeline }
        set { further = Further(statusCheck: statusCheck, pipeline: newValue, onStray: onStray) }
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
        get { further?.onStray }
        set { further = Further(statusCheck: statusCheck, pipeline: pipeline, onStray: newValue) }
    }

    /// What few clients set; behind one reference, as every request copies its settings.
    private var further: Further?

    /// Makes the settings of a client.
    ///
    /// - Parameters:
    ///   - limiter: caps the requests of this client.
    ///   - queue: where requests are started that had to wait.
    ///   - statusCheck: which HTTP responses of a `URLSession` are successes.
    ///   - pipeline: what else happens to the requests of a `URLSession` on their way.
    ///   - onStray: is told of requests that have lost their group, in debug builds; see ``onStray``.
    public init(
        limiter: RequestLimiter? = nil,
        queue: DispatchQueue? = nil,
        statusCheck: HTTPStatusCheck? = nil,
        pipeline: RequestPipeline? = nil,
        onStray: (@Sendable (StrayRequest) -> Void)? = nil
    ) {
        self.limiter = limiter
        self.queue = queue
        if statusCheck != nil || pipeline != nil || onStray != nil {
            further = Further(statusCheck: statusCheck, pipeline: pipeline, onStray: onStray)
        }
    }
}

/// What holds for the requests of few clients.
private final class Further: Sendable {
    let statusCheck: HTTPStatusCheck?
    let pipeline: RequestPipeline?
    let onStray: (@Sendable (StrayRequest) -> Void)?

    init(
        statusCheck: HTTPStatusCheck?,
        pipeline: RequestPipeline?,
        onStray: (@Sendable (StrayRequest) -> Void)?
    ) {
        self.statusCheck = statusCheck
        self.pipeline = pipeline
        self.onStray = onStray
    }
}

extension ObjectIdentifier {
    /// The identity of an object, or the type of a value.
    @inlinable
    init<Value>(of value: Value) {
        self =
            Value.self is AnyClass
            ? ObjectIdentifier(unsafeBitCast(value, to: AnyObject.self))
            : ObjectIdentifier(Value.self)
    }
}
