public import Dispatch
public import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// What holds for all requests of a wrapped `URLSession`: more than for those of any client.
///
/// ```swift
/// let session = InterceptingClient(
///     URLSession.shared,
///     settings: SessionSettings {
///         $0.limiter = RequestLimiter(limit: 5)
///         $0.statusCheck = .successful
///     }
/// )
/// ```
public struct SessionSettings: Sendable {
    /// The same, as every client has it.
    private(set) var interception = InterceptionSettings()

    /// Caps the requests of this session, whatever their groups, and those of no group too.
    public var limiter: RequestLimiter? {
        get { interception.limiter }
        set { interception.limiter = newValue }
    }

    /// The queue for deferred starts, cancels and rejections; see ``InterceptionSettings/queue``.
    public var queue: DispatchQueue? {
        get { interception.queue }
        set { interception.queue = newValue }
    }

    /// Which HTTP responses count as failures; by default none.
    public var statusCheck: HTTPStatusCheck? {
        get { interception.statusCheck }
        set { interception.statusCheck = newValue }
    }

    /// What else happens to the requests on their way; by default nothing.
    public var pipeline: RequestPipeline? {
        get { interception.pipeline }
        set { interception.pipeline = newValue }
    }

    /// Is told of requests that are issued outside any group; see ``InterceptionSettings/onStray``.
    public var onStray: (@Sendable (StrayRequest) -> Void)? {
        get { interception.onStray }
        set { interception.onStray = newValue }
    }

    /// Task-locals of the app that go along with the requests; see ``InterceptionSettings/carried``.
    public var carried: CarriedTaskLocals? {
        get { interception.carried }
        set { interception.carried = newValue }
    }

    /// Makes settings with which nothing in particular holds.
    public init() {}

    /// Makes settings, and sets what differs from the defaults.
    ///
    /// - Parameter configure: sets the properties.
    public init(_ configure: (inout SessionSettings) -> Void) {
        configure(&self)
    }

    /// Makes settings with which task-locals of the app go along with each request.
    ///
    /// - Parameters:
    ///   - first: a task-local, by its projected value: `$current`.
    ///   - others: further task-locals.
    ///   - configure: sets the other properties.
    public init<First: Sendable, each Other: Sendable>(
        carrying first: TaskLocal<First>,
        _ others: repeat TaskLocal<each Other>,
        configure: (inout SessionSettings) -> Void = { _ in }
    ) {
        carried = CarriedTaskLocals(first, repeat each others)
        configure(&self)
    }
}

extension InterceptingClient where Base: URLSession {
    /// Wraps a session.
    ///
    /// - Parameters:
    ///   - base: the session that does the work.
    ///   - settings: what holds for all its requests.
    public init(_ base: Base, settings: SessionSettings) {
        self.init(base, settings: settings.interception)
    }
}
