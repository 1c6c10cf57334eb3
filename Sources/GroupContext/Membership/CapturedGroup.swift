/// The group that was current when it was captured, for code that loses the context.
///
/// The current group follows tasks and synchronous calls. It does not reach a closure on a `DispatchQueue`,
/// an `OperationQueue` or a timer, nor a `Task.detached`. Capture it there:
///
/// ```swift
/// queue.async(execute: CapturedGroup.capturing { network.post("feed") })
///
/// let captured = CapturedGroup()
/// Task.detached { await captured.run { await load() } }
/// ```
///
/// The captured group stays open until the closure has run once, or has been released without running.
/// Outside any group, capturing has no effect.
public final class CapturedGroup: Sendable {
    /// The captured group, or the placeholder that was current instead of a group.
    private let bound: RequestGroup
    private let membership: Membership?
    private let context: IssuingContext

    /// Captures the current group, and holds it open until the first `run(_:)` has returned or this object is
    /// released.
    ///
    /// - Parameters:
    ///   - label: The label in ``RequestGroup/outstanding`` until then.
    ///   - carried: The app's task-locals to propagate; by default those of the request whose callback makes
    ///     this object.
    public init(_ label: String = #function, carrying carried: CarriedTaskLocals? = nil) {
        bound = CurrentContext.value.group
        let group = RequestGroup.current
        context = IssuingContext(
            for: group,
            carrying: carried?.captured() ?? CarriedTaskLocals.capturedHere
        )
        membership = group?.hold("captured in " + label)
    }

    /// Runs the closure in the captured group, or outside any group if none was captured.
    public func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { membership?.release() }
        guard bound.isGrouping else {
            return try context.carry { () throws(Failure) in
                try CurrentContext.value.entering(bound).run(body)
            }
        }
        return try context.run { () throws(Failure) in try bound.run(body) }
    }

    /// Runs the asynchronous closure in the captured group, on the caller's actor.
    public func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        defer { membership?.release() }
        return try await context.run {
            try await CurrentContext.value.entering(bound).run { try await body() }
        }
    }

    /// Returns a closure, for any thread, that runs the body in the group that is current now.
    ///
    /// - Parameters:
    ///   - label: The label in ``RequestGroup/outstanding`` until the closure has run.
    ///   - carried: The app's task-locals to propagate; see ``init(_:carrying:)``.
    ///   - body: The closure to run in the group.
    /// - Returns: The closure.
    public static func capturing(
        _ label: String = #function,
        carrying carried: CarriedTaskLocals? = nil,
        _ body: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let captured = CapturedGroup(label, carrying: carried)
        return { captured.run(body) }
    }
}
