import Interception

@testable import InterceptionTestSupport

// Who is in a group: entering, leaving, cancelling, completing.
extension GroupModel {
    /// The group, or the nearest around it that has not completed.
    func nearestOpen(_ group: Int) -> Int? {
        var next: Int? = group
        while let number = next, groups[number]?.isCompleted != false {
            next = groups[number]?.parent
        }
        return next
    }

    /// Enters the group; past its deadline it has left again.
    mutating func enter(_ who: Who, _ group: Int) {
        guard let state = groups[group] else { return }
        let member = Member(
            who: who,
            label: who.label,
            order: state.nextOrder,
            index: state.progress.total,
            wasCancelled: state.cancellation != nil
        )
        groups[group]?.nextOrder += 1
        if case .request(let number) = who {
            requests[number]?.index = member.index
            count(group, total: 1)
            tell(group, .entered, (member.label, member.index))
        }
        if state.isExpired, mistake != .deadlineWaits {
            timeOut(member, of: group)
        } else {
            groups[group]?.members.append(member)
        }
    }

    /// Leaves the group, with an error or none, once.
    mutating func leave(
        _ who: Who,
        of group: Int,
        error: String?,
        isLost: Bool = false
    ) {
        guard let index = groups[group]?.members.firstIndex(where: { $0.who == who }),
            let member = groups[group]?.members.remove(at: index)
        else { return }
        var aftermath = Aftermath()
        end(member, with: error, isLost: isLost, of: group)
        if error != nil {
            // The first failure cancels the rest, unless it is optional, or cancelled itself.
            let isHarmless =
                mistake != .optionalFailureCancelsTheRest && requests[who]?.isOptional == true
            if groups[group]?.script.policy == .failFast, !isHarmless, !member.wasCancelled,
                groups[group]?.cancellation == nil
            {
                groups[group]?.cancellation = .failFast
                takeCancellable(of: group, .failFast, leaving: &aftermath)
            }
        }
        completeIfDone(group)
        if case .request(let number) = who { aftermath.freed.append((number, group)) }
        finish(aftermath)
    }

    private mutating func fail(
        _ member: Member,
        _ error: String,
        _ reason: RequestFailure.Reason,
        of group: Int
    ) {
        let failure = Chronicle.Failure(
            label: member.label,
            index: member.index,
            error: error,
            reason: reason,
            isOptional: requests[member.who]?.isOptional ?? false
        )
        groups[group]?.failures.append((member.order, failure))
        // A nested group is no request: it is not counted.
        guard case .request = member.who else { return }
        count(group, finished: 1, failed: 1)
        tell(group, .left, (member.label, member.index), failure)
    }

    /// Who was answered before has its answer, whether or not the callback has returned.
    private mutating func timeOut(_ member: Member, of group: Int) {
        if case .request(let number) = member.who {
            if let request = requests[number], request.answerCount > 0 {
                return end(member, with: request.firstError, isLost: false, of: group)
            }
            requests[number]?.isLate = true
        }
        fail(member, "timeout of \(member.label)", .timedOut, of: group)
    }

    private mutating func end(_ member: Member, with error: String?, isLost: Bool, of group: Int) {
        if let error {
            let reason: RequestFailure.Reason = isLost ? .lostCallback : .failed
            fail(member, error, member.wasCancelled ? .cancelled : reason, of: group)
        } else if case .request = member.who {
            count(group, finished: 1)
            tell(group, .left, (member.label, member.index))
        }
    }

    private mutating func count(
        _ group: Int,
        total: Int = 0,
        finished: Int = 0,
        failed: Int = 0
    ) {
        guard let before = groups[group]?.progress else { return }
        groups[group]?.progress = GroupProgress(
            finished: before.finished + finished,
            failed: before.failed + failed,
            total: before.total + total
        )
    }

    /// When the body has returned and nobody is in.
    mutating func completeIfDone(_ group: Int) {
        guard let state = groups[group], state.isClosed, !state.isCompleted, state.members.isEmpty
        else { return }
        groups[group]?.isCompleted = true
        let isUsed = groups.values.contains { $0.parent == group }
        if state.progress.total == 0, state.cancellation == nil, !isUsed { tell(group, .empty) }
        tell(group, .completed)
        if !state.isReturning { jobs.append(.complete(group)) }
    }
}

