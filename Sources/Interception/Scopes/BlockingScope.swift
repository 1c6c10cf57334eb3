import Dispatch
import Foundation
public import GroupContext

/// Opens a group around the body, and blocks the calling thread until the group has completed.
///
/// Use it in scripts and on worker threads of old code; everywhere else use
/// ``withRequestGroup(_:options:body:completion:)`` or the asynchronous form. It throws instead of blocking the main
/// thread, where clients call back, and instead of blocking inside a task, whose thread other tasks need.
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
///   - name: the name of the group in errors, events and descriptions. The default is the name of the calling
///     function; at top level that is the name of the module, so set a name there.
///   - options: the behavior of the group; see `RequestGroupOption`.
///   - body: issues the requests, on the calling thread. Its argument is the group.
/// - Returns: the value of the body.
/// - Throws: `BlockingRequestGroupError` before the body runs, if blocking is not allowed; otherwise the error of
///   the body, or a `RequestGroupError` with every failure.
@available(*, noasync, message: "Blocks its thread; use withRequestGroup.")
public func withBlockingRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) throws -> Value
) throws -> Value {
    try block(name, options, body)
}

/// Opens a group around a body that does not need the group itself, and blocks until it has completed.
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

/// An error that reports an attempt to block a thread that must not block.
package struct BlockingRequestGroupError: Error, Sendable, CustomStringConvertible {
    /// The kind of thread that must not block.
    package let reason: Reason

    /// A sentence that names the problem and the alternatives.
    package var description: String {
        "withBlockingRequestGroup \(reason). Nothing was run; use the asynchronous form or the one "
            + "with a completion instead."
    }

    /// A kind of thread that must not block.
    package struct Reason: Hashable, CustomStringConvertible {
        private enum Kind: String {
            case mainThread = "would block the main thread, on which clients call back"
            case insideTask = "would block a thread that all tasks share"
        }

        private let kind: Kind

        /// The reason, in words.
        package var description: String { kind.rawValue }

        /// The call was on the main thread.
        package static let mainThread = Reason(kind: .mainThread)
        /// The call was inside a task, on a thread that all tasks share.
        package static let insideTask = Reason(kind: .insideTask)
    }
}
