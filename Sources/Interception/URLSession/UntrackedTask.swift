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
    enum Reason { case foreignSession, otherDelegate, becameDownload }

    var reason = Reason.foreignSession

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

extension InterceptingClient<URLSession> {
    /// Creates a task whose end the wrapper does not receive; resuming the task fails its request in the group.
    func untrackedTask<Form: TaskForm>(
        _ form: Form,
        _ pipelineRequest: PipelineRequest?
    ) -> InterceptedTask<Form.Task> {
        let request = UntrackedTaskRequest(self, form, pipelineRequest, in: nil, hasHandler: false)
        let task = form.make(base, pipelineRequest?.request, nil)
        request.setTask(task)
        return InterceptedTask(task, request)
    }
}

/// The request of an untracked task; holds the permits of the task until repeated checks find that the task has ended.
private final class UntrackedTaskRequest: SessionRequest, @unchecked Sendable {
    /// The membership that owns the permits; `nil` if the task needs no permits, or has released its permits.
    private let permitOwner = Locked<Membership?>(nil)

    /// Fails the request in its group; returns the admission for the permits of the task, or `nil` if it needs none.
    override func admit(_ task: URLSessionTask, to group: RequestGroup?) -> Admission? {
        let settings = session.interceptionSettings
        let entry = group?.admit(label, isOptional: settings.isOptional, settings.metadataAtIssue)
        if let membership = entry?.membership {
            // The task of a cancelled group is not sent. Preparing could use up a stub, so do not prepare the task.
            let isCancelled = membership.group.isCancelled
            membership.leave(
                throwing: isCancelled
                    ? CancellationError() : super.prepare(task) ?? UntrackedTaskError()
            )
        }
        guard let admission = Admission(uncountedIn: group, settings: settings) else { return nil }
        if admission.isImmediate {
            admission.membership.leave()
            return nil
        }
        permitOwner.withLock { $0 = admission.membership }
        return admission
    }

    override func prepare(_ task: URLSessionTask) -> (any Error)? {
        let rejection = super.prepare(task)
        if rejection == nil { freePermits(after: task) } else { freePermits() }
        return rejection
    }

    override func cancelByGroup() {
        super.cancelByGroup()
        freePermits()
    }

    /// Frees the permits when the task has ended.
    private func freePermits(after task: URLSessionTask) {
        guard permitOwner.withLock({ $0 != nil }), task.state != .completed,
            task.state != .canceling
        else { return freePermits() }
        // Neither the session nor the task reports the end, so check again after a short time.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
            freePermits(after: task)
        }
    }

    private func freePermits() {
        permitOwner.withLock { $0.take() }?.leave()
    }
}
