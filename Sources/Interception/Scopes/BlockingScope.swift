import Dispatch
public import GroupContext

/// Opens a group around the body, and blocks the calling thread until the group has completed.
///
/// Use this function on worker threads of scripts and of old code; everywhere else use
/// ``withRequestGroup(_:options:body:completion:)`` or the asynchronous form. On the main thread, where clients
/// call back, the function throws an error instead of blocking. Inside a task, whose thread other tasks need, the
/// function throws, too.
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
///   - name: the name of the group; pass a name in top-level code, where `#function` is the name of the module.
///   - options: the behavior of the group; see `RequestGroupOption`.
///   - body: the closure that issues the requests, on the calling thread.
/// - Returns: the value of the body.
/// - Throws: an error that names the thread, before the body runs, if blocking is not allowed; otherwise the error
///   of the body, a `RequestGroupError` with every failure, or a `CancellationError`.
@available(*, noasync, message: "Blocks its thread; use withRequestGroup.")
public func withBlockingRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () throws -> Value
) throws -> Value {
    if MainQueue.isCurrent {
        throw BlockingRequestGroupError(reason: .mainThread)
    }
    if TaskLocalSnapshot.isInsideTask {
        throw BlockingRequestGroupError(reason: .insideTask)
    }
    let group = RequestGroup(opening: name, options: options)
    defer { group.releaseParent() }
    let value = Result { try result(of: body) { group.run($0) } }
    group.close(bodyThrew: value.reportedFailure != nil)
    let completed = DispatchSemaphore(value: 0)
    group.whenCompleted { completed.signal() }
    completed.wait()
    if case .success = value, let error = group.thrownError { throw error }
    return try value.get()
}

/// An error that reports an attempt to block a thread that must not block.
package struct BlockingRequestGroupError: Error, Sendable, CustomStringConvertible {
    package let reason: Reason

    package var description: String {
        "withBlockingRequestGroup \(reason.rawValue). Nothing was run; use the asynchronous form or the one "
            + "with a completion instead."
    }

    package enum Reason: String {
        case mainThread = "would block the main thread, on which clients call back"
        case insideTask = "would block a thread that all tasks share"
    }
}
