import GroupContext

/// A wrapper of a client that makes the client's requests enter and leave the current request group.
///
/// For each method of the client, give the wrapper a method with the same signature and one statement; call sites
/// stay as they are. A call of a client method without such a wrapper method does not compile, so no request
/// bypasses its group by mistake. Forward each property of the client in one line, through ``base``.
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

    /// A copy of the settings for all requests of this client; to change the settings, create another wrapper.
    @inlinable public var interceptionSettings: InterceptionSettings { shared.settings }

    /// The identity of the client; wrappers of the same object share their identity if the `Base` of each is a class.
    @inlinable public var interceptedClient: ObjectIdentifier { shared.client }

    /// Wraps a client, with settings for all its requests.
    @_disfavoredOverload  // A session has to use its initializer with more parameters.
    public init(_ base: Base, settings: InterceptionSettings = InterceptionSettings()) {
        self.init(wrapping: base, settings: settings)
    }

    init(wrapping base: Base, settings: InterceptionSettings) {
        self.base = base
        let isObject = Base.self is AnyClass
        shared = SharedByCopies(settings, object: isObject ? ObjectIdentifier(of: base) : nil)
    }
}

extension InterceptingClient {
    /// Creates a wrapper of the same object with a fixed type such as `URLSession`, because generic code is slower.
    init<Other: AnyObject>(_ other: InterceptingClient<Other>, as base: Base)
    where Base: AnyObject {
        self.base = base
        shared = other.shared
    }
}

/// The values that a wrapper and its copies share, behind one reference, because each request copies its wrapper.
@usableFromInline
final class SharedByCopies: Sendable {
    @usableFromInline let settings: InterceptionSettings

    /// The identity of the client object; for a value, a number that no object and no other wrapper has.
    @usableFromInline let client: ObjectIdentifier

    private static let lastNumber = Locked<UInt>(1)

    init(_ settings: InterceptionSettings, object: ObjectIdentifier?) {
        self.settings = settings
        client =
            object
            ?? Self.lastNumber.withLock { number in
                // Odd, unlike the address of an object. The address of a released wrapper could be used again.
                number += 2
                return unsafeBitCast(number, to: ObjectIdentifier.self)
            }
    }
}

extension InterceptingClient: Sendable where Base: Sendable {}
