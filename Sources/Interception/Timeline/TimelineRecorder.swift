import GroupContext

/// Adds group events to a recording; the owner protects the recorder with a lock.
struct TimelineRecorder {
    private let maximum: Int
    private var recording = TimelineRecording(instant: .now)
    /// The positions of the groups in the recording.
    private var positions: [SpanID: Int] = [:]
    /// The HTTP exchanges of requests that have not entered a recorded group yet.
    private var early: [SpanID: HTTPExchange] = [:]
    private var kept = 0

    init(maximum: Int) { self.maximum = maximum }

    func recording(at instant: ContinuousClock.Instant) -> TimelineRecording {
        var recording = recording
        recording.time = TimelineTime(instant)
        return recording
    }

    mutating func record(_ event: RequestGroupEvent) {
        switch event.kind {
        case .opened: open(event)
        case .entered: enter(event)
        case .waiting:
            change(event) { request in
                request.hasWaited = true
                request.startedAt = nil
            }
        case .started: change(event) { $0.startedAt = TimelineTime(event.instant) }
        case .left:
            change(event) { request in
                request.endedAt = TimelineTime(event.instant)
                request.outcome = TimelineRecording.Outcome(event.failure)
                // Record only the name of the type, because the data of an error may be secret.
                request.errorType = event.failure.map { "\(type(of: $0.error))" }
            }
        case .duplicateCallback:
            change(event) { request in
                // Limit the number, because a client that calls back without end would fill the memory.
                if request.duplicates.count < 100 {
                    request.duplicates.append(TimelineTime(event.instant))
                }
            }
        case .lateRequest:
            guard let group = positions[event.groupID], let label = event.label, makeRoom() else {
                return
            }
            recording.groups[group].lateRequests.append((label, TimelineTime(event.instant)))
        case .completed:
            guard let group = positions[event.groupID] else { return }
            recording.groups[group].completedAt = TimelineTime(event.instant)
        default: break
        }
    }

    mutating func record(_ exchange: HTTPExchange, of id: SpanID) {
        if recording.places[id] != nil {
            recording.exchanges[id] = exchange
        } else {
            // The exchange of a request in an unrecorded group would stay here, so limit the number of exchanges.
            if early.count >= 1_000 { early = [:] }
            early[id] = exchange
        }
    }

    private mutating func open(_ event: RequestGroupEvent) {
        guard let group = event.group, makeRoom() else { return }
        let position = recording.groups.count
        let parent = group.parent.flatMap { positions[$0.id] }
        recording.groups.append(
            TimelineRecording.Group(
                id: event.groupID,
                position: position,
                name: event.groupName,
                parent: parent.map { recording.groups[$0].id },
                parentPosition: parent,
                issuer: issuer(of: event),
                request: parent != nil && group.ownRequest != nil && !group.isSubrequest
                    ? event.groupID : nil,
                openedAt: TimelineTime(event.instant),
                traceID: event.traceID,
                // An enclosing group that was not recorded has no span, and cannot provide the parent span.
                traceParent: parent == nil ? group.remoteParent : group.ownTraceParent,
                origin: group.openingSpan
            )
        )
        positions[event.groupID] = position
    }

    private mutating func enter(_ event: RequestGroupEvent) {
        guard let label = event.label,
            let group = positions[event.groupID], let index = event.index,
            // If the index differs, an earlier request of the group was omitted. Later requests are then omitted too,
            // so that the index of each recorded request is its position.
            index == recording.groups[group].requests.count
        else {
            recording.omitted += 1
            return
        }
        guard makeRoom() else { return }
        var request = TimelineRecording.Request(
            id: event.requestID ?? SpanID(),
            place: RequestPlace(group: group, index: index),
            label: label,
            issuer: issuer(of: event),
            issuedAt: TimelineTime(event.instant),
            startedAt: TimelineTime(event.instant)
        )
        request.traceParent = event.metadata?.traceParent
        recording.groups[group].requests.append(request)
        recording.places[request.id] = request.place
        if let exchange = early.removeValue(forKey: request.id) {
            recording.exchanges[request.id] = exchange
        }
    }

    private mutating func change(
        _ event: RequestGroupEvent,
        _ change: (inout TimelineRecording.Request) -> Void
    ) {
        guard let group = positions[event.groupID], let index = event.index,
            index < recording.groups[group].requests.count
        else { return }
        change(&recording.groups[group].requests[index])
        // An adapter may set the parent span after the request has entered the group.
        if let parent = event.metadata?.traceParent {
            recording.groups[group].requests[index].traceParent = parent
        }
    }

    private mutating func makeRoom() -> Bool {
        guard kept < maximum else {
            recording.omitted += 1
            return false
        }
        kept += 1
        return true
    }

    /// Returns the issuer of a request or group if the issuer's group was recorded.
    private func issuer(of event: RequestGroupEvent) -> SpanID? {
        event.issuer.flatMap { positions[$0.groupID] == nil ? nil : $0.id }
    }
}

extension TimelineRecording.Outcome {
    fileprivate init(_ failure: RequestFailure?) {
        self =
            switch failure?.reason {
            case nil: .succeeded
            case .lostCallback: .lost
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            default: .failed
            }
    }
}
