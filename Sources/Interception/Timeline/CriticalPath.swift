import GroupContext

/// The critical paths of a recording; their data is sorted only once, even for thousands of outermost groups.
///
/// The critical path of a group is the sequence of requests that determined when the group ended: making these requests
/// faster ends the group sooner. The search goes backwards, from the request that ended last in the group or in a nested
/// group. The path leads from each request to an earlier request:
///
/// - If the request waited for a permit, the path leads to the last request that ended during the wait.
/// - Otherwise, if a callback issued the request, the path leads to the request of that callback.
/// - Otherwise a body issued the request. If no request was running at that moment, the path leads to the last request
///   that had ended. The body has most likely awaited that request.
///
/// A batch or a chain is one request on the path, followed by the requests that it contains.
struct CriticalPaths {
    /// The positions of the groups in each group, by its position; the key `nil` has the outermost groups.
    let nested: [Int?: [Int]]

    private let recording: TimelineRecording
    private let groupsOfRequests: [SpanID?: [Int]]
    private var freedPermits: FreedPermits
    private var awaited: AwaitedEntries

    init(_ recording: TimelineRecording) {
        let groups = recording.groups
        self.recording = recording
        nested = Dictionary(grouping: groups.indices) { groups[$0].parentPosition }
        groupsOfRequests = Dictionary(grouping: groups.indices) { groups[$0].request }
        freedPermits = FreedPermits(recording: recording)
        awaited = AwaitedEntries(recording: recording, nested: nested)
    }

    mutating func path(of group: Int) -> Set<RequestPlace> {
        var path: Set<RequestPlace> = []
        var pending = [lastToEnd(in: group)]
        while let next = pending.popLast() {
            guard let place = next, path.insert(place).inserted else { continue }
            let request = recording[place]
            pending += (groupsOfRequests[request.id] ?? []).map(lastToEnd)
            if let before = freedPermits.requestThatFreed(permitOf: request) {
                pending.append(before)
            } else if let issuer = request.issuer {
                pending.append(recording.places[issuer])
            } else {
                switch awaited.lastToEnd(before: request) {
                case .request(let before): pending.append(before)
                case .group(let group): pending.append(lastToEnd(in: group))
                case nil: break
                }
            }
        }
        return path
    }

    /// Returns the last request to end in the group or a nested group; at equal times, the last recorded.
    private func lastToEnd(in group: Int) -> RequestPlace? {
        var last: (time: TimelineTime, place: RequestPlace)?
        // Recursion could overflow the stack if groups are nested deeply, so use a loop.
        var pending = [group]
        while let group = pending.popLast() {
            for request in recording.groups[group].requests {
                let other = (recording.end(of: request), request.place)
                if let last, other < (last.time, last.place) { continue }
                last = other
            }
            pending += nested[group] ?? []
        }
        return last?.place
    }
}

/// The search for the request that freed a permit; it sorts once, because a limit of 1 needs a search per request.
private struct FreedPermits {
    typealias End = (time: TimelineTime, place: RequestPlace)

    let recording: TimelineRecording
    var endsByGroup: [Int: [End]] = [:]
    lazy var allEnds = recording.groups.flatMap { Self.ends(of: $0) }.sorted(by: <)

    // Groups may share a limiter.
    /// Returns the request of the group, or else of any group, that ended last during the wait.
    mutating func requestThatFreed(permitOf request: TimelineRecording.Request) -> RequestPlace? {
        guard request.hasWaited, let started = request.startedAt else { return nil }
        let group = request.place.group
        let ends = endsByGroup[group] ?? Self.ends(of: recording.groups[group]).sorted(by: <)
        endsByGroup[group] = ends
        return Self.last(of: ends, from: request.issuedAt, to: started)
            ?? Self.last(of: allEnds, from: request.issuedAt, to: started)
    }

    private static func ends(of group: TimelineRecording.Group) -> [End] {
        // A request that never started held no permit, so its end let no other request start.
        group.requests.compactMap { request in
            guard request.startedAt != nil, let ended = request.endedAt else { return nil }
            return (ended, request.place)
        }
    }

    private static func last(
        of ends: [End],
        from first: TimelineTime,
        to last: TimelineTime
    ) -> RequestPlace? {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].time <= last { low = middle + 1 } else { high = middle }
        }
        guard low > 0, ends[low - 1].time >= first else { return nil }
        return ends[low - 1].place
    }
}

/// The search for the request or the nested group that a body awaited before the body issued a request.
private struct AwaitedEntries {
    /// The last entry to end of all entries that a body had begun by a time.
    ///
    /// `ended` is `nil` if one of these entries was still running when the recording was made; `last` is then unused.
    typealias BegunEntries = (begun: TimelineTime, last: TimelineEntry, ended: TimelineTime?)

    let recording: TimelineRecording
    let nested: [Int?: [Int]]
    var entriesByGroup: [Int: [BegunEntries]] = [:]

    /// Returns the entry of the body that ended last before the request; `nil` if an entry was still running.
    ///
    /// If the body had begun no entry, the method returns the issuer of the group or searches the enclosing body.
    mutating func lastToEnd(before request: TimelineRecording.Request) -> TimelineEntry? {
        var (position, time) = (request.place.group, request.issuedAt)
        while true {
            if let entries = entries(of: position, until: time) {
                guard let ended = entries.ended, ended <= time else { return nil }
                return entries.last
            }
            let group = recording.groups[position]
            if let issuer = group.issuer { return recording.places[issuer].map { .request($0) } }
            guard let parent = group.parentPosition, group.request == nil else { return nil }
            (position, time) = (parent, group.openedAt)
        }
    }

    private mutating func entries(of group: Int, until time: TimelineTime) -> BegunEntries? {
        let entries = entriesByGroup[group] ?? allEntries(of: group)
        entriesByGroup[group] = entries
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].begun < time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[low - 1] : nil
    }

    private func allEntries(of group: Int) -> [BegunEntries] {
        var all: [BegunEntries] = recording.groups[group].requests.map {
            ($0.issuedAt, .request($0.place), $0.endedAt)
        }
        for group in (nested[group] ?? []).map({ recording.groups[$0] }) where group.request == nil
        {
            all.append((group.openedAt, .group(group.position), group.completedAt))
        }
        all.sort { $0.begun < $1.begun }
        for index in all.indices.dropFirst() {
            // If an earlier entry is still running, the entry that ends last is not known.
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
