@testable import GroupContext

// Performs a step in the model.
extension GroupStateModel {
    /// Takes the step, and returns the result for its caller.
    mutating func perform(_ step: GroupStateStep) -> Returned {
        switch step {
        case .enter(let entrant): return enter(entrant)
        case .answer(let position, let answer): return settle(position, answer)
        case .begin(let position, let answer): return begin(position, answer)
        case .beginFinish(let position): beginFinish(position)
        case .end(let position, .answer(let answer, let isFirst)):
            return end(position, answer, isFirst: isFirst)
        case .end(let position, .finish): return endFinish(position)
        case .drop(let position): drop(position)
        case .add(let belonging, let position): return add(belonging, to: position)
        case .start(let position): return start(position)
        case .cancelAlone(let position): cancelAlone(position)
        case .cancel: cancel(.requested)
        case .deadline: cancel(.deadline)
        case .close(let bodyThrew): close(bodyThrew: bodyThrew)
        }
        return .nothing
    }
}
