// Recordings for the tests of drawings and exports.

@testable import Interception

extension TimelineRecording {
    /// The start of all samples; drawings show only durations between two instants.
    static let beginning = ContinuousClock.now

    static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        beginning + .milliseconds(milliseconds)
    }

    /// Returns the ID of a request at a position of a group, also before the request is added.
    static func id(group: Int, index: Int) -> SpanID {
        SpanID(rawValue: UInt64(group * 1_000_000 + index + 1)) ?? SpanID()
    }

    /// Returns the requests on the critical path of the group, in issue order.
    package func criticalPath(of group: Group.ID) -> [SpanID] {
        var paths = CriticalPaths(self)
        let path = groups.first { $0.id == group }.map { paths.path(of: $0.position) } ?? []
        return path.map { self[$0] }
            .sorted { ($0.issuedAt, $0.place) < ($1.issuedAt, $1.place) }
            .map(\.id)
    }

    /// Creates an empty recording, taken at a number of milliseconds after the beginning.
    init(takenAt milliseconds: Int) { self.init(instant: Self.at(milliseconds)) }

    /// Adds a group, in milliseconds after the beginning, and returns its position.
    @discardableResult mutating func open(
        _ name: String,
        from opened: Int,
        to completed: Int?,
        in parent: Int? = nil,
        issuer: SpanID? = nil,
        as request: SpanID? = nil
    ) -> Int {
        groups.append(
            Group(
                id: SpanID(),
                position: groups.count,
                name: name,
                parent: parent.map { groups[$0].id },
                parentPosition: parent,
                issuer: issuer,
                request: request,
                openedAt: TimelineTime(Self.at(opened)),
                completedAt: completed.map { TimelineTime(Self.at($0)) }
            )
        )
        return groups.count - 1
    }

    /// Adds a request that waits from `issued` until `started`.
    @discardableResult mutating func add(
        _ label: String,
        to group: Int,
        from issued: Int,
        started: Int?,
        to ended: Int?,
        _ outcome: Outcome = .succeeded,
        issuer: SpanID? = nil
    ) -> SpanID {
        let place = RequestPlace(group: group, index: groups[group].requests.count)
        let id = Self.id(group: group, index: place.index)
        places[id] = place
        groups[group].requests.append(
            Request(
                id: id,
                place: place,
                label: label,
                issuer: issuer,
                issuedAt: TimelineTime(Self.at(issued)),
                hasWaited: started != issued,
                startedAt: started.map { TimelineTime(Self.at($0)) },
                endedAt: ended.map { TimelineTime(Self.at($0)) },
                outcome: outcome
            )
        )
        return id
    }

    /// Adds a request that starts when it is issued.
    @discardableResult mutating func add(
        _ label: String,
        to group: Int,
        from issued: Int,
        to ended: Int?,
        _ outcome: Outcome = .succeeded,
        issuer: SpanID? = nil
    ) -> SpanID {
        add(label, to: group, from: issued, started: issued, to: ended, outcome, issuer: issuer)
    }

    /// A sample page with every feature that drawings have.
    static let page: TimelineRecording = {
        var recording = TimelineRecording(takenAt: 2_000)
        let page = recording.open("home page", from: 0, to: 1_240)
        let user = recording.add("GET /user", to: page, from: 0, to: 310)
        let images = recording.open("images", from: 20, to: 900, in: page)
        recording.add("GET /a.png", to: images, from: 20, to: 400)
        recording.add("GET /b.png", to: images, from: 30, started: 400, to: 700, .failed)
        recording.add("GET /c.png", to: images, from: 40, started: 700, to: 900, .lost)
        recording.add("GET /d.png", to: images, from: 50, started: nil, to: 900, .cancelled)
        let feed = recording.add("GET /feed", to: page, from: 300, to: 820, issuer: user)
        recording.add("GET /漢字/🚀/comments", to: page, from: 810, to: 1_240, issuer: feed)
        recording.add("GET <ad> & \"more\"", to: page, from: 820, to: 1_200, .timedOut)
        return recording
    }()
}
