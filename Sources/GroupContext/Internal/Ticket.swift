/// A place in a group: where it is kept, and whom it was given to.
struct Ticket: Hashable, Sendable {
    /// Where the member is kept, as long as it is present.
    let slot: Int
    /// The how manieth it is of all who have entered, which nobody else ever is.
    let order: Int
    /// The how manieth it is of the requests.
    let index: Int

    /// The ticket of somebody who has left before entering.
    static func absent(_ member: Member) -> Ticket {
        Ticket(slot: -1, order: member.order, index: member.index)
    }
}

/// How a request ended.
package enum Ending: Sendable {
    case succeeded
    case failed(any Error, RequestFailure.Reason)

    /// The ending of a request that reported this error, or none.
    package init(_ error: (any Error)?) {
        self = error.map { .failed($0, .failed) } ?? .succeeded
    }
}

/// Why a group is cancelled.
package enum GroupCancellation: Sendable {
    /// By `cancel()`, by the task that awaits it or by the group around it.
    case requested
    /// A request failed, and the group fails fast.
    case failFast
    /// The body threw.
    case bodyThrew
    /// The deadline passed.
    case deadline

    /// What a request reports that is not started for this reason.
    package func refusal(of label: String) -> any Error {
        self == .deadline ? RequestTimeoutError(label: label) : CancellationError()
    }
}

/// Ends a request on behalf of its group.
package typealias CancelAction = @Sendable (GroupCancellation) -> Void

/// What failures mean for a group.
enum FailurePolicy: Sendable {
    case collect
    case failFast
    case tolerate
    /// Not even remembered: for requests outside any group that only share a limiter.
    case unrecorded
}
