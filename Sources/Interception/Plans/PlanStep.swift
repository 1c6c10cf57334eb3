import Dispatch
import GroupContext

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A single request of a plan; the request ends once, even if its client answers twice or loses the completion.
///
/// The step enters the group itself, even if its sender intercepts requests. Therefore the step waits for a
/// permit, is cancelled and fails like any other request. Requests that the sender intercepts join a hidden group,
/// so that these requests are not counted again.
///
/// The first of these events ends the request: the client answers, the client releases the completion, the
/// deadline of the group passes, or the request is rejected.
final class PlanStep: PlanWork {
    typealias Completion = RequestPlan<LoadedResponse>.Completion

    private struct Shared {
        /// The issued request; released at its end, because the client may retain the completion forever.
        var running: Running?
        var cancellation: CancellationReason?
    }

    private struct Running {
        let run: PlanRun
        let finish: Completion
        var intercepted: RequestGroup?
        /// The handle of the running request; the handle must not retain the completion.
        var handle: CancelHandle?
    }

    private let label: RequestLabel
    private let shared = Locked(Shared())
    private let admission: Admission?
    private var membership: Membership? { admission?.membership }
    /// A Boolean value that indicates whether the request was issued in a group, open or completed.
    private let isIssuedInGroup: Bool
    /// The settings of the client, if it intercepts requests; such a client applies the limiter of its settings itself.
    private let settings: InterceptionSettings?
    private let senderID: ObjectIdentifier?

    /// Enters the request in the group of the enclosing chain; without a chain, in the current group.
    init(_ label: RequestLabel, of run: PlanRun, through client: (any RequestSender)? = nil) {
        self.label = label
        let intercepting = client.map { $0 as? any RequestIntercepting }
        settings = intercepting.map { $0?.interceptionSettings } ?? run.settings
        senderID = intercepting.map { $0?.interceptedClient } ?? run.senderID
        let group = run.chain ?? RequestGroup.current
        isIssuedInGroup = group != nil
        admission = Admission(
            label,
            // In an optional batch or chain, the requests are not optional, so a failure still ends the batch.
            isOptional: !run.isPart && settings?.isOptional == true,
            priority: settings?.priority,
            // Under a limit, `issue` takes the permit, so that a rejected step takes none.
            isSlow: group?.limiter != nil,
            // A request of a batch or a chain joins the group of the plan, and is never a subrequest.
            client: run.isPart ? nil : senderID,
            settings: InterceptionSettings(),
            group: group
        )
    }

    deinit {
        // Only the completion retains this object, so the client has released the completion. If `running` is set,
        // the client has never called the completion.
        let (running, cancellation) = shared.withLock { ($0.running.take(), $0.cancellation) }
        guard let running else { return }
        let error =
            cancellation?.rejection(of: label.text) ?? LostCallbackError(label: label.text)
        let answer = membership.map { PassedAnswer(lost: $0) } ?? .ungrouped
        running.run.pass(.failure(error), of: answer, to: running.finish)
    }
}

// MARK: - Beginning

extension PlanStep {
    /// Sends the request when the group admits it, or ends the step with the error of `request`.
    func issue(
        _ request: Result<URLRequest, any Error>,
        in run: PlanRun,
        through client: any RequestSender,
        _ finish: @escaping Completion
    ) {
        shared.withLock { $0.running = Running(run: run, finish: finish) }
        let executor = StartExecutor(queue: settings?.queue, isolation: nil, isOnMain: run.isOnMain)
        if run.watch(self) { return reject(CancellationError(), at: executor) }
        switch request {
        case .failure(let error): reject(error, at: executor)
        case .success(let request):
            guard let admission else { return send(request, through: client) }
            let membership = admission.membership
            admission.start(at: executor) { [self] reason in
                if let reason {
                    let error = reason.rejection(of: membership, settings?.cancellationError)
                    return reject(error, at: executor)
                }
                // Cancel the request with its group, and end the request at the deadline of the group.
                let handler: CancelHandler = { [weak self] in self?.groupCancelled($0) }
                membership.add(.cancelling(handler))
                membership.add(.deadline(handler))
                send(request, through: client)
            }
        }
    }

