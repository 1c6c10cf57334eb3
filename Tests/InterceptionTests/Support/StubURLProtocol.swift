import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands every request of a session to the ``StubServer`` that its host names.
final class StubURLProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        StubServer.named(request.url?.host) != nil
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        StubServer.named(request.url?.host)?.begin(self)
    }

    override func stopLoading() {
        StubServer.named(request.url?.host)?.stop(self)
    }

    func answer(_ body: Data, status: Int) {
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url,
                statusCode: status,
                httpVersion: "HTTP/1.1",
                headerFields: ["Content-Length": "\(body.count)"]
            )
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: body)
        client?.urlProtocolDidFinishLoading(self)
    }

    func fail(_ error: any Error) {
        client?.urlProtocol(self, didFailWithError: error)
    }
}
