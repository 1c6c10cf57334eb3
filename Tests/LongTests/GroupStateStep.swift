@testable import GroupContext

/// One thing that can happen to a group; members by their position.
enum GroupStateStep: Hashable {
    case enter(Entrant)
    /// A callback that nothing else comes between.
    case answer(Int, Answer)
    case begin(Int, Answer)
    case beginFinish(Int)
    /// One of the callbacks returns that are running.
    case end(Int, RunningCallback)
    case drop(Int)
    case add(Belonging, Int)
    case start(Int)
    /// It has to wait for a slot; and starts, having had to or not.
    case wait(Int)
    case willStart(Int)
    /// Its user cancels it, and no other.
    case cancelAlone(Int)
    case cancel
    case deadline
    case close(bodyThrew: Bool)
}

extension GroupStateStep {
    /// Whether it brings the end of the group nearer.
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

    /// An order to keep several in: which of them began first makes no difference to what follows.
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
                entrant.leavesOnFinish ? "with finish" : nil,
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
        case .wait(let member): "#\(member) waits"
        case .willStart(let member): "#\(member) will start"
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
        case .refusal: "refusal"
        case .cancelAction: "cancel action"
        case .expiryAction: "expiry action"
        default: "permit"
        }
    }
}
