// Wrapping: wrappers that let the requests of any client enter and leave a group.

/// A client whose requests enter and leave the current request group.
///
/// Most clients are wrapped from outside, by an ``InterceptingClient``. A subclass of an open client, or a class of
/// your own, conforms to this protocol and intercepts its requests itself:
///
/// ```swift
/// final class GroupedNetworkTool: NetworkTool, RequestIntercepting {
///     override func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {
///         intercept("GET \(path)", .completion(completion)) {
///             super.get(path, completion: $0)
///         }
///     }
/// }
/// ```
public protocol RequestIntercepting {
    /// The settings for all requests of this client.
    var interceptionSettings: InterceptionSettings { get }

    /// The identity of this client. A request that it issues while it performs another is a subrequest.
    ///
    /// By default the object that the client is, or the type of a value. For one of several values of a type, return
    /// the identity of the object that it uses.
    var interceptedClient: ObjectIdentifier { get }
}

extension RequestIntercepting {
    /// The default settings.
    public var interceptionSettings: InterceptionSettings { InterceptionSettings() }

    /// The object that the client is, or the type of a value.
    @inlinable public var interceptedClient: ObjectIdentifier { ObjectIdentifier(of: self) }
}

extension ObjectIdentifier {
    /// Creates the identity of an object, or that of the type of a value.
    @inlinable
    init<Value>(of value: Value) {
        self =
            Value.self is AnyClass
            ? ObjectIdentifier(unsafeBitCast(value, to: AnyObject.self))
            : ObjectIdentifier(Value.self)
    }
}
