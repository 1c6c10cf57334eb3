@testable import GroupContext

extension GroupStatePair {
    /// The bytes that distinguish two states of the group and of the model, without the data that each step
    /// compares.
    var fingerprint: [UInt8] {
        let (model, running) = (present.model, present.running)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        bytes.append(
            bits(model.isClosed, model.isCompleted, model.isExpired) << 3
                | (model.cancellation?.fingerprint ?? 0)
        )
        for (position, member) in model.members.enumerated() {
            member.add(to: &bytes)
            memberships[position].member.add(to: &bytes)
            bytes.append(bits(isDelayed(position)))
            for callback in running[position] { bytes.append(callback.fingerprint) }
            bytes.append(0xff)
        }
        return bytes
    }
}

private func bits(_ flags: Bool...) -> UInt8 {
    var bits: UInt8 = 0
    for flag in flags { bits = bits << 1 | (flag ? 1 : 0) }
    return bits
}

extension ModelMember {
    fileprivate func add(to bytes: inout [UInt8]) {
        bytes.append(kind.fingerprint)
        bytes.append(
            bits(
                isOptional,
                leavesOnFinish,
                isIn,
                isAnswered,
                isFinished,
                wasCancelled,
                isOverdue
            )
        )
        bytes.append(UInt8(truncatingIfNeeded: running))
        bytes.append(has.rawValue << 2 | (answer?.fingerprint ?? 0))
        bytes.append((outcome?.fingerprint ?? 0) << 2 | bits(hasWaited, hasStarted))
    }
}

extension MemberState {
    /// Adds the state without the order and the links, which are compared with the model at every step.
    fileprivate func add(to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: index))
        bytes.append(
            bits(
                isPresent,
                isAnswered,
                finally != .none,
                finally == .over,
                wasCancelled,
                presence == .overdue,
                isOptional,
                details != nil
            )
        )
        bytes.append(UInt8(truncatingIfNeeded: running))
        switch ending {
        case nil: bytes.append(0)
        case .succeeded: bytes.append(1)
        case .failed(is CancellationError, _): bytes.append(2)
        case .failed: bytes.append(3)
        }
        let cancelHandlers = handlers.count(where: \.isCancelHandler)
        bytes.append(UInt8(truncatingIfNeeded: cancelHandlers))
        bytes.append(UInt8(truncatingIfNeeded: handlers.count - cancelHandlers))
        guard let details else { return }
        bytes.append(UInt8(truncatingIfNeeded: details.permits.count))
        bytes.append(bits(details.wait == .waiting, details.wait == .over))
    }
}

extension CancellationReason {
    fileprivate var fingerprint: UInt8 {
        switch self {
        case .requested: 1
        case .failFast: 2
        case .bodyThrew: 3
        case .deadline: 4
        case .quorum: 5
        }
    }
}

extension MemberState.Kind {
    fileprivate var fingerprint: UInt8 {
        switch self {
        case .request: 0
        case .hold: 1
        case .hiddenHold: 2
        }
    }
}

extension Answer {
    fileprivate var fingerprint: UInt8 {
        switch self {
        case .success: 1
        case .error: 2
        case .cancellation: 3
        }
    }
}

extension RunningCallback {
    fileprivate var fingerprint: UInt8 {
        switch self {
        case .answer(let answer, let isFirst): answer.fingerprint << 1 | (isFirst ? 1 : 0)
        case .finish: 0
        }
    }
}

extension Outcome {
    fileprivate var fingerprint: UInt8 {
        guard case .failed(let fault, let reason) = self else { return 1 }
        let isConsequence: UInt8 = reason == .cancelled ? 1 : 0
        return switch fault {
        case .error: 2 | isConsequence
        case .cancellation: 4 | isConsequence
        case .lost: 6 | isConsequence
        case .timeout: 8 | isConsequence
        }
    }
}
