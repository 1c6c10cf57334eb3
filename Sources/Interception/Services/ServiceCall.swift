import GroupContext

/// One call of a service; two calls differ even if their parameters are equal.
///
/// Releasing a call does not cancel it.
public struct ServiceCall: Identifiable, Sendable {
    private static let count = Locked(0)

    /// The number of the call, unique in the process.
    public let id: Int

    /// The name of the service.
    public let serviceName: String

    private let request: WeakRequest

    init(serviceName: String, request: PlanStep) {
        id = Self.count.withLock { count in
            count += 1
            return count
        }
        self.serviceName = serviceName
        self.request = WeakRequest(request)
    }

    /// Cancels the call.
    ///
    /// The completion is called with a `CancellationError`, unless the client has already answered, or later answers
    /// with success. Cancelling twice, or cancelling a call that has ended, has no effect.
    public func cancel() { request.value?.cancel() }
}

/// A weak reference to the request, so that releasing the callbacks reports the request as lost.
private final class WeakRequest: Sendable {
    // Safe: set once, before the reference is shared.
    private(set) nonisolated(unsafe) weak var value: PlanStep?

    init(_ value: PlanStep) { self.value = value }
}

extension ServiceCall: CustomStringConvertible {
    /// The service's name without any query, and the number of the call, such as `profile #7`.
    public var description: String { "\(serviceName.prefix { $0 != "?" }) #\(id)".onOneLine }
}
