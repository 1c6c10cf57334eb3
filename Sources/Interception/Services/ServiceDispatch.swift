import Dispatch
import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Brings one call from its issue to the client, through the current request group if there is one.
struct ServiceDispatch {
    private let call: ServiceCall
    private let label: String
    private let client: any RequestSender
    private let queue: DispatchQueue?
    private let place: StartingPlace
    private let admission: Admission?

    /// Enters the current group.
    init(call: ServiceCall, label: String, client: any RequestSender) {
        self.call = call
        self.label = label
        self.client = client
        // Where the client wants to be called later. Its limiter is left to itself.
        queue = (client as? any RequestIntercepting)?.interceptionSettings.queue
        place = StartingPlace(queue: queue, isolation: nil)
        admission = Admission(
            label,
            isOptional: false,
            priority: nil,
            client: ObjectIdentifier(ServiceDispatch.self),
            settings: InterceptionSettings(),
            group: RequestGroup.current
        )
        #if DEBUG
        // Here, as the client is called outside any group on purpose.
        if RequestGroup.current == nil {
            (client as? any RequestIntercepting)?.reportStray { label }
        }
        #endif
    }

    /// Sends the request as soon as the group lets it.
    func send<Response>(
        _ request: URLRequest,
        _ reply: ServiceReply<Response>,
        _ makeResponse: @escaping @Sendable (LoadedResponse) throws -> Response
    ) {
        guard let admission else {
            return reply.send(request, to: client, in: InterceptedCall(), makeResponse)
        }
        let membership = admission.membership
        call.progress.enter(membership)
        DeferredStart(
            admission,
            place: place,
            start: {
                cancelWithGroup(membership)
                membership.addExpiryAction { [weak reply, label] cancellation in
                    reply?.expire(cancellation.refusal(of: label))
                }
                reply.send(request, to: client, in: InterceptedCall(membership), makeResponse)
            },
            refuse: { refuse($0, reply) }
        )
        .run()
    }

    /// Ends a call that does not reach the client: never before the call that issued it returns.
    func refuse<Response>(_ error: any Error, _ reply: ServiceReply<Response>) {
        let group = admission.map { InterceptedCall($0.membership) } ?? InterceptedCall()
        place.report { reply.fail(error, in: group) }
    }

    private func cancelWithGroup(_ membership: Membership) {
        // Weak: the handle of a request may keep its callbacks.
        membership.onCancel { [weak progress = call.progress, queue] in
            guard let progress else { return }
            if let queue {
                queue.async { progress.cancel() }
            } else {
                progress.cancel()
            }
        }
    }
}
