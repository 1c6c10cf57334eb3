import Dispatch
import GroupContext

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A single request of a plan, which ends exactly once, whatever its client does.
///
/// This object enters the group itself, whether or not its sender intercepts, so it waits for a permit, is
/// cancelled and fails like any other request. Requests that its sender intercepts join a hidden group, so that
/// they are not counted again.
///
/// The first of these events ends the request: the client answers, the client releases the completion, the
/// deadline of the group passes, or the request is rejected.
final class PlannedRequest: Sendable {
    typealias Completion = RequestPlan<LoadedResponse>.Completion

    private struct Shared {
        /// Called with the result; `nil` after the request has ended.
        var finish: Completion?
        /// The plan and the client; released at the end, so that a client which keeps the completion does not
        /// leak.
        var route: Route?
        var cancellation: GroupCancellation?
        /// The hidden group of the requests that the sender intercepts.
        var intercepted: RequestGroup?
        /// The handle of the running request; it must not retain the completion.
        var sent: SentRequest?
    }

    private struct Route {
        let run: PlanRun
        let client: any RequestSender
    }

    private let label: String
    private let membership: Membership?
    private let shared: Locked<Shared>
    private let admission: Admission?
    /// A Boolean value that indicates whether the request was issued in a group, which may have completed.
    private let isIssuedInGroup: Bool
    /// The settings of the client, if it intercepts; the client applies its limiter itself.
    private let settings: InterceptionSettings?
    /// The metadata of the request, if an observer or a pipeline may need it.
    private let issue: RequestIssue?
    /// The identity of the client, if the sender intercepts.
    private let senderID: ObjectIdentifier?

    /// Enters the group of the enclosing chain, or else the current group.
    init(_ label: String, of run: PlanRun, through client: any RequestSender) {
        self.label = label
        shared = Locked(Shared(route: Route(run: run, client: client)))
        settings = (client as? any RequestIntercepting)?.interceptionSettings
        senderID = run.senderID
        let group = run.chain ?? RequestGroup.current
        isIssuedInGroup = group != nil
        var own = InterceptionSettings()
        own.cancellationError = settings?.cancellationError
        // A sender that does not intercept may call a wrapped session, whose pipeline may need the identity.
        let mayBeAsked = settings.map { $0.pipeline?.needsIdentity == true } ?? true
        if let group, group.isObserved || mayBeAsked {
            own.issue = RequestIssue(id: SpanID())
        }
        issue = own.issue
        admission = Admission(
            label,
            isOptional: settings?.marks.isOptional ?? false,
            priority: settings?.marks.priority,
            client: senderID,
            settings: own,
            group: group
        )
        membership = admission?.membership
    }

    deinit {
        // Only the client's completion retains this object; the client has released it without calling it.
        let ended = shared.withLock { $0 }
        guard let finish = ended.finish, let run = ended.route?.run else { return }
        let error = ended.cancellation?.refusal(of: label) ?? LostCallbackError(label: label)
        run.pass(.failure(error), of: membership.map { .lost($0) } ?? .ungrouped, to: finish)
    }
}

// MARK: - Beginning

extension PlannedRequest {
    /// Sends the request as soon as the group admits it, or ends it at once with the error.
    func issue(_ request: Result<URLRequest, any Error>, _ finish: @escaping Completion) {
        let route = shared.withLock { shared in
            shared.finish = finish
            return shared.route
        }
        guard let run = route?.run else { return }
        let place = StartingPlace(queue: settings?.queue, isolation: nil)
        // Reported asynchronously, after the call that issued the request has returned.
        let refuse = { [self] (error: any Error) in
            place.report { [self] in end(.failure(error)) }
        }
        let isCancelled = run.watch(
            cancel: { [weak self] in self?.cancel() },
            byteCount: { [weak self] in self?.shared.withLock { $0.sent }?.byteCount?() }
        )
        if isCancelled { return refuse(CancellationError()) }
        switch request {
        case .failure(let error): refuse(error)
        case .success(let request):
            guard let admission else { return send(request) }
            DeferredStart(
                admission,
                place: place,
                start: { [self] in
                    heedGroup()
                    send(request)
                },
                refuse: refuse
            )
            .run()
        }
    }

