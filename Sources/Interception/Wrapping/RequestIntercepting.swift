// Wrapping: what makes the requests of any client enter and leave a group.

/// A client whose requests enter and leave the current request group.
///
/// Most clients are wrapped from outside, by an ``InterceptingClient``. A subclass of an open
/// client, or a class of your own, conforms to this protocol instead and intercepts in the same
/// way:
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
