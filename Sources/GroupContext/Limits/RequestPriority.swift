/// How urgent a request is, compared with others that wait for the same limiter.
public struct RequestPriority: Comparable, Hashable, Sendable {
    /// Higher values start first.
    public let rawValue: Int

    /// Makes a priority between or beyond the named ones, which are -10, 0 and 10.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// For what nobody is waiting for, such as prefetching.
    public static let low = RequestPriority(rawValue: -10)
    /// The default.
    public static let normal = RequestPriority(rawValue: 0)
    /// For what somebody is looking at.
    public static let high = RequestPriority(rawValue: 10)

    /// What the priority of the current task says: 0 outside any task.
    package static var ofCurrentTask: RequestPriority {
        switch withUnsafeCurrentTask(body: { $0?.priority }) {
        case .some(.high...): .high
        case .some(..<TaskPriority.medium): .low
        default: .normal
        }
    }

    /// Orders priorities by urgency.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
