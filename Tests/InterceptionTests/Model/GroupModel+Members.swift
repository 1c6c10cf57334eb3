@testable import InterceptionTestSupport

// The members of a group: entering, leaving, cancelling, completing.
extension GroupModel {
    /// Returns the group, or the nearest enclosing group that has not completed.
    func nearestOpen(_ group: Int) -> Int? {
        var next: Int? = group
        while let number = next, groups[number]?.isCompleted != false {
            next = groups[number]?.parent
        }
        return next
    }

    /// Enters the group; past its deadline the member leaves at once.
    mutating func enter(_ id: MemberID, _ group: Int) {
        guard let state = groups[group] else { return }
        let member = MemberState(
            id: id,
            label: id.label,
            order: state.nextOrder,
            index: state.progress.total,
            wasCancelled: state.cancellation != nil
        )
        groups[group]?.nextOrder += 1
        if case .request(let number) = id {
            requests[number]?.index = member.index
            count(group, total: 1)
            notify(group, .entered, (member.label, member.index))
        }
        if state.isExpired {
            timeOut(member, of: group)
        } else {
            groups[group]?.members.append(member)
        }
    }

    /// Leaves the group once, with an error or none.
    mutating func leave(_ id: MemberID, of group: Int, error: String?, isLost: Bool = false) {
        guard let index = groups[group]?.members.firstIndex(where: { $0.id == id }),
            let member = groups[group]?.members.remove(at: index)
        else { return }
        var aftermath = Aftermath()
        end(member, with: error, isLost: isLost, of: group)
        // The first failure cancels the rest, unless it is optional or a consequence.
        let isOptional = requests[id]?.isOptional == true
        let isCause = error != nil && !isOptional && !member.wasCancelled
        cancelRest(of: group, hasFailed: isCause, leaving: &aftermath)
        completeIfDone(group)
        if case .request(let number) = id { aftermath.freed.append((number, group)) }
        finish(aftermath)
    }

    private mutating func fail(
        _ member: MemberState,
        _ error: String,
        _ reason: RequestFailure.Reason,
        of group: Int
    ) {
        let failure = Chronicle.Failure(
            label: member.label,
            index: member.index,
            error: error,
            reason: reason,
            isOptional: requests[member.id]?.isOptional ?? false
        )
        groups[group]?.failures.append((member.order, failure))
        // A nested group is not a request: it is not counted.
        guard case .request = member.id else { return }
        count(group, finished: 1, failed: 1)
        notify(group, .left, (member.label, member.index), failure)
    }

    /// A member that was answered before keeps its answer, whether or not the callback has returned.
    private mutating func timeOut(_ member: MemberState, of group: Int) {
        if case .request(let number) = member.id {
            if let request = requests[number], request.answerCount > 0 {
                return end(member, with: request.firstError, isLost: false, of: group)
            }
            requests[number]?.isLate = true
        }
        fail(member, "timeout of \(member.label)", .timedOut, of: group)
    }

    private mutating func end(
        _ member: MemberState,
        with error: String?,
        isLost: Bool,
        of group: Int
    ) {
        if let error {
            let reason: RequestFailure.Reason = isLost ? .lostCallback : .failed
            fail(member, error, member.wasCancelled ? .cancelled : reason, of: group)
        } else if case .request = member.id {
            count(group, finished: 1)
            notify(group, .left, (member.label, member.index))
        }
    }

    private mutating func count(_ group: Int, total: Int = 0, finished: Int = 0, failed: Int = 0) {
        guard let before = groups[group]?.progress else { return }
        groups[group]?.progress = GroupProgress(
            finished: before.finished + finished,
            failed: before.failed + failed,
            total: before.total + total
        )
    }

    /// Completes the group when its body has returned and no member is left.
    mutating func completeIfDone(_ group: Int) {
        guard let state = groups[group], state.isClosed, !state.isCompleted, state.members.isEmpty
        else { return }
        groups[group]?.isCompleted = true
        let isUsed = groups.values.contains { $0.parent == group }
        if state.progress.total == 0, state.cancellation == nil, !isUsed { notify(group, .empty) }
        notify(group, .completed)
        if !state.isReturning { jobs.append(.complete(group)) }
    }
}

// MARK: - Cancelling

