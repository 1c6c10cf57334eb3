import Dispatch
import GroupContext

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A single request of a plan, from its issue to its end, which comes once whatever its client does.
///
/// It is a member of its group itself, whether or not its sender intercepts: so it waits for its
/// slot, is cancelled, and fails as any other. What its sender intercepts is in a group of its own that
/// nobody sees, so that the request counts once.
///
/// What ends a request first is what it ends with: the answer of its client, or that none can come,
/// the deadline of its group, or its refusal.
final class PlannedRequest: Sendable {
    typealias Completion = RequestPlan<LoadedResponse>.Completion

    private struct Shared {
        /// Who is told of the end, until it has come.
        var finish: Completion?
        /// Whom it goes through, until the end has come: a client that keeps the completion for ever does
        /// not keep itself by it.
        var route: Route?
        var cancellation: GroupCancellation?
        /// What its sender intercepts.
        var intercepted: RequestGroup?
        /// Kept until the request has ended; it must not keep the completion.
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
    /// Whether the request was issued in a group, which may have completed already.
    private let isIssuedInGroup: Bool
    /// Those of the client, if it intercepts: its limiter is left to itself.
    private let settings: InterceptionSettings?
    /// What is known of it, if a pipeline may ask for that.
    private let issue: RequestIssue?
    /// What tells its sender from others, if that intercepts.
    private let senderID: ObjectIdentifier?

    /// Enters the current group, or that of the chain.
    init(_ label: String, of run: PlanRun, through client: any RequestSender) {
        self.label = label
        shared = Locked(Shared(route: Route(run: run, client: client)))
        settings = (client as? any RequestIntercepting)?.interceptionSettings
        senderID = run.senderID
        let group = run.chain ?? RequestGroup.current
        isIssuedInGroup = group != nil
        var own = InterceptionSettings()
        own.cancellationError = settings?.cancellationError
        // A session behind a sender that does not intercept may ask for it too.
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
        // Only the client's completion keeps it, and the client has dropped that.
        let ended = shared.withLock { $0 }
        guard let finish = ended.finish, let run = ended.route?.run else { return }
        let error = ended.cancellation?.refusal(of: label) ?? LostCallbackError(label: label)
        run.pass(.failure(error), of: membership.map { .lost($0) } ?? .ungrouped, to: finish)
    }
}

// MARK: - Beginning

extension PlannedRequest {
    /// Hands the request to the client as soon as the group lets it.
    ///
    /// - Parameters:
    ///   - request: what to send, or why there is nothing to send.
    ///   - finish: called once with the end of the request.
    func issue(_ request: Result<URLRequest, any Error>, _ finish: @escaping Completion) {
        let route = shared.withLock { shared in
            shared.finish = finish
            return shared.route
        }
        guard let run = route?.run else { return }
        let place = StartingPlace(queue: settings?.queue, isolation: nil)
        // Never before the call that issued the request has returned.
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

    /// Lets the group cancel the request, and give it up at its deadline.
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
            // Ended first: cancelling may take its time.
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
                // The group has completed, and has been told of the late request.
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

    /// Calls the client so that this request alone is in the group, whatever the client intercepts.
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
    /// The client has answered: a further answer is told to the observers of the group alone.
    private func receive(_ result: Result<LoadedResponse, any Error>) {
        let cancellation = shared.withLock { $0.cancellation }
        // How a client reports that it was cancelled is its own affair.
        let result = result.mapError { cancellation?.refusal(of: label) ?? $0 }
        if !end(result) { membership?.settle(nil) }
    }

    /// Ends the request, and returns whether it had not ended before.
    @discardableResult
    private func end(_ result: Result<LoadedResponse, any Error>) -> Bool {
        // All of it is released outside the lock: it may hold the last reference to anything.
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

    /// Its user cancels the request alone.
    func cancel() {
        membership?.cancel()
        cancel(.requested)
    }

    private func cancel(_ cancellation: GroupCancellation) {
        beginCancelling(cancellation)?()
    }

    /// Marks the request as cancelled, unless it is or has ended.
    ///
    /// - Returns: what cancels the request in its client.
    private func beginCancelling(
        _ cancellation: GroupCancellation
    ) -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            if shared.finish == nil || shared.cancellation != nil { return nil }
            shared.cancellation = cancellation
            // A request whose client is being called is cancelled when that has returned.
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
