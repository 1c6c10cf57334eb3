public import Foundation
public import GroupContext

// Reports the progress of a group as a part of a `Progress`.
extension RequestGroupOption {
    /// Reports the progress of the group as a child of a `Progress`.
    ///
    /// The child has one unit for each request, and one for the end of the group. The child's total grows as
    /// requests enter. The child finishes only when the group completes, with or without failures, so that it
    /// stays in its parent between two requests. Cancelling the parent cancels the child and the group.
    ///
    /// ```swift
    /// let parent = Progress(totalUnitCount: 10)
    /// let share = RequestGroupOption.progress(childOf: parent, pendingUnitCount: 3)
    /// try await withRequestGroup("home page", options: share) { await load() }
    /// ```
    ///
    /// The child changes on the threads on which the group changes. On Linux, `Progress` is not thread-safe, so
    /// access the tree only inside ``withProgressTree(_:)``. Do not assign more units than the parent has, because
    /// that may trap.
    ///
    /// - Parameters:
    ///   - parent: the parent of the group's progress.
    ///   - pendingUnitCount: the number of the parent's units that the group completes.
    /// - Returns: the option; each group that is opened with the option becomes a separate child.
    public static func progress(childOf parent: Progress, pendingUnitCount: Int64) -> Self {
        let branch = ProgressBranch(parent: parent, pendingUnitCount: pendingUnitCount)
        return ownObserver { branch.makeObserver() }
    }
}

/// Runs a closure that may safely read or change a `Progress` tree to which groups report.
///
/// On Linux, `Progress` is not thread-safe, so this function takes a lock that groups with a tree take, too.
/// Therefore the closure must not wait for a group. On Apple's platforms the closure runs without a lock.
///
/// ```swift
/// let fraction = withProgressTree { parent.fractionCompleted }
/// ```
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

/// The place in a `Progress` tree where groups add their children.
private struct ProgressBranch: @unchecked Sendable {
    // Unchecked, because `Progress` is not Sendable on Linux. There, every access is under the lock.
    let parent: Progress
    let pendingUnitCount: Int64

    #if !canImport(Darwin)
    // One lock for all trees, because two `Progress` objects may belong to one tree. Recursive, because user code that
    // runs under the lock may open or cancel a group, and so change the tree.
    static let lock = NSRecursiveLock()
    #endif

    func makeObserver() -> GroupUnits {
        let child = Progress.discreteProgress(totalUnitCount: 1)
        withProgressTree { parent.addChild(child, withPendingUnitCount: pendingUnitCount) }
        return GroupUnits(child: child)
    }
}

/// An observer that updates the units of the `Progress` child of a group.
///
/// The end of the group completes an extra unit. Without the extra unit, the child would finish with its first
/// request, and leave its parent before later requests.
private struct GroupUnits: RequestGroupObserver, @unchecked Sendable {
    // Unchecked, because `Progress` is not Sendable on Linux. There, every access is under the lock.
    let child: Progress

    func observe(_ event: RequestGroupEvent) {
        let (finished, total) = (Int64(event.progress.finished), Int64(event.progress.total) + 1)
        switch event.kind {
        case .opened:
            let group = event.group
            let isCancelled = withProgressTree {
                child.cancellationHandler = { [weak group] in group?.cancel() }
                return child.isCancelled
            }
            // Cancel directly, because `Progress` on Linux calls the handler with a delay.
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
