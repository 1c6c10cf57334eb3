public import Foundation
public import GroupContext

extension RequestGroupOption {
    /// The group is a child of a `Progress` tree.
    ///
    /// The child has a unit for each request, so that its total grows as requests enter, and one for
    /// the end of the group. It is finished when the group has completed, however it ended, and not
    /// before: a parent does not lose it between two requests. Cancelling the child, by cancelling the
    /// parent, cancels the group.
    ///
    /// ```swift
    /// let parent = Progress(totalUnitCount: 10)
    /// let share = RequestGroupOption.progress(childOf: parent, pendingUnitCount: 3)
    /// try await withRequestGroup("home page", options: share) { await load() }
    /// ```
    ///
    /// The child changes on whatever thread the group does. On Linux, `Progress` does not protect
    /// itself against several threads: touch the tree in ``withProgressTree(_:)`` there. Do not hand
    /// out more units of the parent than it has either: there it may trap.
    ///
    /// - Parameters:
    ///   - parent: what the group is a part of.
    ///   - pendingUnitCount: how many units of the parent the group is worth.
    /// - Returns: the option; each group that is opened with it is a child of its own.
    public static func progress(childOf parent: Progress, pendingUnitCount: Int64) -> Self {
        let branch = ProgressBranch(parent: parent, pendingUnitCount: pendingUnitCount)
        return ownObserver { branch.grow() }
    }
}

/// Runs the closure while no group changes a tree of `Progress`.
///
/// On Linux, `Progress` is not safe to use from several threads. Groups that report to it exclude each
/// other, and whoever reads or cancels the tree meanwhile excludes them by this function. Elsewhere
/// `Progress` protects itself, and the closure just runs.
///
/// ```swift
/// let fraction = withProgressTree { parent.fractionCompleted }
/// ```
///
/// - Parameter body: uses the tree, and waits for nobody: groups wait for it.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
public func withProgressTree<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    #if canImport(Darwin)
    return try body()
    #else
    ProgressBranch.lock.lock()
    defer { ProgressBranch.lock.unlock() }
    return try body()
    #endif
}

/// Where groups become children of a tree.
private struct ProgressBranch: @unchecked Sendable {
    // Unchecked because `Progress` is not Sendable on Linux; there it is only used under the lock.
    let parent: Progress
    let pendingUnitCount: Int64

    #if !canImport(Darwin)
    // One for all trees, as nobody knows which are part of which. Recursive, as the closure of a user
    // runs under it: it may open or cancel a group, and that changes the tree.
    static let lock = NSRecursiveLock()
    #endif

    func grow() -> GroupUnits {
        let child = Progress.discreteProgress(totalUnitCount: 1)
        withProgressTree { parent.addChild(child, withPendingUnitCount: pendingUnitCount) }
        return GroupUnits(child)
    }
}

/// Keeps the units of a group, and one more that is completed by the end of the group: a child that
/// were finished when its first request is, while others are still to come, would leave its parent.
private final class GroupUnits: RequestGroupObserver, @unchecked Sendable {
    // Unchecked because `Progress` is not Sendable on Linux; there it is only used under the lock.
    private let child: Progress

    init(_ child: Progress) {
        self.child = child
    }

    func observe(_ event: RequestGroupEvent) {
        let (finished, total) = (Int64(event.progress.finished), Int64(event.progress.total) + 1)
        switch event.kind {
        case .opened:
            let group = event.group
            let isCancelled = withProgressTree {
                child.cancellationHandler = { [weak group] in group?.cancel() }
                return child.isCancelled
            }
            // At once: on Linux the handler would come some time later.
            if isCancelled { group?.cancel() }
        case .entered: withProgressTree { child.totalUnitCount = total }
        case .left: withProgressTree { child.completedUnitCount = finished }
        case .completed:
            withProgressTree {
                child.cancellationHandler = nil
                child.completedUnitCount = total
            }
        default: break
        }
    }
}
