@testable import InterceptionTestSupport

// The states of a request: waiting, rejected, started, answered, lost.
extension GroupModel {
    mutating func issue(_ script: Script.Request) {
        let number = script.number
        requests[number] = Request(script: script, group: current)
        guard let group = current else { return start(number) }
        let open = nearestOpen(group)
        if open != group {
            notify(group, .lateRequest, (MemberID.request(script.number).label, nil))
        }
        requests[number]?.group = open
        requests[number]?.isTooLate = open != group
        guard let group = open else { return start(number) }
        enter(.request(number), group)
        if groups[group]?.cancellation != nil {
            reject(number, isTimeout: groups[group]?.isExpired == true)
            if requests[number]?.isDecided == true { return }
        }
        takePermit(number, in: group)
    }

    /// Rejects a request; the rejection is reported on the queue if a callback can report it.
    mutating func reject(_ number: Int, isTimeout: Bool) {
        requests[number]?.isDecided = true
        hasRejected = true
        let error = isTimeout ? "timeout of r\(number)" : "cancellation"
        if requests[number]?.script.reportsRejection == true {
            jobs.append(.reject(number, error: error))
        } else if let group = requests[number]?.group {
            leave(.request(number), of: group, error: error)
        }
    }

    /// Starts a delayed request on the queue, if the script has one.
    private mutating func begin(_ number: Int) {
        if startsOnQueue { jobs.append(.start(number)) } else { startUnlessCancelled(number) }
    }

    /// Starts the request, or rejects it if its group has been cancelled.
    mutating func startUnlessCancelled(_ number: Int) {
        guard let request = requests[number], !request.isDecided, let group = request.group else {
            return
        }
        if groups[group]?.cancellation != nil {
            reject(number, isTimeout: groups[group]?.isExpired == true)
        } else {
            start(number)
        }
    }
}

// MARK: - Limits

extension GroupModel {
    private mutating func takePermit(_ number: Int, in group: Int) {
        guard let state = groups[group], let limit = state.script.limit else {
            return start(number)
        }
        let isIn = state.members.contains { $0.id == .request(number) }
        if state.permits.count < limit {
            // A request that has timed out returns its permit at once.
            if isIn { groups[group]?.permits.append(number) }
            start(number)
        } else if isIn {
            let priority = requests[number]?.script.priority ?? 0
            let place = state.waiting.firstIndex { requests[$0]?.script.priority ?? 0 < priority }
            groups[group]?.waiting.insert(number, at: place ?? state.waiting.endIndex)
            requests[number]?.hasWaited = true
            notify(group, .waiting, (MemberID.request(number).label, requests[number]?.index))
        }
    }

    /// A request that leaves frees its permit for the next.
    mutating func freePermit(of number: Int, in group: Int) {
        groups[group]?.waiting.removeAll { $0 == number }
        guard groups[group]?.permits.contains(number) == true else { return }
        if requests[number]?.isStarting == true {
            requests[number]?.hasEndedWhileStarting = true
        } else {
            groups[group]?.permits.removeAll { $0 == number }
            startNextRequests(in: group)
        }
    }

    /// Starts one request after the other: a request that ends during its start does not start the next request.
    private mutating func startNextRequests(in group: Int) {
        while let state = groups[group], let limit = state.script.limit,
            state.permits.count < limit, let next = state.waiting.first
        {
            groups[group]?.waiting.removeFirst()
            groups[group]?.permits.append(next)
            requests[next]?.isStarting = true
            begin(next)
            requests[next]?.isStarting = false
            if requests[next]?.isDropped == true { lose(next) }
            guard requests[next]?.hasEndedWhileStarting == true else { return }
            groups[group]?.permits.removeAll { $0 == next }
        }
    }
}

// MARK: - The client

