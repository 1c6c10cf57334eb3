import Foundation
import GroupContext

/// A report of a request that was probably issued outside its group by mistake, or that its group cannot cancel.
///
/// Groups propagate through tasks and calls, but not through queues and timers, where requests usually lose their
/// group. ``InterceptionSettings/onUngroupedRequest`` reports such requests.
public struct UngroupedRequestReport: Sendable {
    /// The label of the request.
    public let label: String

    package let reason: Reason

    /// The sorted names of all open groups, or the name of the group that has just completed.
    ///
    /// The list may be empty for a lost handle.
    package let openGroups: [String]

    /// The call stack where the request was issued or cancelled, innermost frame first; function names may be missing.
    public let callStack: [String]

    package struct Reason: Hashable, CustomStringConvertible {
        package let remedy: String

        package let description: String

        package static let outsideAnyGroup = Reason(
            remedy:
                "capture the group in a CapturedGroup where the code leaves its task, or, if the request belongs to no "
                + "group, issue it in withoutRequestGroup",
            description: "was issued outside any group"
        )

        /// The request was issued outside any group, just after a group had completed.
        package static let afterGroup = Reason(
            remedy:
                "if the request belongs to that group, capture the group in a CapturedGroup where the code leaves its "
                + "task; if the request follows the group, issue it in withoutRequestGroup",
            description: "was issued outside any group just after the completion of"
        )

        /// The request could not be cancelled, because its client's handle was released; the request continues.
        package static let lostHandle = Reason(
            remedy:
                "only the caller retains the handle, so pass holdsHandle: true to intercept, or retain the handle "
                + "in the closure of onCancel, or the object that prepare returned",
            description: "could not be cancelled, because its handle was released"
        )
    }
}

extension UngroupedRequestReport: CustomStringConvertible {
    /// The request, the reason, the groups and the remedy on one line, without the call stack.
    public var description: String {
        let groups = openGroups.map { "“\($0)”" }.joinedOnOneLine()
        let were = openGroups.count == 1 ? "was" : "were"
        let open = openGroups.isEmpty ? "" : " while \(groups) \(were) open"
        let moment = reason == .afterGroup ? " \(groups)" : open
        return "\(label.onOneLine) \(reason)\(moment): \(reason.remedy)"
    }
}

#if DEBUG
extension InterceptionSettings {
    /// Reports a request outside any group, if a group is open or has just completed.
    @usableFromInline
    func reportUngrouped(_ label: () -> String) {
        guard !RequestGroup.currentOrPlaceholder.isExcluded else { return }
        let missed = OpenGroups.takeMissed()
        if let missed, missed.isEmpty { DebugConsole.report(.missedGroup, groupName: missed.name) }
        // Return early, because sorting the names of many groups takes long.
        guard onUngroupedRequest != nil else { return }
        let open = OpenGroups.names
        if let missed, open.isEmpty {
            report(.afterGroup, label, openGroups: [missed.name])
        } else if !open.isEmpty {
            report(.outsideAnyGroup, label, openGroups: open)
        }
    }

    func reportLostHandle(of group: RequestGroup, _ label: () -> String) {
        let own = group === RequestGroup.ungrouped ? [] : [group.name]
        report(.lostHandle, label, openGroups: Set(OpenGroups.names + own).sorted())
    }

    private func report(
        _ reason: UngroupedRequestReport.Reason,
        _ label: () -> String,
        openGroups: [String]
    ) {
        guard let onUngroupedRequest else { return }
        let request = UngroupedRequestReport(
            label: label(),
            reason: reason,
            openGroups: openGroups,
            // Omit the innermost frame, which is this method or, on Linux, Foundation.
            callStack: Array(Thread.callStackSymbols.dropFirst())
        )
        // Use `withoutRequestGroup`, so that requests that the closure itself issues are not reported.
        withoutRequestGroup { onUngroupedRequest(request) }
    }
}
#endif

extension Membership {
    /// Reports that the handle for cancelling the request was released, unless the request has been answered.
    func reportLostHandle(_ settings: InterceptionSettings) {
        guard notifyOfLostHandle() else { return }
        #if DEBUG
        report(.lostHandle(label: label))
        settings.reportLostHandle(of: group) { label }
        #endif
    }
}
