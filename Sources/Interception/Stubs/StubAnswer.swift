public import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An answer of a stub.
///
/// ```swift
/// stubs.answer(.method("GET", "/feed"), with: .json(#"{"items": []}"#).delayed(by: .seconds(2)))
/// stubs.answer(.method("GET", "/icon"), with: .file(icon, headers: ["Content-Type": "image/png"]))
/// stubs.answer(.url("*"), with: .failure(URLError(.notConnectedToInternet)))
/// ```
public struct StubAnswer: Sendable {
    private enum Content {
        case body(@Sendable () throws -> Data, status: Int, headers: [String: String])
        case failure(any Error)
    }

    private let content: Content
    private var delay: Duration?

    private static func body(
        _ headers: [String: String],
        _ status: Int,
        type: String? = nil,
        _ data: @escaping @Sendable () throws -> Data
    ) -> Self {
        let type = type.map { ["Content-Type": $0] } ?? [:]
        return Self(content: .body(data, status: status, headers: type.replacing(headers)))
    }

    /// Returns an answer with a body, by default an empty one; the header field `Content-Length` is added.
    public static func data(
        _ data: Data = Data(),
        status: Int = 200,
        headers: [String: String] = [:]
    ) -> Self {
        body(headers, status) { data }
    }

    /// Returns an answer with JSON text and the content type `application/json`.
    public static func json(
        _ text: String,
        status: Int = 200,
        headers: [String: String] = [:]
    ) -> Self {
        body(headers, status, type: "application/json") { Data(text.utf8) }
    }

    /// Returns an answer with a value encoded as JSON and the content type `application/json`.
    ///
    /// If the value cannot be encoded, the request fails.
    public static func json(
        encoding value: some Encodable & Sendable,
        status: Int = 200,
        headers: [String: String] = [:]
    ) -> Self {
        body(headers, status, type: "application/json") { try JSONEncoder().encode(value) }
    }

    /// Returns an answer with the contents of a file.
    ///
    /// The file is read when the request starts. If the file cannot be read, the request fails.
    public static func file(
        _ file: URL,
        status: Int = 200,
        headers: [String: String] = [:]
    ) -> Self {
        body(headers, status) { try Data(contentsOf: file) }
    }

    /// Returns an answer that fails the request with an error.
    public static func failure(_ error: any Error) -> Self { Self(content: .failure(error)) }

    /// Returns the same answer with a delay of at most 95 years; the delay begins when the request starts.
    public func delayed(by delay: Duration) -> Self {
        var answer = self
        answer.delay = delay
        return answer
    }

    func ready(for request: URLRequest, clock: any Clock<Duration>) -> LocalResponse {
        var answer = LocalResponse(.stub, Result { try response(to: request) })
        if let delay { answer.delay = { try await clock.sleep(for: min(delay, .longestTimer)) } }
        return answer
    }

    private func response(to request: URLRequest) throws -> LoadedResponse {
        switch content {
        case .failure(let error): throw error
        case .body(let body, let status, let headers):
            let data = try body()
            guard let url = request.url,
                let response = HTTPURLResponse(
                    url: url,
                    statusCode: status,
                    httpVersion: "HTTP/1.1",
                    headerFields: ["Content-Length": "\(data.count)"].replacing(headers)
                )
            else { throw URLError(.badURL) }
            // The response to a HEAD request has no body.
            let hasBody = request.httpMethod != "HEAD"
            return LoadedResponse(data: hasBody ? data : Data(), response: response)
        }
    }
}

extension [String: String] {
    /// Returns these header fields, merged with the others.
    ///
    /// The others replace fields with the same name; upper and lower case are equal.
    fileprivate func replacing(_ others: Self) -> Self {
        let names = Set(others.keys.map { $0.lowercased() })
        return filter { !names.contains($0.key.lowercased()) }.merging(others) { $1 }
    }
}

extension StubAnswer: CustomStringConvertible {
    /// The status or the error; header fields and body are omitted, because they may be secret.
    public var description: String {
        switch content {
        case .body(_, let status, _): "HTTP status \(status)"
        case .failure(let error): summary(of: error)
        }
    }
}