extension GroupModel {
    /// Calls the client, which answers at once if the script says so.
    mutating func start(_ number: Int) {
        guard let request = requests[number] else { return }
        let before = current
        // A request that starts at once starts where it was issued, perhaps in a completed group.
        if let group = request.group, request.hasWaited || !request.isTooLate { current = group }
        defer { current = before }
        requests[number]?.isDecided = true
        if request.hasWaited, let group = request.group,
            groups[group]?.members.contains(where: { $0.id == .request(number) }) == true
        {
            notify(group, .started, (MemberID.request(number).label, request.index))
        }
        chronicle.note(.started(number, in: current), of: current)
        requests[number]?.startedIn = current
        let order = orders[number]
        var isDropped = false
        if case .drop = order {
            isDropped = true
        } else if request.script.answersInside || order != nil {
            answer(number, losing: false)
            isDropped = request.script.answers.isEmpty
        } else {
            requests[number]?.isPending = true
        }
        registerCancelHandler(number)
        // The wrapper retains the request until it returns.
        if isDropped { lose(number) }
    }

    private mutating func registerCancelHandler(_ number: Int) {
        guard let request = requests[number], let group = request.group,
            request.script.obedience != .cannotCancel
        else { return }
        let index = groups[group]?.members.firstIndex { $0.id == .request(number) }
        if let index {
            if groups[group]?.cancellation != nil {
                if request.answerCount == 0 { groups[group]?.members[index].wasCancelled = true }
                obey(number)
            } else {
                requests[number]?.canBeCancelled = true
            }
        } else if request.isLate {
            obey(number)
        }
    }

    /// The client is ordered to cancel the request.
    mutating func obey(_ number: Int) {
        chronicle.note(.cancelled(number), of: requests[number]?.startedIn)
        guard requests[number]?.isPending == true else { return }
        switch requests[number]?.script.obedience {
        case .answers:
            requests[number]?.isPending = false
            callBack(number, error: "-999")
        case .drops:
            requests[number]?.isPending = false
            lose(number)
        case .cannotCancel, .ignores, nil: break
        }
    }

    /// The client calls its callbacks, and releases them.
    mutating func answer(_ number: Int, losing: Bool = true) {
        guard let script = requests[number]?.script else { return }
        requests[number]?.isPending = false
        if script.answersOverlap {
            callBack(number, error: script.answers[0].error, meanwhile: script.answers[1])
        } else {
            for answer in script.answers { callBack(number, error: answer.error) }
        }
        if script.answers.isEmpty, losing { lose(number) }
    }

    /// Runs a callback in the group of its request, which leaves afterwards; `second` is the callback that the
    /// client calls meanwhile.
    mutating func callBack(_ number: Int, error: String?, meanwhile second: Script.Answer? = nil) {
        guard let request = requests[number] else { return }
        let before = current
        if let group = request.group { current = group }
        defer { current = before }
        let isFirst = request.answerCount == 0
        requests[number]?.answerCount += 1
        requests[number]?.runningCount += 1
        // The callback that begins first decides.
        if isFirst { requests[number]?.firstError = error }
        requests[number]?.isLate = false
        chronicle.note(.callback(number, error: error, in: current), of: current)
        if isFirst {
            if let second { callBack(number, error: second.error) }
            for step in request.script.reaction { perform(step) }
        }
        chronicle.note(.returned(number), of: current)
        requests[number]?.runningCount -= 1
        settle(number, isFirst: isFirst)
    }

    private mutating func settle(_ number: Int, isFirst: Bool) {
        guard let request = requests[number], let group = request.group else { return }
        if !isFirst {
            notify(group, .duplicateCallback, (MemberID.request(number).label, request.index))
        }
        let isIn = groups[group]?.members.contains { $0.id == .request(number) } == true
        // The request stays as long as one of its callbacks is running.
        if isIn, request.runningCount == 0 {
            leave(.request(number), of: group, error: request.firstError)
        }
    }

    /// Every callback of the request was released without having run.
    mutating func lose(_ number: Int) {
        guard let group = requests[number]?.group else { return }
        requests[number]?.isDropped = true
        // A start that is still on the queue retains its request, needed or not.
        if jobs.contains(.start(number)) { return }
        leave(.request(number), of: group, error: "lost r\(number)", isLost: true)
        requests[number]?.isLate = false
    }
}
