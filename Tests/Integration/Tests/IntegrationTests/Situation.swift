import Transcripts

/// A condition under which a request is sent, such as a redirect or a cancellation.
enum Situation: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST with a body"
    case headers = "header fields"
    case redirectedHeaders = "header fields after a redirect"
    case emptyPipeline = "empty pipeline"
    case notFound = "404"
    case redirect
    case redirectLoop = "redirect loop"
    case basicAuthentication = "basic authentication"
    case noCredentials = "401, no credentials"
    case slowBody = "slow body"
    case resetBeforeHeader = "reset before the header"
    case resetInBody = "reset in the body"
    case cutOff = "closed in the body"
    case refusedPort = "refused port"
    case timeout
    case cancelledBefore = "cancelled before"
    case cancelledDuring = "cancelled during"
    case empty = "empty body"
    case large = "5 MB"

    /// Returns the request for a run.
    func request(_ run: UUID) async throws -> URLRequest {
        var request = URLRequest(url: try await url(run))
        if self == .post {
            request.httpMethod = "POST"
            request.httpBody = Data("posted".utf8)
        }
        return request
    }

    private func url(_ run: UUID) async throws -> URL {
        let server = try await Server.shared.value
        return switch self {
        case .get, .post, .cancelledBefore: server.url("echo", run: run)
        case .headers, .emptyPipeline: server.url("headers", run: run)
        case .redirectedHeaders: server.url("headers-elsewhere", run: run)
        case .notFound: server.url("missing", run: run)
        case .redirect: server.url("redirect", run: run)
        case .redirectLoop: server.url("loop", run: run)
        case .basicAuthentication, .noCredentials: server.url("secret", run: run)
        case .slowBody: server.url("slow", run: run)
        case .resetBeforeHeader: server.url("reset", run: run)
        case .resetInBody: server.url("reset-in-body", run: run)
        case .cutOff: server.url("cut-off", run: run)
        case .refusedPort: try await Server.refusedURL()
        case .timeout, .cancelledDuring: server.url("silent", run: run)
        case .empty: server.url("empty", run: run)
        case .large: server.url("large", run: run)
        }
    }

    /// Resumes the request, and cancels it if the situation requires it.
    func perform(_ issued: Issued, _ run: UUID) async throws {
        let server = try await Server.shared.value
        switch self {
        case .cancelledBefore:
            issued.cancel()
            issued.resume()
        case .cancelledDuring, .noCredentials:
            issued.resume()
            await server.traffic.arrival(of: run)
            issued.cancel()
        default: issued.resume()
        }
    }
}
