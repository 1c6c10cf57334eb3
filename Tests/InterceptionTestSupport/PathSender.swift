/// A sender for a ``ManualClient``, as a user would write it.
///
/// The client receives the last part of the path; its values become bodies.
struct PathSender: RequestSender {
    let client: ManualClient

    @discardableResult
    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        let (client, path) = (client, request.path)
        let cancel = { @Sendable in for call in client.takeAll(path) { call.fail("cancelled") } }
        let fail = { @Sendable (error: any Error) in completion(.failure(error)) }
        InterceptingClient(client).intercept("GET \(path)", onRejection: fail) { call in
            call.onCancel(cancel)
            client.get(
                path,
                success: call.wrap(
                    .success { (text: String) in completion(.success(LoadedResponse(text: text))) }
                ),
                failure: call.wrap(.failure(fail))
            )
        }
        return CancelHandle(cancel: cancel)
    }
}

extension URLRequest {
    /// Creates a request that only the test clients can send.
    ///
    /// The path is in the place of the host, so that plans use the same label as the client.
    init(path: String) {
        self.init(url: URL(string: "test://\(path)") ?? URL(fileURLWithPath: "/"))
    }

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

    var text: String { String(decoding: data, as: UTF8.self) }
}

extension Result<LoadedResponse, any Error> {
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
    /// The bodies as text, or the errors, by position.
    var texts: [String] { map(\.text) }
}
