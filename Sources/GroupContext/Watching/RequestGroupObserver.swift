/// An observer of a group, such as a log, a timeline or a test.
///
/// A group notifies its observers of one event at a time, in order, on the thread of one of these events. No
/// lock is held, so an observer may use the group and issue requests. A group completes after its observers
/// have been notified; only a deadline does not wait for them. Nested groups inherit the observers of the
/// enclosing group, detached groups do not.
///
/// ```swift
/// struct Log: RequestGroupObserver {
///     func observe(_ event: RequestGroupEvent) { print(event) }
/// }
/// try await withRequestGroup("home page", options: .observer(Log())) { await load() }
/// ```
public protocol RequestGroupObserver: Sendable {
    /// Handles an event of the group.
    func observe(_ event: RequestGroupEvent)
}

/// An observer that belongs to the library and never blocks: a group completes after it has been notified,
/// even at a deadline.
package protocol RequestGroupRecorder: RequestGroupObserver {}

extension [any RequestGroupObserver] {
    /// Returns these observers and the others, each object once, because an observer must not count an event
    /// twice.
    func adding(_ others: Self) -> Self {
        others.reduce(into: self) { all, other in
            if !all.contains(where: { $0.isSameObject(as: other) }) { all.append(other) }
        }
    }
}

extension RequestGroupObserver {
    fileprivate func isSameObject(as other: any RequestGroupObserver) -> Bool {
        // Values have no identity: each cast to `AnyObject` makes a new object.
        type(of: self) is AnyClass && type(of: other) is AnyClass
            && self as AnyObject === other as AnyObject
    }
}

/// An event in a group.
public struct RequestGroupEvent: Sendable {
    /// The kind of the event.
    public let kind: Kind

    /// The name of the group.
    public let groupName: String

    /// The identifier of the group; see ``RequestGroup/id``.
    public let groupID: SpanID

    /// The trace that the group belongs to; see ``RequestGroup/traceID``.
    package let traceID: TraceID

    /// The group; `nil` if it has been released.
    ///
    /// Weak, because a group retains its observers, and an observer may retain its events.
    public private(set) weak var group: RequestGroup?

    /// The label of the request; `nil` if the event is about the whole group.
    public let label: String?

    /// The position of the request in issue order; `nil` if it never entered.
    package let index: Int?

    /// The identifier of the request, the same as in its pipeline; `nil` if it never entered.
    public let requestID: SpanID?

    /// The request in whose callback this request was issued, or this group was opened; `nil` in the body of
    /// a group.
    ///
    /// The issuer may be in another group, because a callback may open a group. A duplicate callback has no
    /// issuer if its request has left.
    public let issuer: IssuingRequest?

    /// The metadata of the request, if it has any.
    package let issue: RequestIssue?

    /// The failure of the request, in an event of the kind ``Kind/left``; `nil` if it succeeded.
    public let failure: RequestFailure?

    /// The progress of the group right after the event.
    public let progress: GroupProgress

    /// The time of the event.
    public let instant: ContinuousClock.Instant

    /// The kind of an event.
    ///
    /// New kinds may be added, so a `switch` needs a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private enum Name: String {
            case opened
            case entered
            case waiting
            case started
            case left
            case duplicateCallback = "duplicate callback"
            case lostHandle = "lost handle"
            case lateRequest = "late request"
            case exceededLimit = "exceeded limit"
            case empty
            case completed
        }

        private let name: Name

        /// The kind in words, for logs.
        public var description: String { name.rawValue }

        /// The group was opened; the first event of every group.
        public static let opened = Kind(name: .opened)
        /// A request entered.
        public static let entered = Kind(name: .entered)
        /// A request that has entered waits for a permit.
        public static let waiting = Kind(name: .waiting)
        /// A request that had to wait starts; other requests start when they enter.
        public static let started = Kind(name: .started)
        /// A request left, with ``RequestGroupEvent/failure`` if it failed.
        public static let left = Kind(name: .left)
        /// A request was answered again after its first answer.
        public static let duplicateCallback = Kind(name: .duplicateCallback)
        /// A request could not be cancelled, because its handle had been released: it continues.
        public static let lostHandle = Kind(name: .lostHandle)
        /// A request was issued after the group had completed: it joined the nearest enclosing group that was
        /// open, or is ungrouped.
        public static let lateRequest = Kind(name: .lateRequest)
        /// A request started above the limit: its method returns a handle, so it cannot wait, or it was
        /// entered by hand.
        public static let exceededLimit = Kind(name: .exceededLimit)
        /// The group completed without a request: perhaps its body called the bare client, or issued its
        /// requests in `Task.detached` or on another queue.
        ///
        /// Not reported for a group that is cancelled, whose body throws, or that has the option
        /// ``RequestGroupOption/mayBeEmpty``.
        public static let empty = Kind(name: .empty)
        /// The group completed.
        public static let completed = Kind(name: .completed)
    }
}

extension RequestGroupEvent: CustomStringConvertible {
    /// The event on one line, such as `home page: left GET /feed (2 of 3 finished)`.
    public var description: String {
        let subject = failure?.description ?? label?.onOneLine
        return "\(groupName.onOneLine): \(kind)\(subject.map { " \($0)" } ?? "") (\(progress))"
    }
}
