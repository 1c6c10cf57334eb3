import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends through a client that was never wrapped.
struct BareSender: RequestSender {
    let client: ManualClient
    /// What the client does with a request that is cancelled, if it still has it.
    var cancel: @Sendable (ManualCall?) -> Void = { _ in }

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        client.get(
            request.path,
            success: { completion(.success(LoadedResponse(text: $0))) },
            failure: { completion(.failure($0)) }
        )
        return SentRequest { [client, cancel] in cancel(client.takeAll(request.path).first) }
    }
}
