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
///         intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
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

    @usableFromInline let shared: SharedByCopies

    /// What holds for all requests of this client.
    @inlinable public var interceptionSettings: InterceptionSettings { shared.settings }

    /// What tells the client from others: two wrappers of an object are one client, two wrappers of a value
    /// are two.
    @inlinable public var interceptedClient: ObjectIdentifier { shared.client }

    /// Wraps a client.
    ///
    /// - Parameters:
    ///   - base: the client that does the work.
    ///   - settings: what holds for all its requests.
    @_disfavoredOverload  // So that `settings: .init { … }` of a session means its own settings.
    public init(_ base: Base, settings: InterceptionSettings = InterceptionSettings()) {
        self.base = base
        let object = Base.self is AnyClass ? unsafeBitCast(base, to: AnyObject.self) : nil
        shared = SharedByCopies(settings, object: object.map { ObjectIdentifier($0) })
    }
}

extension InterceptingClient {
    /// The same wrapper of an object, for what does not depend on its class: what is not generic costs less.
    init<Other: AnyObject>(_ other: InterceptingClient<Other>, as base: Base)
    where Base: AnyObject {
        self.base = base
        shared = other.shared
    }
}

/// What a wrapper and its copies have in common: behind one reference, as each request copies its wrapper, and
/// each wrapper method has the code for that.
@usableFromInline
final class SharedByCopies: Sendable {
    @usableFromInline let settings: InterceptionSettings

    /// What the client is known by: a client that is no object by this object.
    ///
    /// Kept, as each request asks for it.
    // Safe: only the initialiser changes it.
    @exclusivity(unchecked) @usableFromInline private(set) nonisolated(unsafe) var client:
        ObjectIdentifier

    init(_ settings: InterceptionSettings, object: ObjectIdentifier?) {
        self.settings = settings
        // What this object is can only be asked when all of it is set.
        client = object ?? ObjectIdentifier(SharedByCopies.self)
        if object == nil { client = ObjectIdentifier(self) }
    }
}

extension InterceptingClient: Sendable where Base: Sendable {}
