/// A client whose requests enter and leave the current request group, wrapped around one that
/// knows nothing of groups.
///
/// The wrapper has the methods that you give it, one statement each, with the signatures of the
/// client's own; call sites stay as they are. The client's properties read through.
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
@dynamicMemberLookup
public struct InterceptingClient<Base>: RequestIntercepting {
    /// The client that does the work.
    public let base: Base

    /// What holds for all requests of this client.
    public let interceptionSettings: InterceptionSettings

    /// Wraps a client.
    ///
    /// - Parameters:
    ///   - base: the client that does the work.
    ///   - settings: what holds for all its requests.
    public init(_ base: Base, settings: InterceptionSettings = InterceptionSettings()) {
        self.base = base
        interceptionSettings = settings
    }

    /// Reads a property of the client.
    public subscript<Property>(dynamicMember keyPath: KeyPath<Base, Property>) -> Property {
        base[keyPath: keyPath]
    }

    /// Reads and writes a property of the client, which has to be a class.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Property {
        get { base[keyPath: keyPath] }
        nonmutating set { base[keyPath: keyPath] = newValue }
    }
}

extension InterceptingClient: Sendable where Base: Sendable {}
