// The critical path of a recorded group, and the search for it.
extension TimelineRecording {
    /// Returns the critical path of a group: the requests for which its last request to end had to wait.
    ///
    /// Making these requests faster ends the group sooner. The search goes backwards, from the last request
    /// to end in the group or in a nested group. The request before another one is:
    ///
    /// - the request that freed its permit, if it had to wait for a permit;
    /// - otherwise the request in whose callback it was issued;
    /// - otherwise, if a body issued it, the last request to end before, if no request was running at that
    ///   moment: most likely the body has awaited it.
    ///
    /// A batch or a chain is on the path as one request, followed by its own requests.
    ///
    /// - Parameter group: The ID of the group.
    /// - Returns: The requests on the path, in issue order.
    public func criticalPath(of group: Group.ID) -> [Request.ID] {
        var paths = CriticalPaths(self)
        return paths.path(of: group)
    }
}

/// The search for the critical paths of a recording.
///
/// It sorts the data of all paths once, because a timeline may have thousands of outermost groups.
struct CriticalPaths {
    private typealias Group = TimelineRecording.Group
    private typealias Request = TimelineRecording.Request

    private let recording: TimelineRecording
    private let nested: [Int?: [Group]]
    /// The groups that stand for requests, such as batches.
    private let insides: [Request.ID?: [Group]]
    private var slots: FreedSlots
    private var awaited: AwaitedRequests

    init(_ recording: TimelineRecording) {
        self.recording = recording
        nested = Dictionary(grouping: recording.groups, by: \.parent)
        insides = Dictionary(grouping: recording.groups.filter { $0.request != nil }, by: \.request)
        slots = FreedSlots(recording)
        awaited = AwaitedRequests(recording, nested)
    }

    mutating func path(of group: Int) -> [TimelineRecording.Request.ID] {
        guard recording.groups.indices.contains(group) else { return [] }
        var path: Set<Request.ID> = []
        var pending = lastToEnd(in: group).map { [$0] } ?? []
        while let id = pending.popLast() {
            guard let request = recording[id], path.insert(id).inserted else { continue }
            for inside in insides[id] ?? [] {
                if let last = lastToEnd(in: inside.id) { pending.append(last) }
            }
            if let before = slots.whoFreed(oneFor: request) ?? request.issuer {
                pending.append(before)
                continue
            }
            switch awaited.lastToEnd(before: request) {
            case .request(let before): pending.append(before)
            case .group(let group): pending += lastToEnd(in: group).map { [$0] } ?? []
            case nil: break
            }
        }
        return path.compactMap { recording[$0] }
            .sorted {
                ($0.issued, $0.id.group, $0.id.index) < ($1.issued, $1.id.group, $1.id.index)
            }
            .map(\.id)
    }

    /// Returns the request that ended last, in the group or in a nested group; of several, the one issued
    /// last.
    private func lastToEnd(in group: Int) -> Request.ID? {
        var last: Request?
        // A loop, because groups may be nested deeper than the stack is.
        var pending = [group]
        while let group = pending.popLast() {
            for request in recording.groups[group].requests {
                guard let other = last, isEarlier(request, than: other) else {
                    last = request
                    continue
                }
            }
            pending += (nested[group] ?? []).map(\.id)
        }
        return last?.id
    }

    private func isEarlier(_ request: Request, than other: Request) -> Bool {
        (recording.end(of: request), request.id.group, request.id.index)
            < (recording.end(of: other), other.id.group, other.id.index)
    }
}

/// The search for the request that freed the permit of another request.
///
/// It sorts the requests by their ends once, because a serial group searches for each of its requests.
private struct FreedSlots {
    private typealias End = (instant: ContinuousClock.Instant, id: TimelineRecording.Request.ID)

    private let recording: TimelineRecording
    private var endsByGroup: [Int: [End]] = [:]
    private lazy var allEnds = recording.groups.flatMap { Self.ends(of: $0) }.sorted(by: Self.order)

    init(_ recording: TimelineRecording) {
        self.recording = recording
    }

