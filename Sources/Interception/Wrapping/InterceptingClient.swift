/// A wrapper of a client, whose requests enter and leave the current request group.
///
/// Give the wrapper a method for each method of the client, with the same signature and one statement; call sites
/// stay as they are. A method without a wrapper does not compile, so that no request can bypass its group. Forward
/// properties in one line each; ``base`` is the client.
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
    /// The wrapped client.
    public let base: Base

    @usableFromInline let shared: SharedByCopies

    /// The settings for all requests of this client.
    @inlinable public var interceptionSettings: InterceptionSettings { shared.settings }

    /// The identity of the client: two wrappers of one object share it, two wrappers of a value do not.
    @inlinable public var interceptedClient: ObjectIdentifier { shared.client }

    /// Wraps a client.
    ///
    /// - Parameters:
    ///   - base: the client to wrap.
    ///   - settings: the settings for all its requests.
    @_disfavoredOverload  // A session has an initializer with more parameters.
    public init(_ base: Base, settings: InterceptionSettings = InterceptionSettings()) {
        self.init(wrapping: base, settings: settings)
    }

    init(wrapping base: Base, settings: InterceptionSettings) {
        self.base = base
        let object = Base.self is AnyClass ? unsafeBitCast(base, to: AnyObject.self) : nil
        shared = SharedByCopies(settings, object: object.map { ObjectIdentifier($0) })
    }
}

extension InterceptingClient {
    /// Creates the same wrapper of an object under another type.
    ///
    /// Code that does not depend on the client's class uses it: non-generic code is faster.
    init<Other: AnyObject>(_ other: InterceptingClient<Other>, as base: Base)
    where Base: AnyObject {
        self.base = base
        shared = other.shared
    }
}

/// The values that a wrapper and its copies share.
///
/// They are behind one reference, because each request copies its wrapper, and each wrapper method contains the code
/// for that copy.
@usableFromInline
final class SharedByCopies: Sendable {
    @usableFromInline let settings: InterceptionSettings

    /// The identity of the client: the client itself if it is an object, otherwise this object.
    ///
    /// Stored, because each request reads it.
    // Safe: only the initializer changes it.
    @exclusivity(unchecked) @usableFromInline private(set) nonisolated(unsafe) var client:
        ObjectIdentifier

    init(_ settings: InterceptionSettings, object: ObjectIdentifier?) {
        self.settings = settings
        // `ObjectIdentifier(self)` needs every property to be set first.
        client = object ?? ObjectIdentifier(SharedByCopies.self)
        if object == nil { client = ObjectIdentifier(self) }
    }
}

extension InterceptingClient: Sendable where Base: Sendable {}
