import GroupContext

/// One request of a service on its way, told apart from all others, whatever their parameters.
///
/// It need not be kept.
public struct ServiceCall: Identifiable, Sendable {
    /// What tells a call from every other one of the process.
    public struct ID: Hashable, Sendable {
        private static let count = Locked<UInt64>(0)

        fileprivate let number: UInt64

        fileprivate init() {
            number = Self.count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// What tells this call from every other one.
    public let id: ID

    /// The name of the service.
    public let serviceName: String

    private let request: WeakRequest

    init(serviceName: String, request: PlannedRequest) {
        id = ID()
        self.serviceName = serviceName
        self.request = WeakRequest(request)
    }

    /// Cancels the request: its completion is called with a `CancellationError`, unless the client has
    /// answered before or answers with success all the same.
    ///
    /// Cancelling twice, or a call that has ended, does nothing.
    public func cancel() {
        request.value?.cancel()
    }
}

/// Keeps no request: only its callbacks do, or a lost one goes unnoticed.
private final class WeakRequest: Sendable {
    // Safe: set once, before anybody else has it.
    private(set) nonisolated(unsafe) weak var value: PlannedRequest?

    init(_ value: PlannedRequest) {
        self.value = value
    }
}

extension ServiceCall.ID: CustomStringConvertible {
    /// The number of the call, such as `#7`.
    public var description: String { "#\(number)" }
}

extension ServiceCall: CustomStringConvertible {
    /// The service without any query and the number of the call, such as `profile #7`.
    public var description: String { "\(serviceName.prefix { $0 != "?" }) \(id)".onOneLine }
}
