/// A client whose requests enter and leave the current request group, wrapped around one that
/// knows nothing of groups.
///
/// The wrapper has the methods that you give it, one statement each, with the signatures of the
/// client's own; call sites stay as they are. What has no method here does not compile: a request
/// cannot bypass its group unseen. Properties are forwarded in a line each, and ``base`` is the client.
///
/// ```swift
/// extension InterceptingClient<NetworkTool> {
///     func post(
///         _ path: String,
///         success: ((Any) -> Void)?,
///         failure: ((any Error) -> Void)?
///     ) {
///         intercept("POST \(path)", success: success, failure: failure) { success, failure in
///             base.post(path, success: success, failure: failure)
///         }
///     }
/// }
///
/// let network = InterceptingClient(NetworkTool.shared)
/// ```
public struct InterceptingClient<Base>: RequestIntercepting {
    /// The client that does the work.
    public let base: Base

    /// What holds for all requests of this client.
    public let interceptionSettings: InterceptionSettings

    /// What tells the client from others: two wrappers of an object are one client, two wrappers of a value
    /// are two.
    ///
    /// Kept, as each request asks for it.
    public let interceptedClient: ObjectIdentifier

    /// What the identifier of a client is of that is no object; copies of the wrapper have the same.
    private let identity: Identity?

    /// Wraps a client.
    ///
    /// - Parameters:
    ///   - base: the client that does the work.
    ///   - settings: what holds for all its requests.
    @_disfavoredOverload  // So that `settings: .init { … }` of a session means its own settings.
    public init(_ base: Base, settings: InterceptionSettings = InterceptionSettings()) {
        self.base = base
        interceptionSettings = settings
        identity = Base.self is AnyClass ? nil : Identity()
        interceptedClient = identity.map { ObjectIdentifier($0) } ?? ObjectIdentifier(of: base)
    }
}

extension InterceptingClient {
    /// The same wrapper of an object, for what does not depend on its class: what is not generic costs less.
    init<Other: AnyObject>(_ other: InterceptingClient<Other>, as base: Base)
    where Base: AnyObject {
        self.base = base
        interceptionSettings = other.interceptionSettings
        interceptedClient = other.interceptedClient
        identity = nil
    }
}

private final class Identity: Sendable {}

extension InterceptingClient: Sendable where Base: Sendable {}
