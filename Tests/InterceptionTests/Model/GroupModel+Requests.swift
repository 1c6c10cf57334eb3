import Interception

@testable import InterceptionTestSupport

// A request on its way: waiting, refused, started, answered, lost.
extension GroupModel {
    mutating func issue(_ script: Script.Request) {
        let number = script.number
        requests[number] = Request(script: script, group: current)
        guard let group = current else { return start(number) }
        let open = nearestOpen(group)
        if open != group { tell(group, .lateRequest, (Who.request(script.number).label, nil)) }
        requests[number]?.group = open
        requests[number]?.isTooLate = open != group
        guard let group = open else { return start(number) }
        enter(.request(number), group)
        if groups[group]?.cancellation != nil {
            refuse(number, isTimeout: groups[group]?.isExpired == true)
            if requests[number]?.isDecided == true { return }
        }
        takeSlot(number, in: group)
    }

    /// A request that should not start never does, and reports so later, on the queue, if it can.
    mutating func refuse(_ number: Int, isTimeout: Bool) {
        requests[number]?.isDecided = true
        hasRefused = true
        let error = isTimeout ? "timeout of r\(number)" : "cancellation"
        if requests[number]?.script.reportsRefusal == true {
            jobs.append(.refuse(number, error: error))
        } else if let group = requests[number]?.group {
            leave(.request(number), of: group, error: error)
        }
    }

    /// Starts a request where those are started that had to wait.
    private mutating func begin(_ number: Int) {
        if startsOnQueue { jobs.append(.start(number)) } else { startUnlessCancelled(number) }
    }

    /// It may be about to be told that it is cancelled, or have been told already.
    mutating func startUnlessCancelled(_ number: Int) {
        guard let request = requests[number], !request.isDecided, let group = request.group else {
            return
        }
        if groups[group]?.cancellation != nil {
            refuse(number, isTimeout: groups[group]?.isExpired == true)
        } else {
            start(number)
        }
    }
}

// MARK: - Limits

extension GroupModel {
    private func limit(of group: Int) -> Int? {
        groups[group]?.script.limit.map { $0 + (mistake == .limitIsOneTooMany ? 1 : 0) }
    }

    private mutating func takeSlot(_ number: Int, in group: Int) {
        guard let limit = limit(of: group), let state = groups[group] else { return start(number) }
        let isIn = state.members.contains { $0.who == .request(number) }
        if state.slots.count < limit {
            // Who has timed out already gives its slot back at once.
            if isIn { groups[group]?.slots.append(number) }
            start(number)
        } else if isIn {
            let priority = requests[number]?.script.priority ?? 0
            let place = state.line.firstIndex {
                requests[$0]?.script.priority ?? 0 < priority
            }
            groups[group]?.line.insert(number, at: place ?? state.line.endIndex)
            requests[number]?.hasWaited = true
            tell(group, .waiting, (Who.request(number).label, requests[number]?.index))
        }
    }

    /// Who has left makes place for the next.
    mutating func freeSlot(of number: Int, in group: Int) {
        groups[group]?.line.removeAll { $0 == number }
        guard groups[group]?.slots.contains(number) == true else { return }
        if requests[number]?.isStarting == true {
            requests[number]?.hasEndedWhileStarting = true
        } else {
            groups[group]?.slots.removeAll { $0 == number }
            startWhoIsNext(in: group)
        }
    }

    /// One after the other: who ends while it is being started does not start the next itself.
    private mutating func startWhoIsNext(in group: Int) {
        while let limit = limit(of: group), let state = groups[group],
            state.slots.count < limit, let next = state.line.first
        {
            groups[group]?.line.removeFirst()
            groups[group]?.slots.append(next)
            requests[next]?.isStarting = true
            begin(next)
            requests[next]?.isStarting = false
            if requests[next]?.isForgotten == true { lose(next) }
            guard requests[next]?.hasEndedWhileStarting == true else { return }
            groups[group]?.slots.removeAll { $0 == next }
        }
    }
}

