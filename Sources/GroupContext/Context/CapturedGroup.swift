/// The group that was current when this object was created, for code that does not inherit the current group.
///
/// The current group follows tasks and synchronous calls, but does not reach a closure on a `DispatchQueue`, an
/// `OperationQueue` or a timer, nor a `Task.detached`. Capture the group for such code:
///
/// ```swift
/// queue.async(execute: CapturedGroup.capturing { network.post("feed") })
///
/// let captured = CapturedGroup()
/// Task.detached { await captured.run { await load() } }
/// ```
///
/// The group stays open until the captured closure has run once, or has been released without running. If no group was
/// current at the capture, the closure runs outside any group.
public final class CapturedGroup: Sendable {
    private let context: ContextSnapshot
    private let membership: Membership?

    /// Captures the current group.
    ///
    /// The group stays open until the first `run(_:)` has returned or this object is released.
    ///
    /// - Parameters:
    ///   - label: The text after “captured in” in ``RequestGroup/outstanding``, while this object holds the group open.
    ///   - propagated: The app's task-locals to propagate; by default the propagated task-locals of the running
    ///     callback.
    public init(_ label: String = #function, propagating propagated: PropagatedTaskLocals? = nil) {
        context = ContextSnapshot(in: .currentOrPlaceholder, propagating: propagated)
        membership = RequestGroup.current?.hold("captured in " + label)
    }

    /// Runs the closure in the captured group, or outside any group if none was captured, on the calling thread.
    ///
    /// Further calls run in the group, too, but do not keep the group open.
    public func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { membership?.release() }
        return try result(of: body) { [context] body in
            if context.group.isGrouping { return context.run(body) }
            // Bind the placeholder, because the calling thread may have a group.
            context.run { CurrentContext.value.entering(context.group).run(body) }
        }
    }

    /// Runs the asynchronous closure in the captured group, on the caller's actor.
    public func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        defer { membership?.release() }
        return try await context.run(body)
    }

    /// Returns a closure that, on any thread, runs the body in the group that is current now.
    public static func capturing(
        _ label: String = #function,
        propagating propagated: PropagatedTaskLocals? = nil,
        _ body: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let captured = CapturedGroup(label, propagating: propagated)
        return { captured.run(body) }
    }
}