    /// Returns the last request to end before this request started: in the same group, or else in any group,
    /// because groups may share a limiter.
    mutating func whoFreed(
        oneFor request: TimelineRecording.Request
    ) -> TimelineRecording.Request.ID? {
        guard request.hasWaited, let started = request.started else { return nil }
        let group = request.id.group
        let ends =
            endsByGroup[group]
            ?? Self.ends(of: recording.groups[group]).sorted(by: Self.order)
        endsByGroup[group] = ends
        return Self.last(of: ends, from: request.issued, to: started)
            ?? Self.last(of: allEnds, from: request.issued, to: started)
    }

    private static func ends(of group: TimelineRecording.Group) -> [End] {
        // A request that never started had no permit.
        group.requests.compactMap { request in
            guard request.started != nil, let ended = request.ended else { return nil }
            return (ended, request.id)
        }
    }

    private static func order(_ one: End, _ other: End) -> Bool {
        (one.instant, one.id.group, one.id.index) < (other.instant, other.id.group, other.id.index)
    }

    private static func last(
        of ends: [End],
        from first: ContinuousClock.Instant,
        to last: ContinuousClock.Instant
    ) -> TimelineRecording.Request.ID? {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].instant <= last { low = middle + 1 } else { high = middle }
        }
        guard low > 0, ends[low - 1].instant >= first else { return nil }
        return ends[low - 1].id
    }
}

/// The search for the request or the group that a body awaited before it issued a request.
private struct AwaitedRequests {
    typealias Group = TimelineRecording.Group

    enum Step {
        case request(TimelineRecording.Request.ID)
        case group(TimelineRecording.Group.ID)
    }

    /// The steps that a body had begun up to a moment: the step that ended last, and the time by which all of
    /// them had ended (`nil` if a step was running).
    private typealias Past = (
        begun: ContinuousClock.Instant, last: Step, ended: ContinuousClock.Instant?
    )

    private let recording: TimelineRecording
    private let nested: [Int?: [Group]]
    private var pasts: [Group.ID: [Past]] = [:]

    init(_ recording: TimelineRecording, _ nested: [Int?: [Group]]) {
        self.recording = recording
        self.nested = nested
    }

    /// Returns the last step to end that the body had begun before this request, if all its steps had ended
    /// by then.
    ///
    /// If the body had begun no step, continues in the body of the enclosing group.
    mutating func lastToEnd(before request: TimelineRecording.Request) -> Step? {
        var (group, instant) = (recording.groups[request.id.group], request.issued)
        while true {
            if let past = past(of: group.id, until: instant) {
                guard let ended = past.ended, ended <= instant else { return nil }
                return past.last
            }
            if let issuer = group.issuer { return .request(issuer) }
            guard let parent = group.parent, group.request == nil else { return nil }
            (group, instant) = (recording.groups[parent], group.opened)
        }
    }

    private mutating func past(of group: Group.ID, until instant: ContinuousClock.Instant) -> Past?
    {
        let past = pasts[group] ?? allPasts(of: recording.groups[group])
        pasts[group] = past
        var (low, high) = (0, past.count)
        while low < high {
            let middle = (low + high) / 2
            if past[middle].begun < instant { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? past[low - 1] : nil
    }

    private func allPasts(of group: Group) -> [Past] {
        let requests: [Past] = group.requests.map { ($0.issued, .request($0.id), $0.ended) }
        let groups: [Past] = (nested[group.id] ?? []).filter { $0.request == nil }
            .map { ($0.opened, .group($0.id), $0.completed) }
        var all = (requests + groups).sorted { $0.begun < $1.begun }
        for index in all.indices.dropFirst() {
            // A running request ends later than every other step.
            guard let before = all[index - 1].ended else {
                (all[index].last, all[index].ended) = (all[index - 1].last, nil)
                continue
            }
            if let ended = all[index].ended, ended < before {
                (all[index].last, all[index].ended) = (all[index - 1].last, before)
            }
        }
        return all
    }
}
