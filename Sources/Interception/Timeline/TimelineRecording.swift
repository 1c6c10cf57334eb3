public import GroupContext

/// What a ``RequestTimeline`` has recorded up to some instant.
public struct TimelineRecording: Sendable {
    /// The groups, in the order in which they were opened; a group's ID is its position in here.
    public internal(set) var groups: [Group] = []

    /// How many requests and groups came beyond what the timeline keeps, and are not in here.
    public internal(set) var omitted = 0

    /// When this was taken: what had not ended by then was running, or waiting.
    public internal(set) var instant: ContinuousClock.Instant

    /// What the clocks of servers show.
    var wallClock = WallClock()

    /// What was sent and came back, by the requests that a pipeline has told of.
    var exchanges: [SpanID: HTTPExchange] = [:]

    // Written out, as the other properties have their values from the start.
    init(instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    /// A group, and its requests.
    public struct Group: Sendable, Identifiable {
        /// The position of the group among those recorded.
        public let id: Int
        /// What the group is called.
        public let name: String
        /// The group around it, if that was recorded too.
        public let parent: Int?
        /// The request in whose callback it was opened, if it was in one.
        public let issuer: Request.ID?
        /// The request of its parent that the group stands for, as a batch does; `nil` for most.
        public let request: Request.ID?
        /// When it was opened.
        public let opened: ContinuousClock.Instant
        /// When it completed, if it has.
        public internal(set) var completed: ContinuousClock.Instant?
        /// Its requests, in the order in which they were issued.
        public internal(set) var requests: [Request] = []
        /// What tells the group from all others everywhere; see `RequestGroup.id`.
        public internal(set) var spanID = SpanID()
        /// The trace that it belongs to; see `RequestGroup.traceID`.
        public internal(set) var traceID = TraceID()
        /// What the app has named as its parent.
        var traceParent: TraceParent?
        /// Where it was opened, if it is a detached one.
        var origin: TraceParent?
        /// What was issued after it had completed.
        var lateRequests: [(label: String, instant: ContinuousClock.Instant)] = []
    }

    /// A request of a group.
    public struct Request: Sendable, Identifiable {
        /// Tells a request from all others that were recorded.
        public struct ID: Hashable, Sendable {
            /// The ID of the group.
            public let group: Int
            /// The place of the request in issue order.
            public let index: Int
        }

        /// What tells the request from all others.
        public let id: ID
        /// What the request is called.
        public let label: String
        /// The request in whose callback it was issued; `nil` if it was in none.
        public let issuer: ID?
        /// When it was issued.
        public let issued: ContinuousClock.Instant
        /// Whether it had to wait for a slot.
        public internal(set) var hasWaited = false
        /// When it was started; `nil` if it has not been, or never was.
        public internal(set) var started: ContinuousClock.Instant?
        /// When it left its group, if it has.
        public internal(set) var ended: ContinuousClock.Instant?
        /// How it ended.
        public internal(set) var outcome = Outcome.pending
        /// What tells the request from all others everywhere: the same as in the events of its group, in its
        /// pipeline, and in the headers that were sent.
        public internal(set) var spanID = SpanID()
        /// A parent that the app has named, in place of the group.
        var traceParent: TraceParent?
        /// When it was answered again.
        var duplicates: [ContinuousClock.Instant] = []
        /// The type of the error that it failed with.
        var errorType: String?
    }

    /// How a request ended.
    public enum Outcome: Sendable, CustomStringConvertible {
        /// It has not ended.
        case pending
        /// It succeeded.
        case succeeded
        /// It failed.
        case failed
        /// Its callbacks were released, so that it never can be answered.
        case lost
        /// It had not answered when the deadline of its group passed.
        case timedOut
        /// Its group cancelled it, or did not start it.
        case cancelled

        /// The outcome in words.
        public var description: String {
            switch self {
            case .pending: "running"
            case .succeeded: "succeeded"
            case .failed: "failed"
            case .lost: "lost its callback"
            case .timedOut: "timed out"
            case .cancelled: "cancelled"
            }
        }

        /// All, in the order of a legend.
        static let all: [Outcome] = [.pending, .succeeded, .failed, .lost, .timedOut, .cancelled]
    }
}

extension TimelineRecording: CustomStringConvertible {
    /// The groups as ``text(width:)`` draws them.
    public var description: String { text() }
}

extension TimelineRecording.Group: CustomStringConvertible {
    /// The name and the number of requests, such as `home page: 3 requests`.
    public var description: String {
        "\(name.onOneLine): \(requests.count == 1 ? "1 request" : "\(requests.count) requests")"
    }
}

extension TimelineRecording.Request: CustomStringConvertible {
    /// The place, the label and the outcome, such as `#2 GET /feed: succeeded`.
    public var description: String { "#\(id.index) \(label.onOneLine): \(outcome)" }
}

extension TimelineRecording {
    /// The request with this ID, if it was recorded.
    ///
    /// - Parameter id: what tells it from all others.
    public subscript(id: Request.ID) -> Request? {
        guard groups.indices.contains(id.group) else { return nil }
        let requests = groups[id.group].requests
        return requests.indices.contains(id.index) ? requests[id.index] : nil
    }

    /// The end of a request, or now if it has not ended.
    func end(of request: Request) -> ContinuousClock.Instant { request.ended ?? instant }

    /// The end of a group, or now if it has not completed.
    func end(of group: Group) -> ContinuousClock.Instant { group.completed ?? instant }

    /// What a drawing says besides the groups, if there is anything to say.
    var note: String? {
        if omitted > 0 { return "and \(omitted) more that were not kept" }
        return groups.isEmpty ? "no group was recorded" : nil
    }
}
