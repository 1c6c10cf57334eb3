@testable import InterceptionTestSupport

/// A way to issue a request.
///
/// The suites of this folder check each guarantee for every entry point.
enum EntryPoint: CaseIterable, CustomTestStringConvertible, Sendable {
    /// Methods with callbacks, by the roles of their callbacks.
    case successAndFailure, sendable, result, optionalError, valueAndError, progress, finally
    case fourRoles
    /// Methods with callbacks whose wrapper uses the call itself, and an overridden method.
    case raw, delegate, subclass
    /// Methods that return a handle, with one to four roles, and requests that are created before they are started.
    case handle, handleOfTwo, handleOfThree, handleOfFour, prepared
    /// Asynchronous methods, and methods with callbacks that are awaited.
    case operation, reply
    /// Session tasks: with a handler, with a delegate of the session, with neither, and awaited.
    case dataTask, uploadTask, delegateTask, silentTask, awaitedData
    /// Bare session tasks, which enter when they are created.
    case bareTask, bareDelegateTask
    /// Plans of a sender that intercepts no requests, and of a sender that intercepts them; batches, chains, services.
    case plan, interceptedPlan, awaitedPlan, batch, awaitedBatch, chain, service, awaitedService

    var testDescription: String { "\(self)" }

    var isOfSession: Bool {
        switch self {
        case .dataTask, .uploadTask, .delegateTask, .silentTask, .awaitedData, .bareTask,
            .bareDelegateTask:
            true
        default: false
        }
    }

    var isBare: Bool { self == .bareTask || self == .bareDelegateTask }
    var isHandle: Bool { [.handle, .handleOfTwo, .handleOfThree, .handleOfFour].contains(self) }

    /// A Boolean value that indicates whether the caller awaits the request, and continues when the request has left.
    var isAwaited: Bool {
        switch self {
        case .operation, .reply, .awaitedData, .awaitedPlan, .awaitedBatch, .awaitedService: true
        default: false
        }
    }

    /// A Boolean value that indicates whether the caller gets the timeout at a deadline, even from a client that does
    /// not answer.
    var isResumedAtDeadline: Bool { isPlan || isAwaited && self != .operation }

    /// A Boolean value that indicates whether a rejected request is cancelled in its client, which reports an error.
    var isCancelledByRejection: Bool { self == .prepared || isOfSession && !isAwaited }

    var isPlan: Bool {
        switch self {
        case .plan, .interceptedPlan, .awaitedPlan, .batch, .awaitedBatch, .chain, .service,
            .awaitedService:
            true
        default: false
        }
    }
}

/// An ability that a guarantee needs; an entry point without it is an exception.
enum Ability: CaseIterable {
    /// The caller's code runs when the request is answered.
    case callsBack
    /// The caller's code runs before the request leaves.
    case callsBackInside
    /// The client can answer before its method returns.
    case answersInside
    /// The client can answer more than once.
    case answersTwice
    /// Every answer reaches the caller's code.
    case passesAllAnswers
    case reportsDuplicates
    /// The client can release the callbacks of the request without calling them.
    case loses
    /// The group cancels the request while it runs.
    case isCancelled
    case canBeCancelledAlone
    /// The request can wait for a permit of its group, and for a permit of its client.
    case waits, waitsForClient
    /// A request that is issued where its group is not current is reported.
    case reportsMissingGroup
    /// A rejected request is never passed to the client.
    case isNeverStarted
    /// Outside any group the callbacks of the caller are passed on as they are.
    case isPassedOn
    /// The client's method runs where the test can see its group and its task-locals.
    case showsItsStart
    /// The request can be optional, and can have a priority.
    case hasOptions
    /// The method can be isolated to an actor.
    case takesIsolation
    case buildsLabel
}

extension EntryPoint {
    /// The entry points that have all these abilities.
    static func all(_ abilities: Ability...) -> [EntryPoint] {
        issuable.filter { entryPoint in
            abilities.allSatisfy { entryPoint.exception(to: $0) == nil }
        }
    }

    /// Awaited requests are issued in immediate tasks, which only the latest systems of Apple have.
    private static var issuable: [EntryPoint] {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) { return allCases }
        return allCases.filter { !$0.isAwaited }
    }

    /// The reason why an entry point lacks an ability; `nil` if it has the ability.
    func exception(to ability: Ability) -> String? {
        if isOfSession { return sessionException(to: ability) }
        return switch ability {
        case .callsBackInside where isAwaited:
            "The code after `await` runs when the request has left."
        case .answersTwice where self == .operation: "A method returns once."
        case .passesAllAnswers where isAwaited || isPlan:
            "The first result ends the wait or the plan."
        case .reportsDuplicates where self == .delegate:
            "A further delegate call may belong to another request of the same name."
        case .loses where self == .operation: "Nothing is released while a method does not return."
        case .isCancelled
        where !isHandle && !isAwaited && !isPlan && ![.raw, .delegate, .prepared].contains(self):
            "A method without a handle cannot be cancelled."
        case .canBeCancelledAlone where !isHandle && !isAwaited && !isPlan:
            "The method returns nothing that cancels the request."
        case .waitsForClient where isPlan: "A plan does not know the limiter of its sender."
        case .reportsMissingGroup where isPlan && self != .interceptedPlan:
            "Outside any group a plan calls its sender, which reports the requests that it intercepts."
        case .waits where isHandle, .waitsForClient where isHandle:
            "The method has to return its handle at once (V2)."
        case .isNeverStarted where isHandle:
            "The method has to return its handle: the request is cancelled at once."
        case .isPassedOn where isAwaited: "The code after `await` runs in the caller's task."
        case .isPassedOn where self == .batch || self == .chain:
            "A plan of several requests has a group, and its completion runs where the plan was issued."
        case .showsItsStart where isPlan: "A plan calls its sender in a group of its own."
        case .hasOptions where isPlan: "A plan has no options of a request."
        case .takesIsolation where isHandle || isAwaited || isPlan || self == .prepared:
            "The method starts at once, in its task, or where the client calls back."
        case .buildsLabel where self == .reply: "The error of a lost callback names the request."
        case .buildsLabel where isPlan: "The label of a plan is that of its request."
        default: nil
        }
    }

    private func sessionException(to ability: Ability) -> String? {
        switch ability {
        case .callsBack where self == .silentTask: "The task has no handler."
        case .callsBackInside where self == .silentTask: "The task has no handler."
        case .callsBackInside where self == .awaitedData:
            "The code after `await` runs when the request has left."
        case .answersInside: "A session answers on its own queue."
        case .answersTwice, .passesAllAnswers, .reportsDuplicates: "A session answers once."
        case .loses: "A session always answers, and keeps the handler until then."
        case .waits where isBare, .waitsForClient where isBare:
            "The caller starts a bare session task itself (V2)."
        case .isPassedOn, .showsItsStart, .takesIsolation: "The session works on its own queue."
        case .buildsLabel: "The label of a task is that of its request."
        default: nil
        }
    }
}
