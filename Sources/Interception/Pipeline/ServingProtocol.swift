// On watchOS, a session does not call the `URLProtocol` of an app, so this class does not exist there.
#if !os(watchOS)
import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Passes a local response to a session, because only a session can create a sequence of bytes.
final class ServingProtocol: URLProtocol {
    /// The responses to serve, by the URL that marks the request.
    private static let answers = Locked([URL: LoadedResponse]())

    /// Returns a session for one request, and the request with a mark by which the protocol finds the response.
    ///
    /// The caller issues the request and then invalidates the session.
    static func serve(
        _ answer: LoadedResponse,
        to request: URLRequest
    ) -> (session: URLSession, request: URLRequest) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ServingProtocol.self]
        configuration.urlCache = nil
        var request = request
        // A session passes this property to the protocol without using it, so the property can contain the mark.
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