// MARK: - Cancelling

extension GroupModel {
    /// What comes after a change of a group: first the groups nested in it are cancelled, then all their
    /// requests, and only then whoever waits for a slot starts.
    struct Aftermath {
        var nested: [(group: Int, cancellation: Cancellation)] = []
        var actions: [(action: Action, cancellation: Cancellation)] = []
        var freed: [(request: Int, group: Int)] = []
    }

    mutating func cancel(_ group: Int, _ cancellation: Cancellation) {
        var aftermath = Aftermath()
        cancel(group, cancellation, leaving: &aftermath)
        finish(aftermath)
    }

    private mutating func finish(_ aftermath: Aftermath) {
        var aftermath = aftermath
        var next = 0
        while next < aftermath.nested.count {
            let (group, cancellation) = aftermath.nested[next]
            cancel(group, cancellation, leaving: &aftermath)
            next += 1
        }
        let isRejection = { (step: (action: Action, Cancellation)) in
            if case .refuse = step.action { true } else { false }
        }
        // No cancel handler delays a rejection.
        let steps =
            aftermath.actions.filter { isRejection($0) }
            + aftermath.actions.filter { !isRejection($0) }
        for (action, cancellation) in steps { perform(action, cancellation) }
        for (request, group) in aftermath.freed { freeSlot(of: request, in: group) }
    }

    private mutating func cancel(
        _ group: Int,
        _ cancellation: Cancellation,
        leaving aftermath: inout Aftermath
    ) {
        guard let state = groups[group], !state.isCompleted else { return }
        if state.cancellation == nil { groups[group]?.cancellation = cancellation }
        takeCancellable(of: group, cancellation, leaving: &aftermath)
        if cancellation == .deadline, mistake != .deadlineWaits {
            // Nobody is waited for any more.
            groups[group]?.isExpired = true
            groups[group]?.members = []
            for member in state.members { timeOut(member, of: group) }
            completeIfDone(group)
            for member in state.members {
                if case .request(let number) = member.who {
                    aftermath.freed.append((number, group))
                }
            }
        }
    }

    /// What cancels who is in, once each, in issue order; the failures of those are echoes.
    private mutating func takeCancellable(
        of group: Int,
        _ cancellation: Cancellation,
        leaving aftermath: inout Aftermath
    ) {
        for index in groups[group]?.members.indices ?? 0..<0 {
            guard let member = groups[group]?.members[index] else { continue }
            switch member.who {
            case .group(let number):
                // Whether or not it was cancelled before: only a deadline makes a difference then.
                let isTimeout = cancellation == .deadline
                aftermath.nested.append((number, isTimeout ? .deadline : .requested))
            case .request(let number):
                if requests[number]?.canBeCancelled == true {
                    aftermath.actions.append((.obey(number), cancellation))
                } else if requests[number]?.isDecided == false, !member.wasCancelled {
                    aftermath.actions.append((.refuse(number), cancellation))
                } else {
                    continue
                }
                requests[number]?.canBeCancelled = false
                // What it was answered before is no echo of this.
                if requests[number]?.answerCount != 0 { continue }
            }
            groups[group]?.members[index].wasCancelled = true
        }
    }

    private mutating func perform(_ action: Action, _ cancellation: Cancellation) {
        let isTimeout = cancellation == .deadline
        switch action {
        case .obey(let request): obey(request)
        case .refuse(let request):
            // A slot may have become free meanwhile: it has been refused then.
            if requests[request]?.isDecided == false { refuse(request, isTimeout: isTimeout) }
        }
    }
}

extension GroupModel.Who {
    var label: String {
        switch self {
        case .request(let number): "r\(number)"
        case .group(let number): "g\(number)"
        }
    }
}

extension [Int: GroupModel.Request] {
    fileprivate subscript(who: GroupModel.Who) -> Script.Request? {
        if case .request(let number) = who { self[number]?.script } else { nil }
    }
}
