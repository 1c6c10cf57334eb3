package import GroupContext

// Finds the requests that determined when a group ended.
extension TimelineRecording {
    /// Returns the critical path of a group: the sequence of requests that determined when the group ended.
    ///
    /// Making these requests faster ends the group sooner. The search goes backwards, from the request that
    /// ended last in the group or in a nested group. The path leads from each request to an earlier request:
    ///
    /// - If the request waited for a permit, the path leads to the last request that ended during the wait.
    /// - Otherwise, if a callback issued the request, the path leads to the request of that callback.
    /// - Otherwise a body issued the request. If no request was running at that moment, the path leads to the
    ///   last request that had ended. The body has most likely awaited that request.
    ///
    /// A batch or a chain is one request on the path, followed by the requests that it contains.
    ///
    /// - Parameter group: The ID of the group.
    /// - Returns: The requests on the path, in issue order.
    package func criticalPath(of group: Group.ID) -> [SpanID] {
        var paths = CriticalPaths(self)
        return groups.first { $0.id == group }.map { paths.path(of: $0.position) } ?? []
    }
}

/// Finds the critical paths of a recording; sorts its data only once, even for thousands of outermost groups.
struct CriticalPaths {
    private typealias Group = TimelineRecording.Group
    private typealias Request = TimelineRecording.Request

    private let recording: TimelineRecording
    private let nested: [Int?: [Group]]
    private let groupsOfRequests: [SpanID?: [Group]]
    private var freedPermits: FreedPermits
    private var awaited: AwaitedSteps

    init(_ recording: TimelineRecording) {
        self.recording = recording
        nested = Dictionary(grouping: recording.groups, by: \.parentPosition)
        groupsOfRequests = Dictionary(
            grouping: recording.groups.filter { $0.request != nil },
            by: \.request
        )
        freedPermits = FreedPermits(recording)
        awaited = AwaitedSteps(recording, nested)
    }

    mutating func path(of group: Int) -> [SpanID] {
        var path: Set<SpanID> = []
        var pending = lastToEnd(in: group).map { [$0] } ?? []
        while let id = pending.popLast() {
            guard let request = recording[id], path.insert(id).inserted else { continue }
            for inside in groupsOfRequests[id] ?? [] {
                if let last = lastToEnd(in: inside.position) { pending.append(last) }
            }
            if let before = freedPermits.requestThatFreed(permitOf: request) ?? request.issuer {
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
            .sorted { ($0.issued, $0.place) < ($1.issued, $1.place) }
            .map(\.id)
    }

    /// Returns the last request to end in the group or a nested group; at equal times, the last recorded.
    private func lastToEnd(in group: Int) -> SpanID? {
        var last: Request?
        // Recursion could overflow the stack if groups are nested deeply, so use a loop.
        var pending = [group]
        while let group = pending.popLast() {
            for request in recording.groups[group].requests {
                guard let other = last, isEarlier(request, than: other) else {
                    last = request
                    continue
                }
            }
            pending += (nested[group] ?? []).map(\.position)
        }
        return last?.id
    }

    private func isEarlier(_ request: Request, than other: Request) -> Bool {
        (recording.end(of: request), request.place) < (recording.end(of: other), other.place)
    }
}

/// Finds the request that released the permit of another request; sorts the requests only once, because a group with a
/// limit of 1 needs a search for each request.
private struct FreedPermits {
    private typealias End = (instant: ContinuousClock.Instant, place: RequestPlace, id: SpanID)

    private let recording: TimelineRecording
    private var endsByGroup: [Int: [End]] = [:]
    private lazy var allEnds = recording.groups.flatMap { Self.ends(of: $0) }.sorted(by: Self.order)

    init(_ recording: TimelineRecording) {
        self.recording = recording
    }

    /// Returns the request that ended last while this request waited, if possible a request of the same group,
    /// and otherwise a request of any group, because groups may share a limiter.
    mutating func requestThatFreed(
        permitOf request: TimelineRecording.Request
    ) -> SpanID? {
        guard request.hasWaited, let started = request.started else { return nil }
        let group = request.place.group
        let ends =
            endsByGroup[group]
            ?? Self.ends(of: recording.groups[group]).sorted(by: Self.order)
        endsByGroup[group] = ends
        return Self.last(of: ends, from: request.issued, to: started)
            ?? Self.last(of: allEnds, from: request.issued, to: started)
    }

    private static func ends(of group: TimelineRecording.Group) -> [End] {
        // A request that never started held no permit, so its end let no other request start.
        group.requests.compactMap { request in
            guard request.started != nil, let ended = request.ended else { return nil }
            return (ended, request.place, request.id)
        }
    }

    private static func order(_ one: End, _ other: End) -> Bool {
        (one.instant, one.place) < (other.instant, other.place)
    }

    private static func last(
        of ends: [End],
        from first: ContinuousClock.Instant,
        to last: ContinuousClock.Instant
    ) -> SpanID? {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].instant <= last { low = middle + 1 } else { high = middle }
        }
        guard low > 0, ends[low - 1].instant >= first else { return nil }
        return ends[low - 1].id
    }
}

/// Finds the request or the nested group that a body awaited before the body issued a request.
private struct AwaitedSteps {
    typealias Group = TimelineRecording.Group

    enum Step {
        case request(SpanID)
        case group(Int)
    }

    /// The last step to end of all steps that a body had begun by an instant.
    ///
    /// `ended` is `nil` if one of these steps was still running when the recording was made; `last` is then unused.
    private typealias BegunSteps = (
        begun: ContinuousClock.Instant, last: Step, ended: ContinuousClock.Instant?
    )

    private let recording: TimelineRecording
    private let nested: [Int?: [Group]]
    private var stepsByGroup: [Int: [BegunSteps]] = [:]

    init(_ recording: TimelineRecording, _ nested: [Int?: [Group]]) {
        self.recording = recording
        self.nested = nested
    }

    /// Returns the step of the body that ended last before the request; `nil` if a step was still running.
    ///
    /// If the body had begun no step, the method returns the issuer of the group or searches the enclosing body.
    mutating func lastToEnd(before request: TimelineRecording.Request) -> Step? {
        var (group, instant) = (recording.groups[request.place.group], request.issued)
        while true {
            if let steps = steps(of: group.position, until: instant) {
                guard let ended = steps.ended, ended <= instant else { return nil }
                return steps.last
            }
            if let issuer = group.issuer { return .request(issuer) }
            guard let parent = group.parentPosition, group.request == nil else { return nil }
            (group, instant) = (recording.groups[parent], group.opened)
        }
    }

    private mutating func steps(
        of group: Int,
        until instant: ContinuousClock.Instant
    ) -> BegunSteps? {
        let steps = stepsByGroup[group] ?? allSteps(of: recording.groups[group])
        stepsByGroup[group] = steps
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].begun < instant { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? steps[low - 1] : nil
    }

    private func allSteps(of group: Group) -> [BegunSteps] {
        let requests: [BegunSteps] = group.requests.map { ($0.issued, .request($0.id), $0.ended) }
        let groups: [BegunSteps] = (nested[group.position] ?? []).filter { $0.request == nil }
            .map { ($0.opened, .group($0.position), $0.completed) }
        var all = (requests + groups).sorted { $0.begun < $1.begun }
        for index in all.indices.dropFirst() {
            // If an earlier step is still running, the step that ends last is not known.
            guard let before = all[index - 1].ended else {
                all[index].ended = nil
                continue
            }
            if let ended = all[index].ended, ended < before {
                (all[index].last, all[index].ended) = (all[index - 1].last, before)
            }
        }
        return all
    }
}
