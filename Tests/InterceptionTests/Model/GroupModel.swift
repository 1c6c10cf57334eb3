import Interception

@testable import InterceptionTestSupport

/// What groups do, written down a second time and as plainly as possible.
///
/// One thing after the other, no lock, no closure; from the README and the documentation of the
/// symbols. A change of a group is counted at once; what it has to do elsewhere (cancel, start who waits)
/// is done after that.
struct GroupModel {
    /// A rule that the model can get wrong, to see that the comparison finds it.
    enum Mistake: CaseIterable {
        case optionalFailureCancelsTheRest
        case limitIsOneTooMany
        case cancellingReachesDetachedGroups
        case leavesBeforeItsCallback
        case lostCallbackIsSuccess
        case deadlineWaits
    }

    struct Group {
        var script: Script.Group
        var parent: Int?
        /// Those whose observers hear of this group.
        var listeners: [Int]
        var cancellation: Cancellation?
        var isExpired = false
        var isClosed = false
        /// Whether the body has not returned, or what that cancels is still being cancelled.
        var isReturning = true
        var isCompleted = false
        var progress = GroupProgress()
        /// Who is in, in issue order.
        var members: [Member] = []
        var nextOrder = 0
        var failures: [(order: Int, failure: Chronicle.Failure)] = []
        /// Who is in flight, and who waits for a slot, if there is a limit.
        var slots: [Int] = []
        var line: [Int] = []
    }

    enum Cancellation {
        case requested, failFast, bodyThrew, deadline
    }

    enum Who: Equatable {
        case request(Int)
        case group(Int)
    }

    /// What cancels somebody.
    enum Action {
        case obey(Int)
        case refuse(Int)
    }

    struct Member {
        var who: Who
        var label: String
        var order: Int
        var index: Int
        /// Its failures are echoes.
        var wasCancelled: Bool
    }

    struct Request {
        var script: Script.Request
        /// `nil` if it goes its own way.
        var group: Int?
        var index: Int?
        var isDecided = false
        /// Whether the client holds its callbacks.
        var isPending = false
        var canBeCancelled = false
        var answerCount = 0
        var runningCount = 0
        /// What the callback that began first said.
        var firstError: String?
        /// Whether the client has dropped its callbacks.
        var isForgotten = false
        /// Whether its group had completed, so that it has joined one around.
        var isTooLate = false
        /// The group that was current when its client was called.
        var startedIn: Int?
        /// Timed out, and not answered since.
        var isLate = false
        /// Whether observers were told that it waits for a slot.
        var hasWaited = false
        /// Its slot is free only when its start has returned.
        var isStarting = false
        var hasEndedWhileStarting = false
    }

    /// What was put on the queue.
    enum Job: Equatable {
        case complete(Int)
        case refuse(Int, error: String)
        case start(Int)
    }

    let startsOnQueue: Bool
    let mistake: Mistake?
    var groups: [Int: Group] = [:]
    var requests: [Int: Request] = [:]
    /// What the client was told to do with requests that have not started.
    var told: [Int: Script.Step] = [:]
    var jobs: [Job] = []
    /// The current group, here and now.
    var current: Int?
    var chronicle = Chronicle()
    var hasRefused = false

    init(startsOnQueue: Bool, mistake: Mistake? = nil) {
        self.startsOnQueue = startsOnQueue
        self.mistake = mistake
    }
}

// MARK: - Steps

extension GroupModel {
    /// One step, and whatever it puts on the queue.
    mutating func take(_ step: Script.Step) {
        perform(step)
        while !jobs.isEmpty { perform(jobs.removeFirst()) }
        for number in groups.keys { chronicle.sights[number] = sight(of: number) }
    }

