import GroupContext

/// One call of a service; two calls differ even if their parameters are equal.
///
/// Releasing a call does not cancel it.
public struct ServiceCall: Identifiable, Sendable {
    private static let count = Locked(0)

    /// The number of the call, which no other call of the process has.
    public let id: Int

    /// The name of the service.
    public let serviceName: String

    private let request: WeakRequest

    init(serviceName: String, request: PlannedRequest) {
        id = Self.count.withLock { count in
            count += 1
            return count
        }
        self.serviceName = serviceName
        self.request = WeakRequest(request)
    }

    /// Cancels the request: its completion is called with a `CancellationError`, unless the client has answered
    /// before or answers with success all the same.
    ///
    /// Cancelling twice, or a call that has ended, does nothing.
    public func cancel() {
        request.value?.cancel()
    }
}

/// A weak reference to the request: only the callbacks keep it alive, so that releasing them reports a lost request.
private final class WeakRequest: Sendable {
    // Safe: set once, before the reference is shared.
    private(set) nonisolated(unsafe) weak var value: PlannedRequest?

    init(_ value: PlannedRequest) {
        self.value = value
    }
}

extension ServiceCall: CustomStringConvertible {
    /// The service's name without any query, and the number of the call, such as `profile #7`.
    public var description: String { "\(serviceName.prefix { $0 != "?" }) #\(id)".onOneLine }
}
