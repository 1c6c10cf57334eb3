@testable import InterceptionTestSupport

/// Checks the record of a script that several threads performed.
struct ConcurrentVerdict {
    let script: Script
    let written: Chronicle

    /// The fault, or `nil`.
    var fault: String? {
        for number in written.snapshots.keys.sorted() {
            if let fault = fault(of: number) { return "g\(number): \(fault)" }
        }
        for request in script.steps.requests {
            if let fault = fault(of: request) { return "r\(request.number): \(fault)" }
        }
        return script.isCalm ? faultOfCalmScript : nil
    }
}

// MARK: - In every schedule

extension ConcurrentVerdict {
    private func fault(of group: Int) -> String? {
        guard let snapshot = written.snapshots[group] else { return nil }
        let calls = written.calls[group] ?? []
        let channel = Chronicle.Channel(listener: group, group: group)
        let notices = written.notices[channel] ?? []
        if written.completionCount(of: group) != 1 { return "completed more than once" }
        if notices.first?.kind != .opened { return "began with \(shortText(notices))" }
        if notices.count(where: { $0.kind == .completed }) != 1 {
            return "notified of completion more than once"
        }
        if !snapshot.outstanding.isEmpty { return "waits for \(snapshot.outstanding)" }
        let progress = snapshot.progress
        if progress.finished != progress.total { return "ended at \(progress)" }
        let entered = notices.filter { $0.kind == .entered }.compactMap(\.label)
        let left = notices.filter { $0.kind == .left }.compactMap(\.label)
        if entered.sorted() != left.sorted() { return "entered \(entered), left \(left)" }
        if Set(entered).count != entered.count { return "entered twice: \(entered)" }
        if notices.compactMap(\.progress.finished).sorted() != notices.map(\.progress.finished) {
            return "progress out of order"
        }
        let requests = snapshot.failures.filter { $0.label.hasPrefix("r") }
        if requests.count != snapshot.progress.failed {
            return "failures are \(shortText(snapshot.failures))"
        }
        if requests.map(\.index) != requests.map(\.index).sorted() {
            return "failures out of order"
        }
        // At a deadline a group does not wait for a running callback.
        return mayExpire(group) ? nil : faultOfOrder(calls, snapshot, entered)
    }

    /// Returns whether the deadline of the group or of an enclosing group may pass.
    private func mayExpire(_ group: Int) -> Bool {
        let expiring = Set(
            script.steps.all.compactMap { step in
                if case .expire(let number) = step { number } else { nil }
            }
        )
        guard !expiring.isEmpty else { return false }
        var next = written.snapshots[group]
        var number: Int? = group
        while let current = number {
            if expiring.contains(current) { return true }
            number = next?.parent.flatMap { Int($0.dropFirst()) }
            next = number.flatMap { written.snapshots[$0] }
        }
        return false
    }

    /// Returns a fault if observers were notified of the completion of a group while a first callback was running.
    private func faultOfOrder(
        _ calls: [Chronicle.Call],
        _ snapshot: Chronicle.GroupSnapshot,
        _ entered: [String]
    ) -> String? {
        let end = calls.firstIndex { if case .completed = $0 { true } else { false } } ?? 0
        let timedOut = snapshot.failures.filter { $0.reason == .timedOut }.map(\.label)
        // A late request is in no group, although its callbacks may run while the group is current.
        let awaited = Set(entered).subtracting(timedOut)
        var isRunning: [Int: Bool] = [:]
        for call in calls[..<end] {
            if case .callback(let number, _, _) = call, isRunning[number] == nil {
                isRunning[number] = true
            }
            if case .returned(let number) = call { isRunning[number] = false }
        }
        let early = isRunning.filter { $0.value && awaited.contains("r\($0.key)") }.keys
        return early.isEmpty ? nil : "completed before r\(early.sorted()) had returned"
    }

    /// Returns a fault if the callbacks of a request did not run as often as the client called them.
    private func fault(of request: Script.Request) -> String? {
        let calls = written.calls.values.joined()
        let starts = calls.count { $0.isStart(of: request.number) }
        let callbacks = calls.count { $0.isCallback(of: request.number) }
        let returns = calls.count { $0 == .returned(request.number) }
        let cancels = calls.count { $0 == .cancelled(request.number) }
        if starts > 1 { return "started twice" }
        if callbacks != returns { return "\(callbacks) callbacks, \(returns) have returned" }
        if cancels > 1 { return "cancelled twice" }
        if starts == 0 {
            // Either the step of the request was never performed, or the request was rejected.
            return callbacks > 1 ? "rejected twice" : nil
        }
        // Dropped, or cancelled by a client that answers once; otherwise as in the script.
        let allowed: Set<Int> =
            request.answersInside
            ? [request.answers.count]
            : [0, request.answers.count, request.obedience == .answers ? 1 : 0]
        return allowed.contains(callbacks) ? nil : "\(callbacks) callbacks"
    }
}

// MARK: - In calm scripts

extension ConcurrentVerdict {
    /// The results of a calm script are the same in every schedule, except for the order.
    private var faultOfCalmScript: String? {
        var model = GroupModel(startsOnQueue: script.startsOnQueue)
        for step in script.steps { model.take(step) }
        while !model.pending.isEmpty { model.take(.dropAll) }
        let chronicle = model.chronicle
        for group in chronicle.snapshots.keys.sorted() {
            let (real, right) = (written.ending(of: group), chronicle.ending(of: group))
            if real != right {
                return "g\(group) is \(shortText(real)), should be \(shortText(right))"
            }
        }
        let (real, right) = (Set(written.snapshots.keys), Set(chronicle.snapshots.keys))
        return real == right ? nil : "opened \(real), should be \(right)"
    }
}

extension Chronicle {
    func completionCount(of group: Int?) -> Int {
        (calls[group] ?? []).count { if case .completed = $0 { true } else { false } }
    }

    /// Returns the results of a group, without their order.
    fileprivate func ending(of group: Int) -> Ending {
        let unordered = (calls[group] ?? []).map { call in
            if case .completed(let number, .failed(let code, _), let parent) = call {
                Call.completed(number, .failed(code, []), in: parent)
            } else {
                call
            }
        }
        let failures = (snapshots[group]?.failures ?? []).map { failure in
            var failure = failure
            failure.index = 0
            return failure
        }
        return Ending(
            progress: snapshots[group]?.progress,
            parent: snapshots[group]?.parent,
            failures: Set(failures),
            calls: Set(unordered)
        )
    }

    fileprivate struct Ending: Equatable {
        var progress: GroupProgress?
        var parent: String?
        var failures: Set<Failure>
        var calls: Set<Call>
    }
}

extension Chronicle.Call {
    fileprivate func isStart(of request: Int) -> Bool {
        if case .started(request, _) = self { true } else { false }
    }

    fileprivate func isCallback(of request: Int) -> Bool {
        if case .callback(request, _, _) = self { true } else { false }
    }
}