    mutating func perform(_ step: Script.Step) {
        switch step {
        case .open(let group): open(group)
        case .request(let request): issue(request)
        case .answer(let number, let isElsewhere):
            if requests[number]?.isDecided != true {
                told[number] = step
            } else if requests[number]?.isPending == true {
                let here = current
                if isElsewhere { current = nil }
                answer(number)
                current = here
            }
        case .drop(let number):
            if requests[number]?.isDecided != true {
                told[number] = step
            } else if requests[number]?.isPending == true {
                requests[number]?.isPending = false
                lose(number)
            }
        case .dropAll:
            for number in pending {
                requests[number]?.isPending = false
                lose(number)
            }
        case .cancel(let number): cancel(number, .requested)
        case .expire(let number): cancel(number, .deadline)
        }
    }

    /// The requests whose callbacks the client has.
    var pending: [Int] { requests.filter(\.value.isPending).keys.sorted() }

    private mutating func perform(_ job: Job) {
        switch job {
        case .complete(let number):
            let parent = groups[number]?.parent
            chronicle.note(.completed(number, outcome(of: number), in: parent), of: number)
            // The enclosing group waits for the completion.
            if let parent { leave(.group(number), of: parent, error: nil) }
        case .refuse(let number, let error):
            callBack(number, error: error)
        case .start(let number):
            startUnlessCancelled(number)
            if requests[number]?.isForgotten == true { lose(number) }
        }
    }

    private mutating func open(_ script: Script.Group) {
        let number = script.number
        var parent = script.isDetached ? nil : current
        if mistake == .cancellingReachesDetachedGroups { parent = current }
        // Who has completed is nobody's parent.
        if let number = parent { parent = nearestOpen(number) }
        let listeners = [number] + (parent.flatMap { groups[$0]?.listeners } ?? [])
        groups[number] = Group(script: script, parent: parent, listeners: listeners)
        tell(number, .opened)
        if let parent {
            enter(.group(number), parent)
            // Whatever cancelled the parent, its deadline apart.
            if groups[parent]?.isExpired == true {
                cancel(number, .deadline)
            } else if groups[parent]?.cancellation != nil {
                cancel(number, .requested)
            }
        }
        let before = current
        current = number
        for step in script.body { perform(step) }
        current = before
        groups[number]?.isClosed = true
        if script.bodyThrows { cancel(number, .bodyThrew) }
        completeIfDone(number)
        // Whoever opened the group is told no earlier than here, though all may be over before.
        groups[number]?.isReturning = false
        if groups[number]?.isCompleted == true { jobs.append(.complete(number)) }
    }
}

// MARK: - Telling

extension GroupModel {
    mutating func tell(
        _ group: Int,
        _ kind: RequestGroupEvent.Kind,
        _ member: (label: String, index: Int?)? = nil,
        _ failure: Chronicle.Failure? = nil
    ) {
        let notice = Chronicle.Notice(
            kind: kind,
            label: member?.label,
            index: member?.index,
            failure: failure,
            progress: groups[group]?.progress ?? GroupProgress()
        )
        for listener in groups[group]?.listeners ?? [] {
            chronicle.note(notice, in: Chronicle.Channel(listener: listener, group: group))
        }
    }

    private func sight(of number: Int) -> Chronicle.Sight? {
        groups[number].map { group in
            Chronicle.Sight(
                progress: group.progress,
                failures: failures(of: group),
                outstanding: group.members.map(\.label),
                isCancelled: group.cancellation != nil,
                parent: group.parent.map { "g\($0)" }
            )
        }
    }

    private func failures(of group: Group) -> [Chronicle.Failure] {
        group.failures.sorted { $0.order < $1.order }.map(\.failure)
    }

    private func outcome(of number: Int) -> Chronicle.Outcome {
        guard let group = groups[number] else { return .success }
        let failures = failures(of: group)
        let fatal = failures.filter { !$0.isOptional }
        if group.script.bodyThrows { return .bodyThrew }
        if group.script.policy == .tolerant || fatal.isEmpty { return .success }
        let reasons = fatal.map(\.reason)
        if reasons.allSatisfy({ $0 == .cancelled }) { return .cancelled }
        let code =
            if reasons.contains(.timedOut) {
                "timed out"
            } else if reasons.contains(.cancelled), group.cancellation == .requested {
                "cancelled"
            } else {
                "requests failed"
            }
        return .failed(code, failures)
    }
}
