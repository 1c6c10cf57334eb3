#if DEBUG
/// Reports about mistakes that would otherwise go unnoticed; each mistake is reported once for each group name.
package enum DebugConsole {
    package enum Mistake {
        case emptyGroup
        /// A request was issued outside any group, just after a group completed without a request.
        case missedGroup
        /// The deadline passed while the body was running, and no request was outstanding.
        case bodyAtDeadline
        case lateRequest(label: String)
        case secondAnswer(label: String)
        case exceededLimit(Int, label: String)
        /// A request waits for a permit while the request that has issued it holds a permit.
        case nestedWait(label: String, outer: String)
        case errorInSuccess(label: String)
        case recursion(label: String)
        case lostHandle(label: String)
        /// The completion of a group needs the main thread, and the main thread is blocked.
        case blockedCompletion
        case silentRejection(cause: String)
        /// The client called a `@MainActor` callback on another thread.
        case offMainActor(label: String)
        case unwrittenCache(path: String)
        /// The caller started the bare object of a request, such as a session task, so the request never entered.
        case bareStart
    }

    private static let reported = Locked(Set<String>())

    /// The closure that writes a message to standard error; tests replace the closure.
    package static let output = Locked<@Sendable (String) -> Void> { message in
        writeToStandardError("\(message)\n")
    }

    /// Reports a mistake, once for each group name; the name is `nil` outside any group and for a client's limit.
    package static func report(_ mistake: Mistake, groupName: String?) {
        let caseName = "\(mistake)".prefix { $0 != "(" }
        let isFirst = reported.withLock { reported in
            // An app may generate group names, so the number of stored names is limited.
            reported.count < 1_000 && reported.insert("\(caseName) \(groupName ?? "")").inserted
        }
        guard isFirst else { return }
        let group = groupName.map { "group “\($0.onOneLine)”" } ?? "its client"
        output.withLock { $0 }(mistake.message(group))
    }
}

extension DebugConsole.Mistake {
    fileprivate func message(_ group: String) -> String {
        let capture = "capture the group in a CapturedGroup"
        let exclude = "If the request belongs to no group, issue it in withoutRequestGroup."
        return switch self {
        case .emptyGroup:
            "The \(group) completed, and no request was issued in it. Perhaps its body calls the bare client or a "
                + "wrapper method without intercept, does not resume a task, or issues requests later: in a Task, in "
                + "Task.detached or on another queue. Await the Task in the body, or \(capture), and issue the requests in "
                + "its run method. If the group may be empty, open it with the option mayBeEmpty."
        case .missedGroup:
            "A request was issued in no group, just after the \(group) had completed without a request. If the "
                + "request belongs to that group, \(capture). \(exclude) Set onUngroupedRequest to see which request it is."
        case .bodyAtDeadline:
            "The body of \(group) was still running at the deadline, without a request: a deadline ends only requests, "
                + "and the group waits for its body. Issue the calls of the body through a wrapper, or open an "
                + "asynchronous group with the option cancelsBody."
        case .lateRequest(let label):
            "The request “\(label.onOneLine)” was issued after its \(group) had completed, so the group did not "
                + "wait for the request. Await the request in the body of the group, or \(capture). \(exclude)"
        case .secondAnswer(let label):
            "The request “\(label.onOneLine)” of \(group) was answered twice: only the first answer counts. If a "
                + "callback reports progress, wrap it by the role progress; if it is called after all others, by finally; if "
                + "it is a listener, call the client without intercept. Otherwise the client called back twice."
        case .exceededLimit(let limit, let label):
            "The request “\(label.onOneLine)” started above the limit of \(limit) of \(group): a request cannot wait "
                + "if its method returns a handle, or if it was entered by hand. Wrap the method without a result, "
                + "and pass the handle to onCancel."
        case .nestedWait(let label, let outer):
            "The request “\(label.onOneLine)” of \(group) waits for a permit, and the request “\(outer.onOneLine)”, "
                + "which has issued it, holds a permit. If the outer request waits for the inner request, and all permits "
                + "are held in this way, no request continues. Issue the inner request in withoutRequestGroup, or wrap "
                + "only one of the two clients."
        case .errorInSuccess(let label):
            "The success callback of the request “\(label.onOneLine)” of \(group) was called with an error, and the "
                + "request counts as succeeded. If the callback may carry an error, wrap it by the role completion, or "
                + "by callback with a closure that finds the error."
        case .recursion(let label):
            "The request “\(label.onOneLine)” of \(group) has issued itself 100 times, each time inside the previous request. Perhaps "
                + "its wrapper method calls itself: write base. before the call of the client."
        case .lostHandle(let label):
            "The request “\(label.onOneLine)” of \(group) could not be cancelled by its group, because its "
                + "handle was released. Unless your code has cancelled the request, pass holdsHandle: true to intercept, or "
                + "retain the handle in the closure of onCancel, or the object that prepare returned."
        case .blockedCompletion:
            "The completion of \(group) has not been called after 5 seconds. \(MainThread.remedy)"
        case .silentRejection(let cause):
            "A request of \(group) was rejected, and its callback was not called, because the callback \(cause). Wrap the "
                + "callback by the role callback, with a rejection: closure that returns its values."
        case .offMainActor(let label):
            "The callback of the request “\(label.onOneLine)” of \(group) belongs to the main actor, and the client called it "
                + "on another thread. In the closure of intercept call the callback in DispatchQueue.main.async, or "
                + "declare the callback without @MainActor."
        case .unwrittenCache(let path):
            "A response was not stored, because the cache cannot write into “\(path.onOneLine)”. Choose a directory in "
                + "which the app may write."
        case .bareStart:
            "A request of \(group) was started through its bare object, such as base or sessionTask of a task, so the "
                + "group did not wait for it. Call resume() or start() of the wrapper, or resume the task that enter() "
                + "returns."
        }
    }
}

extension Membership {
    package func report(_ mistake: DebugConsole.Mistake) {
        DebugConsole.report(mistake, groupName: group.isGrouping ? group.name : nil)
    }
}
#endif
