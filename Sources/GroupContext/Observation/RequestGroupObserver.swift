/// An observer of a group, such as a log, a timeline or a test.
///
/// A group notifies its observers of one event at a time, in order, on any thread. No lock is held, so an observer
/// may use the group and issue requests. A group completes after its observers have been notified; only a deadline
/// does not wait for the observers. Nested groups inherit the observers of the enclosing group; detached groups do
/// not.
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

/// A built-in observer, which never blocks; so even a deadline waits until this observer has been notified.
package protocol RequestGroupRecorder: RequestGroupObserver {}

extension [any RequestGroupObserver] {
    /// Returns the observers of both lists; an object in both occurs once, and receives each event once.
    func adding(_ others: Self) -> Self {
        others.reduce(into: self) { all, other in
            // Only class instances are compared, because each cast of a value type to `AnyObject` creates a new object.
            let isListed = all.contains {
                type(of: $0) is AnyClass && type(of: other) is AnyClass
                    && $0 as AnyObject === other as AnyObject
            }
            if !isListed { all.append(other) }
        }
    }
}

/// An event in a group.
public struct RequestGroupEvent: Sendable {
    let notice: GroupNotifications.Notice
    let groupIdentity: GroupIdentity

    /// The kind of the event.
    public var kind: Kind { notice.kind }

    /// The name of the group.
    public var groupName: String { groupIdentity.name }

    /// The identifier of the group; see ``RequestGroup/id``.
    public var groupID: SpanID { groupIdentity.id }

    package var traceID: TraceID { groupIdentity.traceID }

    /// The group; `nil` if it has been released.
    ///
    /// The event does not retain the group, because a group retains its observers, and an observer may retain
    /// events.
    public var group: RequestGroup? { groupIdentity.group }

    /// The label of the request; `nil` if the event is about the whole group.
    public var label: String? { notice.subject.label }

    /// The position of the request in issue order; `nil` if the request never entered.
    package var index: Int? { notice.subject.index }

    /// The identifier of the request, the same as in its pipeline; `nil` if the request never entered.
    public var requestID: SpanID? {
        index.map { metadata?.id ?? groupIdentity.id(ofRequest: $0) }
    }

    /// The identifier of the request whose callback issued this request or opened this group; otherwise `nil`.
    ///
    /// The issuer may be in another group, because a callback may open a group. The event of a duplicate callback
    /// has no issuer if the request has left.
    public var issuerID: SpanID? { issuer?.id }

    package var issuer: RequestIssuer? { notice.subject.issuer }

    package var metadata: RequestMetadata? { notice.subject.metadata }

    /// The failure of the request, in an event of the kind ``Kind/left``; `nil` if the request succeeded.
    public var failure: RequestFailure? { notice.subject.failure }

    /// The progress of the group right after the event.
    public var progress: GroupProgress { notice.progress }

    /// The time of the event.
    public var instant: ContinuousClock.Instant { notice.instant }

    /// The kind of an event.
    ///
    /// New kinds may be added, so a `switch` needs a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The kind in words, for logs.
        public var description: String { name }

        /// The group was opened; the first event of every group.
        public static let opened = Kind(name: "opened")
        /// A request entered.
        public static let entered = Kind(name: "entered")
        /// A request that has entered waits for a permit.
        public static let waiting = Kind(name: "waiting")
        /// A request that had to wait starts; other requests start when they enter, unless they are rejected.
        public static let started = Kind(name: "started")
        /// A request left; if it failed, ``RequestGroupEvent/failure`` is set.
        public static let left = Kind(name: "left")
        /// A request was answered again after its first answer.
        public static let duplicateCallback = Kind(name: "duplicate callback")
        /// A request could not be cancelled and continues, because its handle had been released.
        public static let lostHandle = Kind(name: "lost handle")
        /// A request was issued after the group had completed; it joined the nearest open enclosing group, or no group.
        public static let lateRequest = Kind(name: "late request")
        /// A request started above the limit, because it could not wait: its method returns a handle, or it was
        /// entered by hand.
        public static let exceededLimit = Kind(name: "exceeded limit")
        /// The group completed without a request or a nested group.
        ///
        /// Perhaps its body called the bare client, or issued its requests in `Task.detached` or on another queue.
        /// The event is not reported if the group is cancelled, if its body throws, or if the group has the option
        /// ``RequestGroupOption/mayBeEmpty``.
        public static let empty = Kind(name: "empty")
        /// The group completed.
        public static let completed = Kind(name: "completed")
    }
}

extension RequestGroupEvent: CustomStringConvertible {
    /// The event on one line, such as `home page: left GET /feed (2 of 3 finished)`.
    public var description: String {
        let subject = failure?.description ?? label?.onOneLine
        return "\(groupName.onOneLine): \(kind)\(subject.map { " \($0)" } ?? "") (\(progress))"
    }
}