// MARK: - The client

extension GroupModel {
    /// The client is called; it answers if it does so at once or has been told to.
    mutating func start(_ number: Int) {
        guard let request = requests[number] else { return }
        let before = current
        // Who starts at once starts where it was issued, in a group that has completed perhaps.
        if let group = request.group, request.hasWaited || !request.isTooLate { current = group }
        defer { current = before }
        requests[number]?.isDecided = true
        if request.hasWaited, let group = request.group,
            groups[group]?.members.contains(where: { $0.who == .request(number) }) == true
        {
            tell(group, .started, (Who.request(number).label, request.index))
        }
        chronicle.note(.started(number, in: current), of: current)
        requests[number]?.startedIn = current
        let order = told[number]
        var isDropped = false
        if case .drop = order {
            isDropped = true
        } else if request.script.answersInside || order != nil {
            answer(number, losing: false)
            isDropped = request.script.answers.isEmpty
        } else {
            requests[number]?.isPending = true
        }
        registerCancelAction(number)
        // The wrapper itself keeps the request until it returns.
        if isDropped { lose(number) }
    }

    private mutating func registerCancelAction(_ number: Int) {
        guard let request = requests[number], let group = request.group,
            request.script.obedience != .cannotCancel
        else { return }
        let index = groups[group]?.members.firstIndex { $0.who == .request(number) }
        if let index {
            if groups[group]?.cancellation != nil {
                if request.answerCount == 0 {
                    groups[group]?.members[index].wasCancelled = true
                }
                obey(number)
            } else {
                requests[number]?.canBeCancelled = true
            }
        } else if request.isLate {
            obey(number)
        }
    }

    /// The client is told to cancel the request.
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

    /// The client calls the callbacks that it calls, and releases them.
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

    /// A callback runs in the group of its request, and the request leaves after it.
    ///
    /// - Parameters:
    ///   - number: the request.
    ///   - error: what the callback is called with.
    ///   - second: the callback that the client calls while this one is running.
    mutating func callBack(_ number: Int, error: String?, meanwhile second: Script.Answer? = nil) {
        guard let request = requests[number] else { return }
        let before = current
        if let group = request.group { current = group }
        defer { current = before }
        let isFirst = request.answerCount == 0
        requests[number]?.answerCount += 1
        requests[number]?.runningCount += 1
        // The first callback to begin decides.
        if isFirst { requests[number]?.firstError = error }
        requests[number]?.isLate = false
        if mistake == .leavesBeforeItsCallback { settle(number, isFirst: isFirst) }
        chronicle.note(.callback(number, error: error, in: current), of: current)
        if isFirst {
            if let second { callBack(number, error: second.error) }
            for step in request.script.reaction { perform(step) }
        }
        chronicle.note(.returned(number), of: current)
        requests[number]?.runningCount -= 1
        if mistake != .leavesBeforeItsCallback { settle(number, isFirst: isFirst) }
    }

    private mutating func settle(_ number: Int, isFirst: Bool) {
        guard let request = requests[number], let group = request.group else { return }
        if !isFirst {
            tell(group, .duplicateCallback, (Who.request(number).label, request.index))
        }
        let isIn = groups[group]?.members.contains { $0.who == .request(number) } == true
        // It stays as long as any callback of it is running.
        if isIn, request.runningCount == 0 || mistake == .leavesBeforeItsCallback {
            leave(.request(number), of: group, error: request.firstError)
        }
    }

    /// Every callback of the request was released without having run.
    mutating func lose(_ number: Int) {
        guard let group = requests[number]?.group else { return }
        requests[number]?.isForgotten = true
        // A start that is still on the queue, needed or not, keeps its request.
        if jobs.contains(.start(number)) { return }
        let error = mistake == .lostCallbackIsSuccess ? nil : "lost r\(number)"
        leave(.request(number), of: group, error: error, isLost: true)
        requests[number]?.isLate = false
    }
}
