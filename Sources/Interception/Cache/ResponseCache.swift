import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
public final class ResponseCache: Sendable {
    func response(for request: URLRequest, allowingExpired: Bool) throws -> LoadedResponse {
        throw URLError(.unknown)
    }
    func store(_ response: LoadedResponse, for request: URLRequest) {}
}
