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

    let progress: ServiceCallProgress

    init(serviceName: String) {
        id = ID()
        self.serviceName = serviceName
        progress = ServiceCallProgress()
    }

    /// Cancels the request: its completion is called with the error of the client, or with a
    /// `CancellationError` if the request was still waiting for a slot of its group.
    ///
    /// Cancelling twice, or a call that has ended, does nothing.
    public func cancel() {
        progress.cancel()
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

/// How far a call has come, and so what cancels it.
final class ServiceCallProgress: Sendable {
    private struct Shared {
        var isCancelled = false
        var hasEnded = false
        var sent: SentRequest?
        /// Weak: only the callbacks keep a request in its group, or a lost one goes unnoticed.
        weak var membership: Membership?
    }

    private let shared = Locked(Shared())

    /// The request is in a group, and may have to wait there.
    func enter(_ membership: Membership) {
        shared.withLock { $0.membership = membership }
    }

    /// The client has the request.
    func didSend(_ sent: SentRequest) {
        let isCancelled = shared.withLock { shared in
            if shared.hasEnded { return false }
            shared.sent = sent
            return shared.isCancelled
        }
        if isCancelled { sent.cancel() }
    }

    /// Notes that the call ends, and returns whether it had not before.
    func end() -> Bool {
        // What cancels is released outside the lock: it may hold the last reference to anything.
        let (isFirst, sent) = shared.withLock { shared in
            defer { shared.hasEnded = true }
            return (!shared.hasEnded, shared.sent.take())
        }
        withExtendedLifetime(sent) {}
        return isFirst
    }

    func cancel() {
        let (sent, membership) = shared.withLock { shared -> (SentRequest?, Membership?) in
            if shared.hasEnded || shared.isCancelled { return (nil, nil) }
            shared.isCancelled = true
            return (shared.sent, shared.sent == nil ? shared.membership : nil)
        }
        sent?.cancel()
        membership?.cancel()
    }
}
