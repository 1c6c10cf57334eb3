// A protocol that serves local responses; not on watchOS, where a session does not call an app's `URLProtocol`.
#if !os(watchOS)
import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Serves a local response through a session, as a sequence of bytes, which only a session can create.
final class ServingProtocol: URLProtocol {
    /// The responses to serve, by the mark of the request.
    private static let answers = Locked([URL: LoadedResponse]())

    /// Returns a session for one request, and the request with a mark.
    ///
    /// Invalidate the session after issuing the request; the session is released when the request has ended.
    static func serve(
        _ answer: LoadedResponse,
        to request: URLRequest
    ) -> (session: URLSession, request: URLRequest) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ServingProtocol.self]
        configuration.urlCache = nil
        var request = request
        // A session ignores this property, and passes it to the protocol unchanged.
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
