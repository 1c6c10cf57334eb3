@testable import GroupContext

/// The data that distinguishes two states of a group and of its model, without the data that each step compares.
struct GroupStateFingerprint: Hashable {
    private let model: GroupStateModel
    private let running: [[RunningCallback]]
    private let members: [UInt8]

    init(_ pair: GroupStatePair) {
        (model, running) = (pair.present.model, pair.present.running)
        var bytes: [UInt8] = []
        for position in model.members.indices {
            pair.memberships[position].member.add(to: &bytes)
            bytes.append(bits(pair.isDelayed(position)))
        }
        members = bytes
    }
}

private func bits(_ flags: Bool...) -> UInt8 {
    var bits: UInt8 = 0
    for flag in flags { bits = bits << 1 | (flag ? 1 : 0) }
    return bits
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
        bytes.append(error == nil ? 0 : error is CancellationError ? 1 : 2)
        var (cancelHandlers, others) = (UInt8(0), UInt8(0))
        _ = firstInAttachments { attachment -> Bool? in
            if attachment.isCancelHandler { cancelHandlers += 1 } else { others += 1 }
            return nil
        }
        bytes += [cancelHandlers, others]
    }
}
