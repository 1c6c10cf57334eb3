// Watching: reports of requests while they run: requests without their group, and a `Progress` tree.

import Foundation
import GroupContext

/// A request that was probably meant for a group, but issued outside any, or that its group cannot cancel.
///
/// Groups propagate through tasks and calls, not through threads: the usual cause is a queue or a timer.
/// ``InterceptionSettings/onStray`` reports such requests.
public struct StrayRequest: Sendable {
    /// The label of the request.
    public let label: String

    /// The reason for the report.
    package let reason: Reason

    /// The sorted names of the groups that the request may have missed.
    ///
    /// These are all open groups, or the empty group that has just completed.
    package let openGroups: [String]

    /// The call stack of the request, innermost frame first, as far as function names are available.
    public let callStack: [String]

    /// The reason why a request does not belong to a group or cannot be cancelled.
    package struct Reason: Hashable, CustomStringConvertible {
        package let remedy: String

        /// The reason, in words.
        package let description: String

        /// The request was issued outside any group.
        package static let outsideAnyGroup = Reason(
            remedy: remedyOutside,
            description: "was issued outside any group"
        )

        /// The request was issued outside any group, just after a group had completed without a request.
        package static let afterEmptyGroup = Reason(
            remedy: remedyOutside,
            description: "was issued outside any group just after an empty one"
        )

        private static let remedyOutside =
            "take the group along in a CapturedGroup where the code leaves its task, or say "
            + "that the request belongs to no group by withoutRequestGroup"

        /// The request could not be cancelled, because its client's handle was released; it continues.
        package static let lostHandle = Reason(
            remedy:
                "nothing keeps the handle but the caller, so pass holdsHandle: true to intercept",
            description: "could not be cancelled, as its handle was gone"
        )
    }
}

extension StrayRequest: CustomStringConvertible {
    /// The request, the reason, the groups and the remedy on one line, without the call stack.
    public var description: String {
        let groups = openGroups.map { "“\($0)”" }.inARow()
        let were = openGroups.count == 1 ? "was" : "were"
        let moment = reason == .afterEmptyGroup ? ", \(groups)" : " while \(groups) \(were) open"
        return "\(label.onOneLine) \(reason)\(moment): \(reason.remedy)"
    }
}

#if DEBUG
extension InterceptionSettings {
    /// Reports a request outside any group, if a group is open or has just completed empty.
    func reportStray(_ label: () -> String) {
        guard !RequestGroup.isExcluded else { return }
        let (missed, open) = (OpenGroups.takeMissed(), OpenGroups.names)
        if let missed { DebugConsole.report(.missedGroup, groupName: missed) }
        if let missed, open.isEmpty {
            report(.afterEmptyGroup, label, openGroups: [missed])
        } else {
            report(.outsideAnyGroup, label, openGroups: open)
        }
    }

    func reportLostHandle(of group: RequestGroup, _ label: () -> String) {
        let openGroups = Set(OpenGroups.names + [group.name])
        report(.lostHandle, label, openGroups: openGroups.sorted())
    }

    private func report(
        _ reason: StrayRequest.Reason,
        _ label: () -> String,
        openGroups: @autoclosure () -> [String]
    ) {
        guard let onStray else { return }
        let openGroups = openGroups()
        guard !openGroups.isEmpty else { return }
        let stray = StrayRequest(
            label: label(),
            reason: reason,
            openGroups: openGroups,
            // Omit this method's own frame.
            callStack: Array(Thread.callStackSymbols.dropFirst())
        )
        // Requests of the report itself are no strays.
        withoutRequestGroup { onStray(stray) }
    }
}

extension RequestIntercepting {
    @usableFromInline
    func reportStray(_ label: () -> String) {
        interceptionSettings.reportStray(label)
    }
}
#endif

extension Membership {
    /// Reports that the handle for cancelling the request was released, unless the request has ended.
    func reportLostHandle(_ settings: InterceptionSettings) {
        guard noteLostHandle() else { return }
        #if DEBUG
        report(.lostHandle(label: label))
        settings.reportLostHandle(of: group) { label }
        #endif
    }
}