    /// Ends the request asynchronously, never inside the call that issued the request.
    private func reject(_ error: any Error, at executor: StartExecutor) {
        executor.report { [self] in end(.failure(error)) }
    }

    private func groupCancelled(_ cancellation: CancellationReason) {
        let cancelClient = beginCancelling(cancellation)
        // The request ends first, because the client may take long to cancel.
        if cancellation == .deadline {
            // Even after an earlier cancellation, an answer of the client is now late, and no duplicate.
            shared.withLock { $0.cancellation = .deadline }
            end(.failure(cancellation.rejection(of: label.text)))
        }
        guard let cancelClient else { return }
        if let queue = settings?.queue {
            queue.async(execute: cancelClient)
        } else if cancellation == .deadline {
            WorkerThreads.limited.run(cancelClient)
        } else {
            cancelClient()
        }
    }

    private func send(_ request: URLRequest, through client: any RequestSender) {
        guard shared.withLock({ $0.running != nil }) else { return }
        var handle: CancelHandle?
        inContextOfClient { handle = client.send(request) { [self] in receive($0) } }
        let isCancelled = shared.withLock { shared in
            shared.running?.handle = handle
            return shared.cancellation != nil
        }
        if isCancelled, let handle { cancel(handle) }
    }

    private func inContextOfClient(_ call: () -> Void) {
        // A subrequest outside any group needs no hidden group, which would hide that the client is in no group.
        guard let membership, membership.group !== RequestGroup.ungrouped else {
            // If the group has completed, its observers have been notified of the late request. Call the client outside
            // any group, so that a client that intercepts does not report the request again.
            return isIssuedInGroup ? withoutRequestGroup(call) : call()
        }
        let intercepted = RequestGroup(of: (senderID, membership))
        // The client may issue further requests, for which the group has to wait, too.
        let hold = membership.group.hold(isHidden: true)
        hold?.add(.nested(intercepted))
        intercepted.whenCompleted { hold?.release() }
        let cancellation = shared.withLock { shared in
            shared.running?.intercepted = intercepted
            return shared.cancellation
        }
        if let cancellation { intercepted.cancel(cancellation) }
        intercepted.run(call)
        intercepted.close(bodyThrew: false)
    }
}

// MARK: - Ending

extension PlanStep {
    /// Receives an answer; before the deadline of the group, the group reports each further answer as a duplicate.
    private func receive(_ result: Result<LoadedResponse, any Error>) {
        // If the request was cancelled, one uniform error replaces any error of the client. The group may have
        // cancelled the hidden group before this step.
        let result = result.mapError { error in
            let cancellation = shared.withLock { $0.cancellation } ?? membership?.checkStart()
            return cancellation?.rejection(of: label.text) ?? error
        }
        if !end(result), shared.withLock({ $0.cancellation }) != .deadline {
            membership?.settle(nil)
        }
    }

    @discardableResult
    private func end(_ result: Result<LoadedResponse, any Error>) -> Bool {
        guard let ended = shared.withLock({ $0.running.take() }) else { return false }
        if case .success(let response) = result {
            ended.run.endedBytes.withLock { $0 += Int64(response.data.count) }
        }
        let answer = membership.map { PassedAnswer(to: $0, result.reportedFailure) } ?? .ungrouped
        ended.run.pass(result, of: answer, to: ended.finish)
        return true
    }

    /// Cancels this request, but not its group.
    func cancel() {
        membership?.cancel()
        beginCancelling(.requested)?()
    }

    var byteCount: ByteCount? { shared.withLock { $0.running?.handle }?.byteCount?() }

    /// Returns the action that cancels the request; `nil` if the request has ended or is already cancelled.
    private func beginCancelling(_ cancellation: CancellationReason) -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            guard let running = shared.running, shared.cancellation == nil else { return nil }
            shared.cancellation = cancellation
            // While the client is being called, `handle` is `nil`; then `send(_:)` cancels the request after the call.
            return { [self, intercepted = running.intercepted, handle = running.handle] in
                intercepted?.cancel(cancellation)
                if let handle { cancel(handle) }
            }
        }
    }

    private func cancel(_ handle: CancelHandle) {
        if !handle.tryCancelling() {
            membership?.reportLostHandle(settings ?? InterceptionSettings())
        }
    }
}
