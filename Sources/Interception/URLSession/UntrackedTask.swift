import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The end of a task cannot be noticed, so that its group cannot wait for it.
///
/// The task has no handler, and its session reports to a delegate that the wrapper does not know.
/// Create the session through the wrapper: `InterceptingClient(configuration:delegate:delegateQueue:)`.
///
/// On Apple's platforms it is also the failure of a task whose own delegate is told of the end in place of the
/// wrapper. That is so if you set the delegate of a task that is one of the session itself: set the one of an
/// ``InterceptedTask``. And if a task becomes a download that has lost its delegate.
///
/// Such a task is sent all the same, but not in a group that is cancelled, and not before it has a slot
/// where its group or client is limited.
public struct UntrackedTaskError: Error, CustomStringConvertible {
    enum Reason {
        case foreignSession, otherDelegate, becameDownload
    }

    private let reason: Reason

    init(_ reason: Reason = .foreignSession) {
        self.reason = reason
    }

    /// What happened, and what to do about it.
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
        // Kept by its start, as it has no handler that would.
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

    /// Creates a task of the session itself that fails its group at once.
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
    /// The group hears that it cannot wait for a task, or why the task is not sent.
    fileprivate func reportUntracked(_ adapted: AdaptedRequest, _ group: RequestGroup?) {
        #if DEBUG
        if group == nil { reportStray { adapted.name.label } }
        #endif
        let label = adapted.name.label
        guard let entry = group?.admit(label, isOptional: marks.isOptional, issued) else { return }
        let membership = entry.membership
        // In a cancelled group it is not sent, and nothing of it used up.
        let isCancelled = membership.group.isCancelled
        membership.leave(
            throwing: isCancelled ? CancellationError() : adapted.refusal?() ?? UntrackedTaskError()
        )
    }
}

/// The slots that a task takes whose end nobody tells: they are free when it is seen to have ended.
private final class UntrackedSlots: Sendable {
    private struct Shared {
        var membership: Membership?
        var isLimited = false
        var isRefused = false
    }

    private let shared = Locked(Shared())

    /// Whether the group is cancelled in which the task was to start.
    var isRefused: Bool { shared.withLock(\.isRefused) }

    /// What the task needs before it may start, if that is anything.
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

    /// Frees the slots when the task has ended; at once if there are none.
    func release(after task: URLSessionTask) {
        guard shared.withLock({ $0.membership != nil && $0.isLimited }) else { return release() }
        guard task.state != .completed, task.state != .canceling else { return release() }
        // Neither the session nor the task tells: there is nothing to wait for but time.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
            release(after: task)
        }
    }

    func release() {
        shared.withLock { $0.membership.take() }?.leave()
    }
}
