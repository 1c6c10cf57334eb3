@testable import InterceptionTestSupport

/// A second, plain implementation of groups, written from their documentation.
///
/// It performs one step after the other, without locks and closures. A change of a group is counted at once;
/// its effects (cancelling, starting waiting requests) follow.
struct GroupModel {
    struct Group {
        var script: Script.Group
        var parent: Int?
        /// The groups whose observers receive the events of this group.
        var listeners: [Int]
        var cancellation: Cancellation?
        var isExpired = false
        var isClosed = false
        /// Whether the body has not returned, or its cancelling is still in progress.
        var isReturning = true
        var isCompleted = false
        var progress = GroupProgress()
        var succeeded: Int { progress.finished - progress.failed }
        /// The members of the group, in issue order.
        var members: [MemberState] = []
        var nextOrder = 0
        var failures: [(order: Int, failure: Chronicle.Failure)] = []
        /// The requests in flight, and the requests waiting for a permit, if there is a limit.
        var permits: [Int] = []
        var waiting: [Int] = []
    }

    enum Cancellation { case requested, policy, bodyThrew, deadline }

    enum MemberID: Equatable {
        case request(Int)
        case group(Int)
    }

    /// The actions that cancel a member.
    enum Action {
        case obey(Int)
        case reject(Int)
    }

    struct MemberState {
        var id: MemberID
        var label: String
        var order: Int
        var index: Int
        /// Its failures are consequences.
        var wasCancelled: Bool
    }

    struct Request {
        var script: Script.Request
        /// `nil` for an ungrouped request.
        var group: Int?
        var index: Int?
        var isDecided = false
        /// Whether the client holds its callbacks.
        var isPending = false
        var canBeCancelled = false
        var answerCount = 0
        var runningCount = 0
        /// The error of the callback that began first.
        var firstError: String?
        /// Whether the client has dropped its callbacks.
        var isDropped = false
        /// Whether its group had completed, so that it joined an enclosing group.
        var isTooLate = false
        /// The group that was current when its client was called.
        var startedIn: Int?
        /// Whether it timed out, and has had no answer since.
        var isLate = false
        /// Whether observers were notified that it waits for a permit.
        var hasWaited = false
        /// Its permit becomes free only when its start has returned.
        var isStarting = false
        var hasEndedWhileStarting = false
    }

    /// Work on the queue.
    enum Job: Equatable {
        case complete(Int)
        case reject(Int, error: String)
        case start(Int)
    }

    let startsOnQueue: Bool
    var groups: [Int: Group] = [:]
    var requests: [Int: Request] = [:]
    /// The orders to the client for requests that have not started.
    var orders: [Int: Script.Step] = [:]
    var jobs: [Job] = []
    /// The group that is current now.
    var current: Int?
    var chronicle = Chronicle()
    var hasRejected = false
    /// Whether the results depend on a worker thread: a nested group past its deadline leaves its enclosing group only
    /// after that thread has notified the observers.
    var hasRace = false

    init(startsOnQueue: Bool) { self.startsOnQueue = startsOnQueue }
}

// MARK: - Steps

extension GroupModel {
    /// Performs one step, and the work that it puts on the queue.
    mutating func take(_ step: Script.Step) {
        perform(step)
        while !jobs.isEmpty { perform(jobs.removeFirst()) }
        for number in groups.keys { chronicle.snapshots[number] = snapshot(of: number) }
    }

    mutating func perform(_ step: Script.Step) {
        switch step {
        case .open(let group): open(group)
        case .request(let request): issue(request)
        case .answer(let number, let isElsewhere):
            if requests[number]?.isDecided != true {
                orders[number] = step
            } else if requests[number]?.isPending == true {
                let here = current
                if isElsewhere { current = nil }
                answer(number)
                current = here
            }
        case .drop(let number):
            if requests[number]?.isDecided != true {
                orders[number] = step
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
        case .reject(let number, let error):
            noteRace()
            callBack(number, error: error)
        case .start(let number):
            noteRace()
            startUnlessCancelled(number)
            if requests[number]?.isDropped == true { lose(number) }
        }
    }

    private mutating func noteRace() {
        if groups.values.contains(where: { $0.isExpired && $0.parent != nil }) { hasRace = true }
    }

    private mutating func open(_ script: Script.Group) {
        let number = script.number
        var parent = script.isDetached ? nil : current
        // A completed group has no nested groups.
        if let number = parent { parent = nearestOpen(number) }
        let listeners = [number] + (parent.flatMap { groups[$0]?.listeners } ?? [])
        groups[number] = Group(script: script, parent: parent, listeners: listeners)
        notify(number, .opened)
        if let parent {
            enter(.group(number), parent)
            // The reason that cancelled the parent, except for its deadline.
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
        var aftermath = Aftermath()
        cancelRest(of: number, leaving: &aftermath)
        completeIfDone(number)
        finish(aftermath)
        // The completion is called no earlier than here, even if the group has completed before.
        groups[number]?.isReturning = false
        if groups[number]?.isCompleted == true { jobs.append(.complete(number)) }
    }
}

// MARK: - Notifying

extension GroupModel {
    mutating func notify(
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

    private func snapshot(of number: Int) -> Chronicle.GroupSnapshot? {
        groups[number].map { group in
            Chronicle.GroupSnapshot(
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
        let hasQuorum = group.script.policy == .quorum
        let hasSucceeded = hasQuorum ? group.succeeded >= 2 : fatal.isEmpty
        if group.script.policy == .tolerant || hasSucceeded { return .success }
        let reasons = fatal.map(\.reason)
        let isCancelled = group.cancellation == .requested || !hasQuorum
        if isCancelled, reasons.allSatisfy({ $0 == .cancelled }) { return .cancelled }
        let code =
            if reasons.contains(.timedOut) {
                "timed out"
            } else if reasons.contains(.cancelled), group.cancellation == .requested {
                "cancelled"
            } else { "requests failed" }
        return .failed(code, failures)
    }
}
