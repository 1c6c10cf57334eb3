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

    /// The identity of this client.
    ///
    /// A request that this client issues while it performs another request is a subrequest. By default the
    /// identity is that of the client object, or of the type if the client is a value. If several values of one
    /// type are different clients, return the identity of a different object for each value.
    var interceptedClient: ObjectIdentifier { get }
}

extension RequestIntercepting {
    /// The default settings.
    public var interceptionSettings: InterceptionSettings { InterceptionSettings() }

    /// The identity of the client object, or of the type if the client is a value.
    @inlinable public var interceptedClient: ObjectIdentifier { ObjectIdentifier(of: self) }
}

extension ObjectIdentifier {
    /// Creates the identity of an object, or the identity of its type for a value.
    @inlinable
    init<Value>(of value: Value) {
        self =
            Value.self is AnyClass
            ? ObjectIdentifier(unsafeBitCast(value, to: AnyObject.self))
            : ObjectIdentifier(Value.self)
    }
}
