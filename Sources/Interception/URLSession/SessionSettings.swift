public import Dispatch
public import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// The settings of a wrapped `URLSession`, which apply to all its requests.
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
    /// The settings that every client has.
    private(set) var interception = InterceptionSettings()

    /// The limiter of all requests of this session, in any group or in none.
    public var limiter: RequestLimiter? {
        get { interception.limiter }
        set { interception.limiter = newValue }
    }

    /// The queue for delayed starts, cancel handlers and rejections; see ``InterceptionSettings/queue``.
    public var queue: DispatchQueue? {
        get { interception.queue }
        set { interception.queue = newValue }
    }

    /// The check for HTTP responses that count as failures; by default none does.
    public var statusCheck: HTTPStatusCheck? {
        get { interception.statusCheck }
        set { interception.statusCheck = newValue }
    }

    /// The pipeline that the requests go through; by default none.
    public var pipeline: RequestPipeline? {
        get { interception.pipeline }
        set { interception.pipeline = newValue }
    }

    /// Called with each request that is issued outside any group; see ``InterceptionSettings/onStray``.
    public var onStray: (@Sendable (StrayRequest) -> Void)? {
        get { interception.onStray }
        set { interception.onStray = newValue }
    }

    /// The task-locals that are propagated to the requests' callbacks; see ``InterceptionSettings/carried``.
    public var carried: CarriedTaskLocals? {
        get { interception.carried }
        set { interception.carried = newValue }
    }

    /// Creates settings with the default values.
    public init() {}

    /// Creates settings, and sets the values that differ from the defaults.
    ///
    /// - Parameter configure: sets the properties.
    public init(_ configure: (inout SessionSettings) -> Void) {
        configure(&self)
    }

    /// Creates settings that propagate task-locals of the app to the callbacks of each request.
    ///
    /// - Parameters:
    ///   - first: the projected value of a task-local, such as `$current`.
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
    ///   - base: the session.
    ///   - settings: the settings of all its requests.
    public init(_ base: Base, settings: SessionSettings) {
        self.init(base, settings: settings.interception)
    }
}
