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

/// Reports mistakes that look like success on the debug console, each once for each group name.
package enum DebugConsole {
    package enum Mistake {
        /// A group completed without a request.
        case emptyGroup
        /// A request was issued in no group, just after the group completed without a request.
        case missedGroup
        /// A request was issued after its group had completed.
        case lateRequest(label: String)
        /// A request was answered twice.
        case secondAnswer(label: String)
        /// A request that cannot wait started in spite of the limit.
        case exceededLimit(Int, label: String)
    }

    private static let reported = Locked(Set<String>())

    /// Writes a message; tests replace it.
    package static let output = Locked<@Sendable (String) -> Void> { message in
        var line = "\(message)\n"
        let standardError: Int32 = 2
        line.withUTF8 { _ = write(standardError, $0.baseAddress, $0.count) }
    }

    /// Reports a mistake.
    ///
    /// - Parameters:
    ///   - mistake: what has happened.
    ///   - groupName: the name of the group; `nil` for the limit of a client.
    package static func report(_ mistake: Mistake, groupName: String?) {
        let isFirst = reported.withLock { reported in
            // The names of an app may be without number.
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
                + "callback reports progress, wrap it by the role repeating; if it comes after all others, by finished."
        case .exceededLimit(let limit, let label):
            "The request “\(label.onOneLine)” started above the limit of \(limit) of \(group): it cannot wait, as "
                + "its method returns a handle or it was entered by hand. Wrap the method without a result, and "
                + "hand the handle to onCancel."
        }
    }
}
#endif
