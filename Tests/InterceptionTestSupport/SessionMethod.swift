/// A method that issues a request of a session; its raw value is the path of the request.
protocol SessionMethod: RawRepresentable where RawValue == String {}

extension SessionMethod {
    var path: String { rawValue }
    var httpMethod: String { rawValue.hasPrefix("upload") ? "POST" : "GET" }

    func label(_ server: StubServer) -> String {
        if rawValue == "downloadResumed" { return "resumed download" }
        return "\(httpMethod) \(server.host)/\(path)"
    }

    func request(_ url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = httpMethod
        return request
    }
}
