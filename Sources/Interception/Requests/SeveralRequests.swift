import Dispatch
import GroupContext

/// Several requests that have a group of their own, and count as one in the group around it.
struct SeveralRequests: Sendable {
    let group: RequestGroup

    /// Opens the group.
    init(_ name: String, _ options: [RequestGroupOption]) {
        group = RequestGroup(opening: name, options: options, asRequest: true)
    }

    /// Issues requests in the group, and tells what came of them when all have ended.
    ///
    /// The group around this one waits until the completion has returned, which is called in it.
    ///
    /// - Parameters:
    ///   - queue: where the completion is called; `nil` for where the last request has ended.
    ///   - issue: issues requests, some of them later, from the callbacks of others.
    ///   - result: what came of them, asked when all have ended; `nil` if that is not known.
    ///   - completion: gets the result.
    /// - Returns: what cancels whatever is under way, and keeps the rest from starting.
    func perform<Value>(
        on queue: DispatchQueue? = nil,
        _ issue: () -> Void,
        result: @escaping @Sendable () -> Result<Value, any Error>?,
        completion: @escaping RequestPlan<Value>.Completion
    ) -> SentRequest {
        group.run(issue)
        group.close(bodyThrew: false)
        let finish = { @Sendable [self] in
            let result = result() ?? .failure(silence(group.failures.last?.error))
            RequestGroup.run(in: group.parent) { completion(result) }
            group.leaveParent(result.reportedFailure)
        }
        group.whenCompleted {
            if let queue { queue.async(execute: finish) } else { finish() }
        }
        return SentRequest { [group] in group.cancel() }
    }

    /// Why each request has told nothing though the group has completed, by its place in it.
    func silences() -> (Int) -> any Error {
        let errors = Dictionary(group.failures.map { ($0.index, $0.error) }) { first, _ in first }
        return { index in silence(errors[index]) }
    }

    private func silence(_ error: (any Error)?) -> any Error {
        error ?? LostCallbackError(label: group.name)
    }
}

extension RequestGroup {
    /// Runs the closure in a group, or outside any.
    fileprivate static func run(in group: RequestGroup?, _ body: () -> Void) {
        if let group { group.run(body) } else { withoutRequestGroup(body) }
    }
}
