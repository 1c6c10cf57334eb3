/// The urgency of a request, compared with other requests that wait for the same limiter.
public struct RequestPriority: Comparable, Hashable, Sendable {
    package let rawValue: Int

    /// Creates a priority from a number; the predefined priorities are -10, 0 and 10.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The priority of requests for which no user waits, such as prefetching.
    public static let low = RequestPriority(rawValue: -10)
    /// The default priority outside any task.
    public static let normal = RequestPriority(rawValue: 0)
    /// The priority of requests whose result a user waits to see.
    public static let high = RequestPriority(rawValue: 10)

    /// The priority that corresponds to the current task's priority; ``normal`` outside any task.
    static var ofCurrentTask: RequestPriority {
        // Match a pattern, because an optional priority is slow to copy: its layout is known only at run time.
        withUnsafeCurrentTask {
            guard case .some(let task) = $0 else { return .normal }
            return task.priority >= .high ? .high : task.priority < .medium ? .low : .normal
        }
    }

    /// Orders priorities by urgency.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
