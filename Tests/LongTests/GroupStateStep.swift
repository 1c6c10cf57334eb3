@testable import GroupContext

/// One event in the life of a group; members are given by position.
enum GroupStateStep: Hashable {
    case enter(Entrant)
    /// A callback without any other step in between.
    case answer(Int, Answer)
    case begin(Int, Answer)
    case beginFinish(Int)
    /// One of the running callbacks returns.
    case end(Int, RunningCallback)
    case drop(Int)
    case add(Belonging, Int)
    case start(Int)
    /// The user cancels this request alone.
    case cancelAlone(Int)
    case cancel
    case deadline
    case close(bodyThrew: Bool)
}

extension GroupStateStep {
    /// Whether the step leads towards the end of the group.
    var isEnding: Bool {
        switch self {
        case .cancel, .deadline, .close: true
        default: false
        }
    }
}

/// A callback that has begun and not returned.
enum RunningCallback: Hashable {
    case answer(Answer, isFirst: Bool)
    case finish

    /// The position in a sorted list of callbacks, because it does not matter which callback began first.
    var rank: Int {
        switch self {
        case .answer(_, isFirst: true): 0
        case .answer(_, isFirst: false): 1
        case .finish: 2
        }
    }
}

extension GroupStateStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .enter(let entrant):
            [
                entrant.isAtOnce ? "enter at once" : "enter",
                entrant.kind == .request ? nil : "\(entrant.kind)",
                entrant.isOptional ? "optional" : nil,
                entrant.finally == .none ? nil : "finish \(entrant.finally)",
            ].compactMap(\.self).joined(separator: " ")
        case .answer(let member, let answer): "#\(member) \(answer)"
        case .begin(let member, let answer): "#\(member) begins \(answer)"
        case .beginFinish(let member): "#\(member) begins finish"
        case .end(let member, .answer(let answer, let isFirst)):
            "#\(member) ends \(isFirst ? "first" : "further") \(answer)"
        case .end(let member, .finish): "#\(member) ends finish"
        case .drop(let member): "#\(member) dropped"
        case .add(let belonging, let member): "#\(member) gets \(belonging)"
        case .start(let member): "#\(member) starts"
        case .cancelAlone(let member): "#\(member) is cancelled alone"
        case .cancel: "cancel"
        case .deadline: "deadline"
        case .close(let bodyThrew): bodyThrew ? "body throws" : "body returns"
        }
    }
}

extension Belonging: CustomStringConvertible {
    var description: String {
        switch self {
        case .rejection: "rejection"
        case .cancelAction: "cancel action"
        case .expiryAction: "expiry action"
        default: "permit"
        }
    }
}
