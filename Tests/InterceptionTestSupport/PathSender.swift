import Foundation
import Interception
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests through a ``ManualClient``, as the wrapper of a client of a user's own would.
///
/// The client sees the last part of the path, and its values become bodies.
struct PathSender: RequestSender {
    let client: ManualClient

    @discardableResult
    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let (client, path) = (client, request.path)
        let cancel = { @Sendable in
            for call in client.takeAll(path) { call.fail("cancelled") }
        }
        let fail = { @Sendable (error: any Error) in completion(.failure(error)) }
        InterceptingClient(client).intercept("GET \(path)", onRejection: fail) { call in
            call.onCancel(cancel)
            client.get(
                path,
                success: call.wrap(
                    .success { (text: String) in
                        completion(.success(LoadedResponse(text: text)))
                    }
                ),
                failure: call.wrap(.failure(fail))
            )
        }
        return SentRequest(cancel: cancel)
    }
}

/// Sends requests through a ``HandleClient``, whose handles keep the callbacks.
struct HandleSender: RequestSender {
    let client: HandleClient

    @discardableResult
    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let handle = InterceptingClient(client).load(request.path) {
            completion($0.map { LoadedResponse(text: $0) }.mapError { $0 })
        }
        return SentRequest(handle) { HandleClient.Handle.cancel($0) }
    }
}

extension URLRequest {
    /// A request that only the clients of tests can send.
    ///
    /// The path stands where a host would, so that plans call the request as the client does.
    init(path: String) {
        self.init(url: URL(string: "test://\(path)") ?? URL(fileURLWithPath: "/"))
    }

    /// What the clients of tests take for its path.
    var path: String { url?.host() ?? "" }
}

extension StubServer {
    func request(_ path: String) throws -> URLRequest { URLRequest(url: try url(path)) }
}

extension LoadedResponse {
    init(text: String) {
        let response = URLResponse(
            url: URL(fileURLWithPath: "/"),
            mimeType: nil,
            expectedContentLength: -1,
            textEncodingName: nil
        )
        self.init(data: Data(text.utf8), response: response)
    }

    /// The body as text.
    var text: String { String(decoding: data, as: UTF8.self) }
}

extension Result<LoadedResponse, any Error> {
    /// The body as text, or what went wrong.
    var text: String {
        switch self {
        case .success(let response): response.text
        case .failure(let error as ClientError): error.reason
        case .failure(let error as URLError): "URLError \(error.code.rawValue)"
        case .failure(let error): "\(type(of: error))"
        }
    }
}

extension BatchResults<LoadedResponse> {
    /// The bodies as text, or what went wrong, by position.
    var texts: [String] { map(\.text) }
}
