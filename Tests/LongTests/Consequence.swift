@testable import GroupContext
@testable import InterceptionTestSupport

/// An effect of a step that is performed after unlocking; members are given by position.
enum Consequence: Hashable, Sendable {
    case note(Note)
    case reject(Int, CancellationReason)
    case cancel(Int, CancellationReason)
    /// Never occurs in these tests, because no member is a nested group.
    case cancelGroup
    case expire(Int)
    case permit(Int)
    case complete

    enum Kind { case notification, closure, permit }

    var kind: Kind {
        switch self {
        case .note, .complete: .notification
        case .reject, .cancel, .cancelGroup, .expire: .closure
        case .permit: .permit
        }
    }
}

/// The result that a step returns to its caller.
enum Returned: Hashable {
    enum Entry: Hashable {
        case entered
        case rejected(CancellationReason)
    }

    case nothing
    case entry(Entry?)
    case isFirst(Bool)
    case leaves(Bool)
    case cancellation(CancellationReason?)
}

/// An event that observers receive.
struct Note: Hashable, Sendable {
    var kind: RequestGroupEvent.Kind
    var position: Int?
    var index: Int?
    var failure: Failure?
    var progress: GroupProgress
}

/// A failure that can be compared.
struct Failure: Hashable, Sendable {
    var position: Int?
    var index: Int
    var fault: Fault?
    var reason: RequestFailure.Reason
    var isOptional: Bool
}

extension Note {
    init(_ notice: GroupNotifications.Notice) {
        kind = notice.kind
        position = notice.subject.label.flatMap { Int($0) }
        index = notice.subject.index
        failure = notice.subject.failure.map { Failure($0) }
        progress = notice.progress
    }
}

extension Failure {
    init(_ failure: RequestFailure) {
        position = Int(failure.label)
        index = failure.index
        fault = Fault(failure.error, label: failure.label)
        reason = failure.reason
        isOptional = failure.isOptional
    }
}

extension Fault {
    /// Creates the fault that an error represents; `nil` if the error is not of a request with this label.
    init?(_ error: any Error, label: String) {
        switch error {
        case let error as ClientError where error.reason == label: self = .error
        case let error as LostCallbackError where error.label == label: self = .lost
        case let error as RequestTimeoutError where error.label == label: self = .timeout
        case is CancellationError: self = .cancellation
        default: return nil
        }
    }
}

extension [Consequence] {
    /// The consequences of one kind, in order.
    func all(_ kind: Consequence.Kind) -> [Consequence] { filter { $0.kind == kind } }

    /// Whether requests are cancelled only before permits are returned, which might start a cancelled request.
    var cancelsBeforeReturningPermits: Bool {
        drop { $0.kind != .permit }
            .allSatisfy {
                switch $0 {
                case .reject, .cancel, .cancelGroup: false
                case .note, .expire, .permit, .complete: true
                }
            }
    }
}
