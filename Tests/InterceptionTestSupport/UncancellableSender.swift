import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends through a client that cannot be cancelled, and knows of no refusal.
struct UncancellableSender: RequestSender {
    let client: ManualClient

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        InterceptingClient(client).get(
            request.path,
            success: { completion(.success(LoadedResponse(text: $0))) },
            failure: { completion(.failure($0)) }
        )
        return SentRequest {}
    }
}
