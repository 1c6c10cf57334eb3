// Watching: what tells of requests while they run: those that have lost their group, and a `Progress` tree.

import Foundation
import GroupContext

/// A request that has escaped its group: issued outside any while a group was open in the process, or
/// not to be cancelled with its group.
///
/// Groups follow tasks and calls, not threads: most strays were issued on a queue or by a timer that
/// the group has not reached. See ``InterceptionSettings/onStray``.
public struct StrayRequest: Sendable {
    /// What the request is called.
    public let label: String

    /// How the request has escaped its group.
    public let reason: Reason

    /// The sorted names of the groups that the request may have missed.
    ///
    /// These are all open groups, or the empty group that has just completed.
    public let openGroups: [String]

    /// Where it was issued, as far as the system knows the names of functions; innermost first.
    public let callStack: [String]

    /// How a request has escaped its group.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// What to do about it, in words.
        package let remedy: String

        /// The reason as words for logs.
        public let description: String

        /// The request was issued outside any group.
        public static let outsideAnyGroup = Reason(
            remedy: remedyOutside,
            description: "was issued outside any group"
        )

        /// The request was issued outside any group, just after a group had completed without a request.
        public static let afterEmptyGroup = Reason(
            remedy: remedyOutside,
            description: "was issued outside any group just after an empty one"
        )

        private static let remedyOutside =
            "take the group along in a CapturedGroup where the code leaves its task, or say "
            + "that the request belongs to no group by withoutRequestGroup"

        /// The request was to be cancelled, but nobody had kept the handle of its client any more: it
        /// goes on.
        public static let lostHandle = Reason(
            remedy:
                "nothing keeps the handle but the caller, so pass holdsHandle: true to intercept",
            description: "could not be cancelled, as its handle was gone"
        )
    }
}

extension StrayRequest: CustomStringConvertible {
    /// The request, the groups and the remedy on one line; the call stack is not in it.
    public var description: String {
        let groups = openGroups.map { "“\($0)”" }.inARow()
        let were = openGroups.count == 1 ? "was" : "were"
        let moment = reason == .afterEmptyGroup ? ", \(groups)" : " while \(groups) \(were) open"
        return "\(label.onOneLine) \(reason)\(moment): \(reason.remedy)"
    }
}

#if DEBUG
extension InterceptionSettings {
    /// Reports a request that is issued outside any group, if it may have lost one.
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

    /// Reports a request that could not be cancelled.
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
            // Without what takes the symbols.
            callStack: Array(Thread.callStackSymbols.dropFirst())
        )
        // What the report issues itself is no stray.
        withoutRequestGroup { onStray(stray) }
    }
}

extension RequestIntercepting {
    /// Reports a request of this client that is issued outside any group.
    @usableFromInline
    func reportStray(_ label: () -> String) {
        interceptionSettings.reportStray(label)
    }
}
#endif

extension Membership {
    /// The handle by which the request was to be cancelled is gone: it goes on, if it has not ended.
    func reportLostHandle(_ settings: InterceptionSettings) {
        guard noteLostHandle() else { return }
        #if DEBUG
        report(.lostHandle(label: label))
        settings.reportLostHandle(of: group) { label }
        #endif
    }
}
