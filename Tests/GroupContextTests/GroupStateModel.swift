@testable import GroupContext

/// What a group should count, written down a second time and as plainly as possible: a list of
/// requests, each with what became of it.
struct GroupStateModel {
    enum Fate: Equatable {
        case present
        case succeeded
        case failed(RequestFailure.Reason)
    }

    struct Request: Equatable {
        var fate = Fate.present
        var isTold = false  // has had its cancel action run, or entered cancelled
        var hasAction = false
    }

    let policy: FailurePolicy
    var requests: [Request] = []
    var isClosed = false
    var isCancelled = false
    var isExpired = false
    var isCompleted = false
    var cancelActionsRun = 0

    mutating func enter() {
        guard !isCompleted else { return }
        requests.append(
            isExpired ? Request(fate: .failed(.timedOut)) : Request(isTold: isCancelled)
        )
    }

    mutating func addAction(_ index: Int) {
        if requests[index].fate == .failed(.timedOut) {
            cancelActionsRun += 1
        } else if requests[index].fate == .present {
            if isCancelled {
                requests[index].isTold = true
                cancelActionsRun += 1
            } else {
                requests[index].hasAction = true
            }
        }
    }

    mutating func leave(_ index: Int, _ fate: Fate) {
        guard requests[index].fate == .present else { return }
        if case .failed = fate {
            requests[index].fate = .failed(requests[index].isTold ? .cancelled : fate.reason)
            if policy == .failFast, !isCancelled { cancel() }
        } else {
            requests[index].fate = fate
        }
        completeIfDone()
    }

    mutating func cancel() {
        guard !isCompleted else { return }
        isCancelled = true
        for index in requests.indices where requests[index].fate == .present {
            guard requests[index].hasAction else { continue }
            requests[index].hasAction = false
            requests[index].isTold = true
            cancelActionsRun += 1
        }
    }

    mutating func expire() {
        guard !isCompleted, !isExpired else { return }
        cancel()
        isExpired = true
        for index in requests.indices where requests[index].fate == .present {
            requests[index].fate = .failed(.timedOut)
        }
        completeIfDone()
    }

    mutating func close() {
        isClosed = true
        completeIfDone()
    }

    private mutating func completeIfDone() {
        if isClosed, !requests.contains(where: { $0.fate == .present }) { isCompleted = true }
    }
}

extension GroupStateModel.Fate {
    var reason: RequestFailure.Reason {
        if case .failed(let reason) = self { reason } else { .failed }
    }
}