    /// Adds the handlers that cancel the request with its group, and end it at the group's deadline.
    private func heedGroup() {
        let queue = settings?.queue
        membership?.add(.cancelling) { [weak self] cancellation in
            if let queue {
                queue.async { [weak self] in self?.cancel(cancellation) }
            } else {
                self?.cancel(cancellation)
            }
        }
        membership?.add(.deadline) { [weak self, label] cancellation in
            guard let self else { return }
            let cancelClient = beginCancelling(cancellation)
            // The request ends first, because cancelling may take long.
            end(.failure(cancellation.refusal(of: label)))
            guard let cancelClient else { return }
            if let queue {
                queue.async(execute: cancelClient)
            } else {
                WorkerThreads.userCode.run(cancelClient)
            }
        }
    }

    private func send(_ request: URLRequest) {
        guard let client = shared.withLock({ $0.route?.client }) else { return }
        let answer: Completion = { [self] in receive($0) }
        let sent =
            if let membership {
                intercepting(in: membership.group) { client.send(request, completion: answer) }
            } else if isIssuedInGroup {
                // The group has completed, and its observers have been notified of the late request.
                withoutRequestGroup { client.send(request, completion: answer) }
            } else {
                client.send(request, completion: answer)
            }
        let isCancelled = shared.withLock { shared in
            if shared.finish != nil { shared.sent = sent }
            return shared.cancellation != nil
        }
        if isCancelled { cancel(sent) }
    }

    /// Calls the client in a hidden group, so that requests that the client intercepts are not counted again.
    private func intercepting(in group: RequestGroup, _ send: () -> SentRequest) -> SentRequest {
        let intercepted = RequestGroup(
            opening: label,
            options: [
                .detached, .tolerant, .priority(group.priority),
                .serving(Interceptions(client: senderID, group: group, issue: issue)),
            ]
        )
        let cancellation = shared.withLock { shared in
            shared.intercepted = intercepted
            return shared.cancellation
        }
        if let cancellation { intercepted.cancel(cancellation) }
        defer { intercepted.close(bodyThrew: false) }
        return intercepted.run(send)
    }
}

// MARK: - Ending

extension PlannedRequest {
    /// Receives an answer of the client; the group reports each answer after the first one as a duplicate.
    private func receive(_ result: Result<LoadedResponse, any Error>) {
        let cancellation = shared.withLock { $0.cancellation }
        // Replaces the client's own cancellation error, which differs from client to client.
        let result = result.mapError { cancellation?.refusal(of: label) ?? $0 }
        if !end(result) { membership?.settle(nil) }
    }

    /// Ends the request, and returns `false` if it has already ended.
    @discardableResult
    private func end(_ result: Result<LoadedResponse, any Error>) -> Bool {
        // The old state is released after unlocking, because a deinit may run user code.
        let ended = shared.withLock { shared in
            defer {
                (shared.finish, shared.route) = (nil, nil)
                (shared.sent, shared.intercepted) = (nil, nil)
            }
            return shared
        }
        guard let finish = ended.finish, let run = ended.route?.run else { return false }
        let answer = membership.map { PassedAnswer(to: $0, result.reportedFailure) } ?? .ungrouped
        run.pass(result, of: answer, to: finish)
        return true
    }

    /// Cancels this request alone, for the user.
    func cancel() {
        membership?.cancel()
        cancel(.requested)
    }

    private func cancel(_ cancellation: GroupCancellation) {
        beginCancelling(cancellation)?()
    }

    /// Marks the request as cancelled, unless it has ended or has been cancelled; returns the action that
    /// cancels it.
    private func beginCancelling(
        _ cancellation: GroupCancellation
    ) -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            if shared.finish == nil || shared.cancellation != nil { return nil }
            shared.cancellation = cancellation
            // While the client is being called, `sent` is `nil`; then `send(_:)` cancels the request after the call.
            return { [self, intercepted = shared.intercepted, sent = shared.sent] in
                intercepted?.cancel(cancellation)
                if let sent { cancel(sent) }
            }
        }
    }

    private func cancel(_ sent: SentRequest) {
        if !sent.tryCancelling() {
            membership?.reportLostHandle(settings ?? InterceptionSettings())
        }
    }
}
