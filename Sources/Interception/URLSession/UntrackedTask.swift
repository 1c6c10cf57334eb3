import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The error of a task whose end goes unnoticed, so that its group cannot wait for it.
///
/// The task has no handler, and its session reports to a delegate that the wrapper does not know. Create the
/// session through the wrapper: `InterceptingClient(configuration:delegate:delegateQueue:)`.
///
/// On Apple's platforms a task also fails with this error if its own delegate receives the end instead of the
/// wrapper. That happens if you set the delegate of a bare session task: set that of an ``InterceptedTask``. It
/// also happens if a task becomes a download that has lost its delegate.
///
/// Such a task is sent all the same, unless its group is cancelled. Under a limit it first waits for its
/// permit.
public struct UntrackedTaskError: Error, CustomStringConvertible {
    enum Reason {
        case foreignSession, otherDelegate, becameDownload
    }

    private let reason: Reason

    init(_ reason: Reason = .foreignSession) {
        self.reason = reason
    }

    /// The problem and the cure.
    public var description: String {
        let session =
            "create its session by InterceptingClient(configuration:delegate:delegateQueue:)"
        let advice =
            switch reason {
            case .foreignSession: session
            case .otherDelegate:
                "its own delegate hears of its end; set the delegate of an InterceptedTask, before resume()"
            case .becameDownload: "it has become a download without a delegate; \(session)"
            }
        return "the group cannot wait for this task, which has no handler: \(advice)"
    }
}

extension UntrackedTaskError: DescribedInSummaries {}

extension InterceptingClient<URLSession> {
    /// Creates a task that fails its group when it is resumed.
    func untrackedTask<Form: TaskForm>(
        _ form: Form,
        _ adapted: AdaptedRequest
    ) -> InterceptedTask<Form.Task> {
        let (settings, slots, refusal) = (interceptionSettings, UntrackedSlots(), adapted.refusal)
        let request = PreparedRequest(home: .here) { group, _ in
            settings.reportUntracked(adapted, group)
            return slots.admission(settings, group)
        }
        // Retained by `prepare`, because the task has no handler that would retain it.
        let end = AnsweringEnd(request)
        return InterceptedTask(
            form.make(in: base, adapted.request),
            of: request,
            settings: settings,
            context: nil,
            prepare: { task in
                withExtendedLifetime(end) {
                    let isRefused = slots.isRefused || refusal?() != nil
                    if isRefused { task.cancel() }
                    slots.release(after: task)
                    return !isRefused
                }
            },
            cancel: { task in
                task.cancel()
                slots.release()
            }
        )
    }

    /// Creates a bare session task that fails its group at once.
    func ownUntrackedTask<Form: TaskForm>(
        _ form: Form,
        _ adapted: AdaptedRequest
    ) -> Form.Task {
        let task = form.make(in: base, adapted.request)
        let (slots, group) = (UntrackedSlots(), RequestGroup.current)
        interceptionSettings.reportUntracked(adapted, group)
        if let admission = slots.admission(interceptionSettings, group) {
            admission.startDespiteLimits()
            InterceptedCall(admission.membership).onCancel(task) { task in
                task.cancel()
                slots.release()
            }
        }
        if slots.isRefused || adapted.refusal?() != nil { task.cancel() }
        slots.release(after: task)
        return task
    }
}

extension InterceptionSettings {
    /// Reports to the group that it cannot wait for a task, or why the task is not sent.
    fileprivate func reportUntracked(_ adapted: AdaptedRequest, _ group: RequestGroup?) {
        #if DEBUG
        if group == nil { reportStray { adapted.name.label } }
        #endif
        let label = adapted.name.label
        guard let entry = group?.admit(label, isOptional: marks.isOptional, issued) else { return }
        let membership = entry.membership
        // In a cancelled group the task is not sent, and uses up no stub.
        let isCancelled = membership.group.isCancelled
        membership.leave(
            throwing: isCancelled ? CancellationError() : adapted.refusal?() ?? UntrackedTaskError()
        )
    }
}

/// The permits of a task whose end is not reported; they are returned when the task is seen to have ended.
private final class UntrackedSlots: Sendable {
    private struct Shared {
        var membership: Membership?
        var isLimited = false
        var isRefused = false
    }

    private let shared = Locked(Shared())

    /// A Boolean value that indicates whether the task's group was cancelled before the start of the task.
    var isRefused: Bool { shared.withLock(\.isRefused) }

    /// Returns the admission that the task needs before it starts, if it needs one.
    func admission(_ settings: InterceptionSettings, _ group: RequestGroup?) -> Admission? {
        guard let admission = Admission(uncountedIn: group, settings: settings) else { return nil }
        return shared.withLock { shared in
            shared.isRefused = admission.refusal != nil
            if shared.isRefused { return nil }
            shared.membership = admission.membership
            shared.isLimited = !admission.limiters.isEmpty
            return admission
        }
    }

    /// Returns the permits when the task has ended; at once if there are none.
    func release(after task: URLSessionTask) {
        guard shared.withLock({ $0.membership != nil && $0.isLimited }) else { return release() }
        guard task.state != .completed, task.state != .canceling else { return release() }
        // Polled, because neither the session nor the task reports the end.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
            release(after: task)
        }
    }

    func release() {
        shared.withLock { $0.membership.take() }?.leave()
    }
}
