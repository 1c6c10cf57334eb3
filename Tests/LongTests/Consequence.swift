import TestSupport

@testable import GroupContext

/// What a step brings about, of those that are done after unlocking; members by their position.
enum Consequence: Hashable, Sendable {
    case note(Note)
    case refuse(Int, GroupCancellation)
    case cancel(Int, GroupCancellation)
    /// Never here: no member stands for a group.
    case cancelGroup
    case expire(Int)
    case permit(Int)
    case complete
}

/// What a step tells its caller.
enum Returned: Hashable {
    enum Entry: Hashable {
        case entered
        case refused(GroupCancellation)
    }

    case nothing
    case entry(Entry?)
    case isFirst(Bool)
    case leaves(Bool)
    case cancellation(GroupCancellation?)
    case start(GroupCancellation?, hasRefusal: Bool)
}

/// What observers are told.
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
    init(_ notice: Deliveries.Notice) {
        kind = notice.kind
        position = notice.label.flatMap { Int($0) }
        index = notice.index
        failure = notice.failure.map { Failure($0) }
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
    /// What the error means, if it is one of a request with this label.
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
    /// What observers and those who wait are told, in order.
    var told: [Consequence] {
        filter {
            switch $0 {
            case .note, .complete: true
            case .refuse, .cancel, .cancelGroup, .expire, .permit: false
            }
        }
    }

    /// The closures that are run, in order.
    var run: [Consequence] {
        filter {
            switch $0 {
            case .refuse, .cancel, .cancelGroup, .expire: true
            case .note, .complete, .permit: false
            }
        }
    }

    /// What is given back, in order.
    var givenBack: [Consequence] {
        filter { if case .permit = $0 { true } else { false } }
    }

    /// Whether nobody is cancelled after a permit was given back, which might start who should not.
    var cancelsBeforeGivingBack: Bool {
        drop { if case .permit = $0 { false } else { true } }
            .allSatisfy {
                switch $0 {
                case .refuse, .cancel, .cancelGroup: false
                case .note, .expire, .permit, .complete: true
                }
            }
    }
}
