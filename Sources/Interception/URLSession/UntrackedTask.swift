import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The error of a request whose group cannot wait, because the wrapper does not receive the end of the task.
///
/// The task has no handler, and its session reports to a delegate that the wrapper does not know. Create the
/// session through the wrapper: `InterceptingClient(configuration:delegate:delegateQueue:)`.
///
/// On Apple's platforms a request also fails with this error if the task's own delegate receives the end
/// instead of the wrapper. That happens if you set the delegate of a bare session task: set the delegate of
/// an ``InterceptedTask`` instead. A task that becomes a download without a delegate fails with this error
/// too.
///
/// The session sends such a request nevertheless, unless the group is cancelled. Under a limit, the request
/// first waits for a permit.
package struct UntrackedTaskError: Error, CustomStringConvertible {
    enum Reason {
        case foreignSession, otherDelegate, becameDownload
    }

    private let reason: Reason

    init(_ reason: Reason = .foreignSession) {
        self.reason = reason
    }

    /// The problem, and its remedy.
    package var description: String {
        let session =
            "create its session by InterceptingClient(configuration:delegate:delegateQueue:)"
        let advice =
            switch reason {
            case .foreignSession: session
            case .otherDelegate:
                "the session notifies the task's own delegate; set the delegate of an InterceptedTask, before resume()"
            case .becameDownload: "it has become a download without a delegate; \(session)"
            }
        return "the group cannot wait for this task, which has no handler: \(advice)"
    }
}

extension UntrackedTaskError: DescribedInSummaries {}

extension InterceptingClient<URLSession> {
    /// Creates a task whose end the wrapper does not receive; resuming the task fails its request in the group.
    func untrackedTask<Form: TaskForm>(
        _ form: Form,
        _ piped: PipelineRequest?
    ) -> InterceptedTask<Form.Task> {
        let (request, permits) = (unstartedRequest, UntrackedTaskPermits())
        let (settings, name) = (interceptionSettings, form.name(piped))
        // The task has no handler that could retain `end`, so the `prepare` closure retains `end`.
        let end = UnstartedRequestCallbacks(request)
        let setup = TaskSetup(
            request,
            self,
            name,
            nil,
            admit: { group in
                settings.reportUntracked(name, piped, group)
                return permits.admission(settings, group)
            },
            prepare: { task in
                withExtendedLifetime(end) {
                    let rejection = permits.rejection ?? piped?.start(hasHandler: false)
                    permits.release(after: task, isSent: rejection == nil)
                    return rejection
                }
            },
            cancel: { task in
                task.cancel()
                permits.release()
            }
        )
        return InterceptedTask(form.make(base, piped?.request, nil), setup)
    }
}

extension InterceptionSettings {
    /// Fails a request in its group, because the group cannot wait for the task.
    fileprivate func reportUntracked(
        _ name: RequestName,
        _ piped: PipelineRequest?,
        _ group: RequestGroup?
    ) {
        let entry = group?.admit(name.label, isOptional: attributes.isOptional, metadataAtIssue)
        guard let membership = entry?.membership else { return }
        // The task of a cancelled group is not sent. Calling `start` could use up a stub, so do not call `start`.
        let isCancelled = membership.group.isCancelled
        membership.leave(
            throwing: isCancelled
                ? CancellationError() : piped?.start(hasHandler: false) ?? UntrackedTaskError()
        )
    }
}

/// Holds the permits of a task until repeated checks find that the task has ended.
private final class UntrackedTaskPermits: Sendable {
    private struct Shared {
        /// The hold that owns the permits; `nil` if the task holds no permits.
        var hold: Membership?
        var rejection: CancellationError?
    }

    private let shared = Locked(Shared())

    /// The error of the task, if its group was cancelled before the task started.
    var rejection: (any Error)? { shared.withLock(\.rejection) }

    /// Returns the admission of the task; `nil` if the task can start at once.
    func admission(_ settings: InterceptionSettings, _ group: RequestGroup?) -> Admission? {
        guard let admission = Admission(uncountedIn: group, settings: settings) else { return nil }
        if admission.rejection != nil { shared.withLock { $0.rejection = CancellationError() } }
        guard admission.rejection == nil, !admission.limiters.isEmpty else {
            admission.membership.leave()
            return nil
        }
        shared.withLock { $0.hold = admission.membership }
        return admission
    }

    /// Returns the permits when the task has ended; at once if the task is not sent.
    func release(after task: URLSessionTask, isSent: Bool) {
        guard isSent, shared.withLock({ $0.hold != nil }), task.state != .completed,
            task.state != .canceling
        else { return release() }
        // Neither the session nor the task reports the end, so check again after a short time.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
            release(after: task, isSent: true)
        }
    }

    func release() {
        shared.withLock { $0.hold.take() }?.leave()
    }
}
