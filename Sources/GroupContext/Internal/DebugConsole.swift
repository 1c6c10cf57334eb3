#if DEBUG
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The reports about mistakes that would otherwise go unnoticed, each written once for each group name.
package enum DebugConsole {
    package enum Mistake {
        case emptyGroup
        /// A request was issued outside any group, just after a group completed without a request.
        case missedGroup
        case lateRequest(label: String)
        case secondAnswer(label: String)
        /// A request that cannot wait started above the limit.
        case exceededLimit(Int, label: String)
        case errorInSuccess(label: String)
        case recursion(label: String)
        /// A request could not be cancelled, because its handle had been released.
        case lostHandle(label: String)
        /// The completion of a group needs the main thread, which is blocked.
        case blockedCompletion
    }

    private static let reported = Locked(Set<String>())

    /// Writes a message to standard error; tests replace it.
    package static let output = Locked<@Sendable (String) -> Void> { message in
        var line = "\(message)\n"
        let standardError: Int32 = 2
        line.withUTF8 { _ = write(standardError, $0.baseAddress, $0.count) }
    }

    /// Reports a mistake, once for each group name; the name is `nil` for the limit of a client.
    package static func report(_ mistake: Mistake, groupName: String?) {
        let isFirst = reported.withLock { reported in
            // An app may generate group names, so the memory for them is limited.
            reported.count < 1_000 && reported.insert("\(mistake.kind) \(groupName ?? "")").inserted
        }
        guard isFirst else { return }
        let group = groupName.map { "group “\($0.onOneLine)”" } ?? "its client"
        output.withLock { $0 }(mistake.message(group))
    }
}

extension DebugConsole.Mistake {
    fileprivate var kind: Int {
        switch self {
        case .emptyGroup: 0
        case .missedGroup: 1
        case .lateRequest: 2
        case .exceededLimit: 3
        case .secondAnswer: 4
        case .errorInSuccess: 5
        case .recursion: 6
        case .blockedCompletion: 7
        case .lostHandle: 8
        }
    }

    fileprivate func message(_ group: String) -> String {
        let capture = "take the group along in a CapturedGroup"
        let exclude = "If the request belongs to no group, issue it in withoutRequestGroup."
        return switch self {
        case .emptyGroup:
            "The \(group) completed, and no request was issued in it. Perhaps its body calls the bare client and not "
                + "the wrapped one, or issues requests in Task.detached or on another queue: use Task, or "
                + "\(capture). If the group may be empty, open it with the option mayBeEmpty."
        case .missedGroup:
            "A request was issued in no group, just after the \(group) had completed without one. If the request "
                + "belongs to that group, \(capture). \(exclude) Set onStray to see which request it is."
        case .lateRequest(let label):
            "The request “\(label.onOneLine)” was issued after its \(group) had completed, which has not waited "
                + "for it. Await the request in the body of the group, or \(capture). \(exclude)"
        case .secondAnswer(let label):
            "The request “\(label.onOneLine)” of \(group) was answered twice: only the first answer counts. If a "
                + "callback reports progress, wrap it by the role progress; if it comes after all others, by finally. "
                + "Or the client calls back twice."
        case .exceededLimit(let limit, let label):
            "The request “\(label.onOneLine)” started above the limit of \(limit) of \(group): it cannot wait, as "
                + "its method returns a handle or it was entered by hand. Wrap the method without a result, and "
                + "hand the handle to onCancel."
        case .errorInSuccess(let label):
            "The success callback of the request “\(label.onOneLine)” of \(group) was called with an error, and the "
                + "request counts as succeeded. If the callback may carry an error, wrap it by the role completion, or "
                + "by callback, which says where the error is."
        case .recursion(let label):
            "The request “\(label.onOneLine)” of \(group) has issued itself 512 times, one inside the other. Perhaps "
                + "its wrapper method calls itself: write base. before the call of the client."
        case .lostHandle(let label):
            "The request “\(label.onOneLine)” of \(group) could not be cancelled by its group: nothing keeps its "
                + "handle. Unless your code has cancelled it, pass holdsHandle: true to intercept, or keep the handle in the "
                + "closure of onCancel."
        case .blockedCompletion:
            "The completion of \(group) has not been called after 5 seconds. \(MainThread.remedy)"
        }
    }
}

extension Membership {
    /// Reports that a success callback was called with an error, unless the request has ended.
    package func reportErrorInSuccess() {
        let isPresent = group.shared.withLock { _ in member.isPresent }
        if isPresent { report(.errorInSuccess(label: label)) }
    }

    package func report(_ mistake: DebugConsole.Mistake) {
        DebugConsole.report(mistake, groupName: group.isGrouping ? group.name : nil)
    }
}
#endif
