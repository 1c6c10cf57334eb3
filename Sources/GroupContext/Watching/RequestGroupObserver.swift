// Watching: what a group tells while it is open.

/// Somebody who watches a group: a log, a timeline, a test.
///
/// A group calls its observers one event at a time, in the order in which the events happened, on
/// the thread of one of them and never under a lock: an observer may use the group, and issue
/// requests. A group completes after its observers have been notified; only a deadline does not wait for
/// them. Nobody pays for observers who has none. Nested groups inherit the observers of the
/// group around them, detached ones do not.
///
/// ```swift
/// struct Log: RequestGroupObserver {
///     func observe(_ event: RequestGroupEvent) { print(event) }
/// }
/// try await withRequestGroup("home page", options: .observer(Log())) { await load() }
/// ```
public protocol RequestGroupObserver: Sendable {
    /// Is told each event of the group.
    func observe(_ event: RequestGroupEvent)
}

/// An observer of the library itself: it never blocks, and a group completes after it has been notified, even at
/// a deadline.
package protocol RequestGroupRecorder: RequestGroupObserver {}

extension [any RequestGroupObserver] {
    /// These and the others, each object once: who counts or records would count twice.
    func adding(_ others: Self) -> Self {
        others.reduce(into: self) { all, other in
            if !all.contains(where: { $0.isSameObject(as: other) }) { all.append(other) }
        }
    }
}

extension RequestGroupObserver {
    fileprivate func isSameObject(as other: any RequestGroupObserver) -> Bool {
        // Values have no identity: casting one to an object makes a new object.
        type(of: self) is AnyClass && type(of: other) is AnyClass
            && self as AnyObject === other as AnyObject
    }
}

/// Something that happened in a group.
public struct RequestGroupEvent: Sendable {
    /// What happened.
    public let kind: Kind

    /// The name of the group in which it happened.
    public let groupName: String

    /// What tells that group from all others; see ``RequestGroup/id``.
    public let groupID: SpanID

    /// The trace that the group belongs to; see ``RequestGroup/traceID``.
    public let traceID: TraceID

    /// The group in which it happened, as long as somebody keeps it.
    ///
    /// Weak: a group keeps its observers, so one that remembers events would keep it in turn.
    public private(set) weak var group: RequestGroup?

    /// The label of the request that the event is about, or `nil` if it is about the whole group.
    public let label: String?

    /// The place of that request in issue order, or `nil` if it never entered.
    public let index: Int?

    /// What tells that request from all others, the same as in its pipeline; `nil` if it never entered.
    public let requestID: SpanID?

    /// The request in whose callback this one was issued, or in whose callback the group was opened;
    /// `nil` if that was in the body of a group.
    ///
    /// It need not be in the same group: a group may be opened in a callback, with requests of its own.
    /// A duplicate callback of a request that has left does not tell any more who issued it.
    public let issuer: IssuingRequest?

    /// What is known of the request besides, if anything is.
    package let issue: RequestIssue?

    /// How the request failed, for a ``Kind/left`` that was no success.
    public let failure: RequestFailure?

    /// How far the group had come right after the event.
    public let progress: GroupProgress

    /// When it happened.
    public let instant: ContinuousClock.Instant

    /// What can happen in a group.
    ///
    /// New kinds may come: keep a `default`.
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

        /// The kind as words for logs.
        public var description: String { name.rawValue }

        /// The group was opened; the first event of every group.
        public static let opened = Kind(name: .opened)
        /// A request entered.
        public static let entered = Kind(name: .entered)
        /// A request that has entered has to wait for a slot.
        public static let waiting = Kind(name: .waiting)
        /// A request that had to wait starts; one that need not wait starts when it enters.
        public static let started = Kind(name: .started)
        /// A request left, with ``RequestGroupEvent/failure`` if it failed.
        public static let left = Kind(name: .left)
        /// A request that had left already was answered again.
        public static let duplicateCallback = Kind(name: .duplicateCallback)
        /// A request was to be cancelled, but nothing had kept the handle of its client any more: it goes
        /// on.
        public static let lostHandle = Kind(name: .lostHandle)
        /// A request was issued after the group had completed: it joined the nearest group around that was
        /// still open, or went through ungrouped.
        public static let lateRequest = Kind(name: .lateRequest)
        /// A request started though as many as the limit were running: its method returns a handle, so it cannot
        /// wait, or it was entered by hand.
        public static let exceededLimit = Kind(name: .exceededLimit)
        /// The group completes, and no request was issued in it; its body perhaps called the bare client, or issued
        /// its requests in `Task.detached` or on another queue.
        ///
        /// Not for a group that is cancelled, whose body throws, or that has the option
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
