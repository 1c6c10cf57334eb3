import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The ways to make a task without a completion handler.
enum IdleTaskForm: String, CaseIterable, Sendable {
    case dataForRequest, dataForURL
    case uploadData, uploadFile, uploadStream
    case downloadForRequest, downloadForURL, downloadResumed

    /// Those that a ``StubServer`` can answer, whatever the delegate.
    static let stubbed = [
        Self.dataForRequest, .dataForURL, .uploadData, .uploadFile, .uploadStream,
    ]

    /// Those that have a request, and so arrive.
    static let sent = allCases.filter { $0 != .downloadResumed }

    var path: String { rawValue }

    /// The label of the task.
    func label(_ server: StubServer) -> String {
        switch self {
        case .uploadData, .uploadFile, .uploadStream: "POST \(server.host)/\(path)"
        case .downloadResumed: "resumed download"
        default: "GET \(server.host)/\(path)"
        }
    }

    private func request(_ url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = rawValue.hasPrefix("upload") ? "POST" : "GET"
        return request
    }

    /// Makes a task that enters when it is resumed.
    func make(_ session: InterceptingClient<URLSession>, _ url: URL) -> any StartableTask {
        let request = request(url)
        switch self {
        case .dataForRequest: return session.dataTask(with: request)
        case .dataForURL: return session.dataTask(with: url)
        case .uploadData: return session.uploadTask(with: request, from: Data("body".utf8))
        case .uploadFile:
            return session.uploadTask(with: request, fromFile: URL(fileURLWithPath: #filePath))
        case .uploadStream: return session.uploadTask(withStreamedRequest: request)
        case .downloadForRequest: return session.downloadTask(with: request)
        case .downloadForURL: return session.downloadTask(with: url)
        case .downloadResumed: return session.downloadTask(withResumeData: Data())
        }
    }

    /// Makes a task of the session itself, which enters at once.
    func makeOwn(
        _ session: InterceptingClient<URLSession>,
        _ url: URL,
        by spelling: OwnSpelling = .type
    ) -> URLSessionTask {
        if spelling == .method { return make(session, url).own }
        let request = request(url)
        switch self {
        case .dataForRequest: return session.dataTask(with: request)
        case .dataForURL: return session.dataTask(with: url)
        case .uploadData: return session.uploadTask(with: request, from: Data("body".utf8))
        case .uploadFile:
            return session.uploadTask(with: request, fromFile: URL(fileURLWithPath: #filePath))
        case .uploadStream: return session.uploadTask(withStreamedRequest: request)
        case .downloadForRequest: return session.downloadTask(with: request)
        case .downloadForURL: return session.downloadTask(with: url)
        case .downloadResumed: return session.downloadTask(withResumeData: Data())
        }
    }
}