extension GroupModel {
    /// The effects of a change of a group: nested groups are cancelled first, then all their requests; only
    /// then waiting requests start.
    struct Aftermath {
        var nested: [(group: Int, cancellation: Cancellation)] = []
        var actions: [(action: Action, cancellation: Cancellation)] = []
        var freed: [(request: Int, group: Int)] = []
    }

    mutating func cancelRest(
        of group: Int,
        hasFailed: Bool = false,
        leaving aftermath: inout Aftermath
    ) {
        guard let state = groups[group], state.cancellation == nil else { return }
        let mayGrow = !state.isClosed || state.members.contains { requests[$0.id] == nil }
        let (failed, total) = (state.progress.failed, state.progress.total)
        let isMissed = failed > 0 && total - failed < 2 && !mayGrow
        switch state.script.policy {
        case .failFast where hasFailed, .quorum where isMissed || state.succeeded >= 2:
            groups[group]?.cancellation = .policy
            takeCancellable(of: group, .policy, leaving: &aftermath)
        default: break
        }
    }

    mutating func cancel(_ group: Int, _ cancellation: Cancellation) {
        var aftermath = Aftermath()
        cancel(group, cancellation, leaving: &aftermath)
        finish(aftermath)
    }

    mutating func finish(_ aftermath: Aftermath) {
        var aftermath = aftermath
        var next = 0
        while next < aftermath.nested.count {
            let (group, cancellation) = aftermath.nested[next]
            cancel(group, cancellation, leaving: &aftermath)
            next += 1
        }
        let isRejection = { (step: (action: Action, Cancellation)) in
            if case .reject = step.action { true } else { false }
        }
        // No cancel handler delays a rejection.
        let steps =
            aftermath.actions.filter { isRejection($0) }
            + aftermath.actions.filter { !isRejection($0) }
        for (action, cancellation) in steps { perform(action, cancellation) }
        for (request, group) in aftermath.freed { freePermit(of: request, in: group) }
    }

    private mutating func cancel(
        _ group: Int,
        _ cancellation: Cancellation,
        leaving aftermath: inout Aftermath
    ) {
        guard let state = groups[group], !state.isCompleted else { return }
        if state.cancellation == nil { groups[group]?.cancellation = cancellation }
        takeCancellable(of: group, cancellation, leaving: &aftermath)
        if cancellation == .deadline {
            // The group waits for no member any more.
            groups[group]?.isExpired = true
            groups[group]?.members = []
            for member in state.members { timeOut(member, of: group) }
            completeIfDone(group)
            for member in state.members {
                if case .request(let number) = member.id { aftermath.freed.append((number, group)) }
            }
        }
    }

    /// Returns the cancel handlers of all members, in issue order; failures of these members are consequences.
    private mutating func takeCancellable(
        of group: Int,
        _ cancellation: Cancellation,
        leaving aftermath: inout Aftermath
    ) {
        for index in groups[group]?.members.indices ?? 0..<0 {
            guard let member = groups[group]?.members[index] else { continue }
            switch member.id {
            case .group(let number):
                // Even if the nested group was cancelled before, because a deadline still ends it.
                let isTimeout = cancellation == .deadline
                aftermath.nested.append((number, isTimeout ? .deadline : .requested))
            case .request(let number):
                if requests[number]?.canBeCancelled == true {
                    aftermath.actions.append((.obey(number), cancellation))
                } else if requests[number]?.isDecided == false, !member.wasCancelled {
                    aftermath.actions.append((.reject(number), cancellation))
                } else {
                    continue
                }
                requests[number]?.canBeCancelled = false
                // An earlier answer is not a consequence of this cancellation.
                if requests[number]?.answerCount != 0 { continue }
            }
            groups[group]?.members[index].wasCancelled = true
        }
    }

    private mutating func perform(_ action: Action, _ cancellation: Cancellation) {
        let isTimeout = cancellation == .deadline
        switch action {
        case .obey(let request): obey(request)
        case .reject(let request):
            // A permit may have become free meanwhile: then the request has been rejected.
            if requests[request]?.isDecided == false { reject(request, isTimeout: isTimeout) }
        }
    }
}

extension GroupModel.MemberID {
    var label: String {
        switch self {
        case .request(let number): "r\(number)"
        case .group(let number): "g\(number)"
        }
    }
}

extension [Int: GroupModel.Request] {
    fileprivate subscript(id: GroupModel.MemberID) -> Script.Request? {
        if case .request(let number) = id { self[number]?.script } else { nil }
    }
}
