import Dispatch
import GroupContext

/// Several requests that have a group of their own, and count as one in the group around it.
struct SeveralRequests: Sendable {
    let group: RequestGroup

    /// Keeps the group open until the result is known: a client that answers from two threads at once
    /// makes a request leave while the answer is still on its way.
    private let keep: Membership?

    /// Opens the group.
    init(_ name: String, _ options: [RequestGroupOption]) {
        group = RequestGroup(opening: name, options: options, asRequest: true)
        keep = group.keepOpen()
    }

    /// Nothing further is to be heard of any request; to be called once that is so.
    func end() {
        keep?.release()
    }

    /// Issues requests in the group, and tells what came of them when all have ended.
    ///
    /// If the group around this one is limited, they wait there for one slot, as a request would.
    /// That group waits until the completion has returned, which is called in it.
    ///
    /// - Parameters:
    ///   - queue: where the completion is called; `nil` for where the last request has ended.
    ///   - issue: issues requests, some of them later, from the callbacks of others.
    ///   - result: what came of them, asked when all have ended; `nil` if that is not known.
    ///   - completion: gets the result.
    /// - Returns: what cancels whatever is under way, and keeps the rest from starting.
    func perform<Value>(
        on queue: DispatchQueue? = nil,
        _ issue: @escaping @Sendable () -> Void,
        result: @escaping @Sendable () -> Result<Value, any Error>?,
        completion: @escaping RequestPlan<Value>.Completion
    ) -> SentRequest {
        let slot = start { [group] in
            group.run(issue)
            group.close(bodyThrew: false)
        }
        group.whenCompleted { [self] in
            // Asked for at once: what it reports comes before the completion.
            let result = result() ?? .failure(silence(group.failures.last { $0.isSilence }))
            let finish = { @Sendable in
                if let request = group.request {
                    request.run { completion(result) }
                } else {
                    RequestGroup.run(in: group.parent) { completion(result) }
                }
                group.leaveParent(result.reportedFailure)
                slot?.end()
            }
            if let queue { queue.async(execute: finish) } else { finish() }
        }
        return SentRequest { [group] in group.cancel() }
    }

    /// Starts as soon as the group around has a slot; a cancelled group needs none.
    private func start(_ begin: @escaping @Sendable () -> Void) -> LimiterPermit? {
        guard let parent = group.parent, let limiter = parent.limiter else {
            begin()
            return nil
        }
        // What begins later is stubbed as where it was issued, and was issued by the same.
        let (hasBegun, stubs) = (Locked(false), RequestStubs.scope)
        let issuer = CurrentIssuer(for: group)
        let beginOnce = { @Sendable in
            let isFirst = hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
            guard isFirst else { return }
            group.request?.willStart()
            RequestStubs.bind(stubs) { issuer.run(begin) }
        }
        let (slot, startsNow) = limiter.acquire(parent.priority, orWait: beginOnce)
        if startsNow {
            beginOnce()
        } else {
            group.request?.wait()
            // Its requests are refused one by one, each in the way of the client.
            keep?.addCancelAction { _ in
                slot.end()
                beginOnce()
            }
        }
        return slot
    }

    /// Why a request has told nothing though the group has completed.
    func silence(_ failure: RequestFailure?) -> any Error {
        failure?.error ?? LostCallbackError(label: group.name)
    }
}

extension RequestFailure {
    /// Whether nobody who issued the request has heard of its end.
    var isSilence: Bool { error is LostCallbackError || error is RequestTimeoutError }
}

extension RequestGroup {
    /// Runs the closure in a group, or outside any.
    static func run(in group: RequestGroup?, _ body: () -> Void) {
        if let group { group.run(body) } else { withoutRequestGroup(body) }
    }
}
