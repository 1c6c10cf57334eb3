import Foundation
import GroupContext

/// A request that was issued outside any group while a group was open in the process.
///
/// Groups follow tasks and calls, not threads: most strays were issued on a queue or by a timer that
/// the group has not reached. See ``InterceptionSettings/onStray``.
public struct StrayRequest: Sendable {
    /// What the request is called.
    public let label: String

    /// The names of the groups that were open, of which it may have missed one; sorted.
    public let openGroups: [String]

    /// Where it was issued, as far as the system knows the names of functions; innermost first.
    public let callStack: [String]

    /// What to do about it, in words.
    public static var remedy: String {
        "take the group along in a CapturedGroup where the code leaves its task, or say that the "
            + "request belongs to no group by withoutRequestGroup"
    }
}

extension StrayRequest: CustomStringConvertible {
    /// The request, the groups and the remedy on one line; the call stack is not in it.
    public var description: String {
        let groups = openGroups.map { "“\($0)”" }.joined(separator: ", ")
        let were = openGroups.count == 1 ? "was" : "were"
        return "\(label) was issued outside any group while \(groups) \(were) open: \(Self.remedy)"
    }
}

#if DEBUG
extension InterceptionSettings {
    /// Reports a request that is issued outside any group, if it may have lost one.
    func reportStray(_ label: () -> String) {
        guard let onStray, !RequestGroup.isExcluded else { return }
        let openGroups = OpenGroups.names
        guard !openGroups.isEmpty else { return }
        let stray = StrayRequest(
            label: label(),
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
