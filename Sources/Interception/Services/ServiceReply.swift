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
        context.withLock { $0 }.run { finish(.failure(error)) }
    }

    /// Ends the call the first time, and tells the group every time.
    private func end(in group: InterceptedCall, with result: () -> Result<Response, any Error>) {
        var failure: (any Error)?
        if call.progress.end() {
            group.run {
                let result = result()
                failure = result.reportedFailure
                finish(result)
            }
        }
        group.settle(failure)
    }

    private func finish(_ result: Result<Response, any Error>) {
        completion(result)
        listeners.tell(call, result.map { $0 as any Sendable })
    }
}
