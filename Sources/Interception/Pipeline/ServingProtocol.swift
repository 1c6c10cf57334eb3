// On a watch no session loads anything by a protocol of ours.
#if !os(watchOS)
import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Serves an answer that is ready to a session that loads it, as a server would.
///
/// It is for what only a session can make: a sequence of bytes.
final class ServingProtocol: URLProtocol {
    /// What is to be served, by what the requests are marked with.
    private static let answers = Locked([URL: LoadedResponse]())

    /// Returns a session for one request, and that request.
    ///
    /// Invalidate the session when the request has been issued; it goes when the request has ended.
    static func serve(
        _ answer: LoadedResponse,
        to request: URLRequest
    ) -> (session: URLSession, request: URLRequest) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ServingProtocol.self]
        configuration.urlCache = nil
        var request = request
        // A session does not read it, and it comes here unchanged.
        let mark = URL(string: "answer:\(UUID().uuidString)")
        request.mainDocumentURL = mark
        if let mark { answers.withLock { $0[mark] = answer } }
        return (URLSession(configuration: configuration), request)
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let answer = request.mainDocumentURL.flatMap { mark in
            Self.answers.withLock { $0.removeValue(forKey: mark) }
        }
        guard let answer else {
            client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
            return
        }
        client?.urlProtocol(self, didReceive: answer.response, cacheStoragePolicy: .notAllowed)
        if !answer.data.isEmpty { client?.urlProtocol(self, didLoad: answer.data) }
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
#endif
