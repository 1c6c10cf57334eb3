import Dispatch
import Foundation
public import GroupContext

/// Opens a group around the body, and blocks the calling thread until the group has completed.
///
/// For scripts and for worker threads of old code; everywhere else use ``withRequestGroup(_:options:body:completion:)``
/// or the asynchronous form. It refuses to run where it would deadlock or starve others: on the
/// main thread, on which clients call back, and inside a task, whose thread belongs to all tasks.
///
/// ```swift
/// DispatchQueue.global().async {
///     do {
///         try withBlockingRequestGroup("nightly report") { network.post("report") }
///     } catch {
///         print(error)
///     }
/// }
/// ```
///
/// - Parameters:
///   - name: what the group is called in errors, events and its description. By default the name of the calling function;
///     in top-level code that is the name of the module, so give a name there.
///   - options: how the group behaves; see `RequestGroupOption`.
///   - body: issues the requests. It is handed the group.
/// - Returns: the value of the body.
/// - Throws: ``BlockingRequestGroupError`` without running the body, where blocking is refused;
///   otherwise the error of the body, or a `RequestGroupError` with every failure.
@available(*, noasync, message: "Blocks its thread; use withRequestGroup.")
public func withBlockingRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) throws -> Value
) throws -> Value {
    try block(name, options, body)
}

/// The blocking form of a group for a body that does not need the group itself.
@available(*, noasync, message: "Blocks its thread; use withRequestGroup.")
public func withBlockingRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () throws -> Value
) throws -> Value {
    try block(name, options) { _ in try body() }
}

private func block<Value>(
    _ name: String,
    _ options: [RequestGroupOption],
    _ body: (RequestGroup) throws -> Value
) throws -> Value {
    if Thread.isMainThread || MainQueue.isCurrent {
        throw BlockingRequestGroupError(reason: .mainThread)
    }
    if TaskLocals.isInsideTask {
        throw BlockingRequestGroupError(reason: .insideTask)
    }
    let group = RequestGroup(opening: name, options: options)
    defer { group.releaseParent() }
    let value = Result { try group.run { try body(group) } }
    group.close(bodyThrew: value.reportedFailure != nil)
    let completed = DispatchSemaphore(value: 0)
    group.whenCompleted { completed.signal() }
    completed.wait()
    return try RequestGroup.outcome(of: value, orElse: group.thrownError).get()
}

/// Why a group was not waited for by blocking the thread.
public struct BlockingRequestGroupError: Error, Sendable, CustomStringConvertible {
    /// Where blocking was refused.
    public let reason: Reason

    /// What to do instead.
    public var description: String {
        "withBlockingRequestGroup \(reason). Nothing was run; use the asynchronous form or the one "
            + "with a completion instead."
    }

    /// Where blocking is refused.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case mainThread = "would block the main thread, on which clients call back"
            case insideTask = "would block a thread that all tasks share"
        }

        private let kind: Kind

        /// The reason as words for logs.
        public var description: String { kind.rawValue }

        /// On the main thread.
        public static let mainThread = Reason(kind: .mainThread)
        /// On a thread that a task is running on.
        public static let insideTask = Reason(kind: .insideTask)
    }
}
