import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Ends one call: once, whatever the client does.
///
/// The client's completion keeps it. When that is released without having been called, the call
/// ends as lost.
final class ServiceReply<Response: Sendable>: Sendable {
    private let call: ServiceCall
    private let label: String
    private let listeners: ServiceListeners
    private let completion: @Sendable (Result<Response, any Error>) -> Void

    /// Answers that came while the first was being handed over, and whether that is over.
    private let further = Locked((count: 0, isOver: false))

    /// Where the callbacks of a request run that has reached the client.
    private let context = Locked(InterceptedCall())

    init(
        to call: ServiceCall,
        label: String,
        listeners: ServiceListeners,
        completion: @escaping @Sendable (Result<Response, any Error>) -> Void
    ) {
        self.call = call
        self.label = label
        self.listeners = listeners
        self.completion = completion
    }

    deinit {
        guard call.progress.end() else { return }
        // The membership in there goes with it, and tells the group that the callback was lost.
        context.withLock { $0 }.run { finish(.failure(LostCallbackError(label: label))) }
    }

    /// Sends the request, whose completion ends the call.
    func send(
        _ request: URLRequest,
        to client: any RequestSender,
        in group: InterceptedCall,
        _ makeResponse: @escaping @Sendable (LoadedResponse) throws -> Response
    ) {
        context.withLock { $0 = group }
        // The call itself is the member of the group, so that the group hears what became of the
        // response. To the client the request is one of no group, or it would count twice.
        let sent = withoutRequestGroup {
            client.send(request) { [self] result in
                end(in: group) { result.flatMap { loaded in Result { try makeResponse(loaded) } } }
            }
        }
        call.progress.didSend(sent)
    }

    /// Ends the call with an error, and its stay in the group.
    func fail(_ error: any Error, in group: InterceptedCall) {
        end(in: group) { .failure(error) }
    }

    /// Ends the call, whose group has given it up.
    func expire(_ error: any Error) {
        guard call.progress.end() else { return }
        further.withLock { $0.isOver = true }
        context.withLock { $0 }.run { finish(.failure(error)) }
    }

    /// Ends the call the first time, and tells the group every time: of the first answer first, even
    /// if another one comes while that is being handed over.
    private func end(in group: InterceptedCall, with result: () -> Result<Response, any Error>) {
        guard call.progress.end() else {
            let isOver = further.withLock { further in
                if !further.isOver { further.count += 1 }
                return further.isOver
            }
            if isOver { group.settle(nil) }
            return
        }
        var failure: (any Error)?
        group.run {
            let result = result()
            failure = result.reportedFailure
            finish(result)
        }
        group.settle(failure)
        let count = further.withLock { further in
            further.isOver = true
            return further.count
        }
        for _ in 0..<count { group.settle(nil) }
    }

    private func finish(_ result: Result<Response, any Error>) {
        completion(result)
        listeners.tell(call, result.map { $0 as any Sendable })
    }
}
