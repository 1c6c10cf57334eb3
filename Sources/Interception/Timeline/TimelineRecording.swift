public import GroupContext

/// The groups and requests that a ``RequestTimeline`` has recorded up to an instant.
public struct TimelineRecording: Sendable {
    /// The groups, in the order in which they were opened.
    public internal(set) var groups: [Group] = []

    package internal(set) var omitted = 0

    /// The time of the recording.
    ///
    /// Requests without an end were running or waiting at this time.
    public var instant: ContinuousClock.Instant { time.instant }

    var time: TimelineTime
    // The clock is read once, so that the difference between two converted times is their duration.
    let wallClockAtZero = TimelineTime.wallClockAtZero()

    /// The HTTP exchanges of the recorded requests, by the ID of the request.
    var exchanges: [SpanID: HTTPExchange] = [:]

    var places: [SpanID: RequestPlace] = [:]

    init(instant: ContinuousClock.Instant) { time = TimelineTime(instant) }

    /// A group, and its requests.
    public struct Group: Sendable, Identifiable {
        /// The identifier of the group in events and traces; see `RequestGroup.id`.
        public let id: SpanID
        let position: Int
        /// The name of the group.
        public let name: String
        /// The ID of the enclosing group, if that group was recorded.
        public let parent: SpanID?
        let parentPosition: Int?
        /// The request in whose callback the group was opened, if any.
        public let issuer: SpanID?
        /// The ID of the request that represents a batch or a chain in its enclosing group; `nil` for other groups.
        package let request: SpanID?
        /// The time at which the group was opened.
        public var opened: ContinuousClock.Instant { openedAt.instant }
        let openedAt: TimelineTime
        /// The time at which the group completed; `nil` for a group that is still open.
        public var completed: ContinuousClock.Instant? { completedAt?.instant }
        var completedAt: TimelineTime?
        /// The requests of the group, in issue order.
        public internal(set) var requests: [Request] = []
        /// The trace that the group belongs to; see `RequestGroup.traceID`.
        public internal(set) var traceID = TraceID()
        var traceParent: TraceParent?
        /// The span in which a detached group was opened; `nil` for other groups.
        var origin: TraceParent?
        var lateRequests: [(label: String, time: TimelineTime)] = []
    }

    /// A request of a group.
    public struct Request: Sendable, Identifiable {
        /// The identifier of the request in events, in its pipeline and in the headers that were sent.
        public let id: SpanID
        let place: RequestPlace
        /// The label of the request.
        public let label: String
        /// The request in whose callback this request was issued, if any.
        public let issuer: SpanID?
        /// The time at which the request was issued.
        public var issued: ContinuousClock.Instant { issuedAt.instant }
        let issuedAt: TimelineTime
        package internal(set) var hasWaited = false
        /// The time at which the request started; `nil` for a request that waits, or was rejected while it waited.
        ///
        /// For a request that was rejected when it was issued, this is the time at which it was issued.
        public var started: ContinuousClock.Instant? { startedAt?.instant }
        var startedAt: TimelineTime?
        /// The time at which the request left its group; `nil` for a request that is still in its group.
        public var ended: ContinuousClock.Instant? { endedAt?.instant }
        var endedAt: TimelineTime?
        package internal(set) var outcome = Outcome.pending
        /// The parent span that an adapter has set for the request, in place of the span of the group.
        var traceParent: TraceParent?
        var duplicates: [TimelineTime] = []
        var errorType: String?

        /// The reason of the failure; `nil` for a request that has succeeded or has not ended.
        public var failure: RequestFailure.Reason? {
            switch outcome {
            case .pending, .succeeded: nil
            case .failed: .failed
            case .lost: .lostCallback
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            }
        }
    }

    package enum Outcome: String, CaseIterable, Sendable, CustomStringConvertible {
        case pending, succeeded, failed, lost, timedOut, cancelled

        package var description: String {
            switch self {
            case .pending: "running"
            case .lost: "lost its callback"
            case .timedOut: "timed out"
            case .succeeded, .failed, .cancelled: rawValue
            }
        }
    }
}

/// The positions of a group in its recording and of a request in that group, stored in 8 bytes.
struct RequestPlace: Comparable, Hashable {
    private let positions: UInt64

    init(group: Int, index: Int) { positions = UInt64(group) << 32 | UInt64(index) }

    var group: Int { Int(positions >> 32) }
    var index: Int { Int(positions & 0xFFFF_FFFF) }

    static func < (left: Self, right: Self) -> Bool { left.positions < right.positions }
}

/// The position of a group or a request in its recording.
enum TimelineEntry: Comparable {
    case request(RequestPlace)
    case group(Int)
}

extension TimelineRecording: CustomStringConvertible {
    /// The groups, as ``text(width:)`` draws them.
    public var description: String { text() }
}

extension TimelineRecording.Group: CustomStringConvertible {
    /// The name and the number of requests, such as `home page: 3 requests`.
    public var description: String {
        "\(name.onOneLine): \(requests.count == 1 ? "1 request" : "\(requests.count) requests")"
    }
}

extension TimelineRecording.Request: CustomStringConvertible {
    /// The position, the label and the outcome, such as `#2 GET /feed: succeeded`.
    public var description: String { "#\(place.index) \(label.onOneLine): \(outcome)" }
}

extension TimelineRecording {
    /// Accesses the request with this ID; `nil` if the recording contains no such request.
    public subscript(id: SpanID) -> Request? {
        places[id].map { self[$0] }
    }

    subscript(place: RequestPlace) -> Request { groups[place.group].requests[place.index] }

    func end(of request: Request) -> TimelineTime { request.endedAt ?? time }

    func end(of group: Group) -> TimelineTime { group.completedAt ?? time }

    var note: String? {
        if omitted > 0 { return "and \(omitted) more were not recorded" }
        return groups.isEmpty ? "no group was recorded" : nil
    }
}
