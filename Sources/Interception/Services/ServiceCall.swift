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

    // Weak, so that releasing the callbacks reports the request as lost.
    private weak var step: PlanStep?

    init(serviceName: String, step: PlanStep) {
        id = Self.count.withLock { count in
            count += 1
            return count
        }
        self.serviceName = serviceName
        self.step = step
    }

    /// Cancels the call.
    ///
    /// The completion is called with a `CancellationError`, unless the client has already answered, or later answers
    /// with success. Cancelling twice, or cancelling a call that has ended, has no effect.
    public func cancel() { step?.cancel() }
}

extension ServiceCall: CustomStringConvertible {
    /// The service's name without any query, and the number of the call, such as `profile #7`.
    public var description: String { "\(serviceName.prefix { $0 != "?" }) #\(id)".onOneLine }
}
