/// The group that was current when it was captured, for where the context is lost.
///
/// The current group follows tasks and synchronous calls. It does not reach what runs on a
/// `DispatchQueue`, an `OperationQueue` or a timer, nor a `Task.detached`. Capture it there:
///
/// ```swift
/// queue.async(execute: CapturedGroup.capturing { network.post("feed") })
///
/// let captured = CapturedGroup()
/// Task.detached { await captured.run { await load() } }
/// ```
///
/// The captured group stays open until the closure has run once, or has been released without.
/// Outside any group, capturing changes nothing.
public final class CapturedGroup: Sendable {
    /// The group, or what stood for none: that nobody was meant to be in one goes along.
    private let bound: RequestGroup
    private let membership: Membership?
    private let context: IssuingContext

    /// Captures the current group, and holds it open until the first `run(_:)` has returned or
    /// this object has been released.
    ///
    /// - Parameters:
    ///   - label: what ``RequestGroup/outstanding`` calls it meanwhile.
    ///   - carried: task-locals of the app that go along; by default those that go along with the request in whose
    ///     callback this is made, if it is made in such a callback.
    public init(_ label: String = #function, carrying carried: CarriedTaskLocals? = nil) {
        bound = CurrentGroup.value
        let group = RequestGroup.current
        context = IssuingContext(
            for: group,
            carrying: carried?.captured() ?? CarriedTaskLocals.capturedHere
        )
        membership = group?.hold("captured in " + label)
    }

    /// Runs the closure in the captured group; no group is current in it if none was captured.
    public func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { membership?.release() }
        guard bound.isGrouping else {
            return try context.carry { () throws(Failure) in try bind(bound, body) }
        }
        return try context.run { () throws(Failure) in try bound.run(body) }
    }

    /// Runs the asynchronous closure in the captured group, on the caller's actor.
    public func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        defer { membership?.release() }
        return try await context.run { try await bind(bound) { try await body() } }
    }

    /// The closure, bound to the group that is current now.
    ///
    /// - Parameters:
    ///   - label: what ``RequestGroup/outstanding`` calls it until it has run.
    ///   - carried: task-locals of the app that go along; see ``init(_:carrying:)``.
    ///   - body: what to run in the group, wherever the returned closure is called.
    /// - Returns: a closure that runs the body in the group.
    public static func capturing(
        _ label: String = #function,
        carrying carried: CarriedTaskLocals? = nil,
        _ body: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let captured = CapturedGroup(label, carrying: carried)
        return { captured.run(body) }
    }
}
