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
}

extension RequestIntercepting {
    /// No limiter, and no queue in particular.
    public var interceptionSettings: InterceptionSettings { InterceptionSettings() }
}

/// What holds for all requests that go through one intercepting client.
public struct InterceptionSettings: Sendable {
    /// Caps the requests of this client, whatever their groups, and those of no group too.
    public var limiter: RequestLimiter?

    /// Where the library calls what the client would have called, or calls the client later.
    ///
    /// A request that had to wait for a slot is started on this queue, is cancelled on it, and a
    /// request that is refused reports so on it. Name the main queue for a client that must be
    /// called there. Where the request was issued on an actor, that actor takes the place of the
    /// queue for starts and refusals. With neither, a waiting request starts on the thread that
    /// freed the slot, is cancelled on the thread that cancels, and a refusal is reported on the
    /// main queue if the request was issued there, else on a global one.
    public var queue: DispatchQueue?

    /// Which HTTP responses a wrapped `URLSession` counts as failures; by default none.
    public var statusCheck: HTTPStatusCheck? {
        get { session?.statusCheck }
        set { session = SessionSettings(statusCheck: newValue, pipeline: pipeline) }
    }

    /// What else happens to the requests of a wrapped `URLSession` on their way; by default nothing.
    public var pipeline: RequestPipeline? {
        get { session?.pipeline }
        set { session = SessionSettings(statusCheck: statusCheck, pipeline: newValue) }
    }

    /// What only a session looks at; behind one reference, as every request copies its settings.
    private var session: SessionSettings?

    /// Makes the settings of a client.
    ///
    /// - Parameters:
    ///   - limiter: caps the requests of this client.
    ///   - queue: where requests are started that had to wait.
    ///   - statusCheck: which HTTP responses of a `URLSession` are successes.
    ///   - pipeline: what else happens to the requests of a `URLSession` on their way.
    public init(
        limiter: RequestLimiter? = nil,
        queue: DispatchQueue? = nil,
        statusCheck: HTTPStatusCheck? = nil,
        pipeline: RequestPipeline? = nil
    ) {
        self.limiter = limiter
        self.queue = queue
        if statusCheck != nil || pipeline != nil {
            session = SessionSettings(statusCheck: statusCheck, pipeline: pipeline)
        }
    }
}

/// What holds for the requests of a wrapped `URLSession`, besides what holds for those of any client.
private final class SessionSettings: Sendable {
    let statusCheck: HTTPStatusCheck?
    let pipeline: RequestPipeline?

    init(statusCheck: HTTPStatusCheck?, pipeline: RequestPipeline?) {
        self.statusCheck = statusCheck
        self.pipeline = pipeline
    }
}
