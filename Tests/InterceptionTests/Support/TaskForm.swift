import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The ways to make a task with a completion handler.
enum TaskForm: String, CaseIterable, Sendable {
    case dataForRequest, dataForURL, uploadData, uploadFile, downloadForRequest, downloadForURL

    /// Those that a ``StubServer`` can answer.
    static let stubbed = [Self.dataForRequest, .dataForURL, .uploadData, .uploadFile]

    var path: String { rawValue }

    var method: String {
        switch self {
        case .uploadData, .uploadFile: "POST"
        default: "GET"
        }
    }

    /// Makes a task whose handler writes down body, status and the name of the current group.
    func make(
        _ session: InterceptingClient<URLSession>,
        _ url: URL,
        _ answers: Journal<String>
    ) -> any StartableTask {
        var request = URLRequest(url: url)
        request.httpMethod = method
        let note: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, response, error in
            let body = data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            answers.append("\(body) \(status) in \(RequestGroup.current?.name ?? "none")")
        }
        let noteFile: @Sendable (URL?, URLResponse?, (any Error)?) -> Void = {
            file,
            response,
            error in
            note(file.flatMap { try? Data(contentsOf: $0) }, response, error)
        }
        switch self {
        case .dataForRequest: return session.dataTask(with: request, completionHandler: note)
        case .dataForURL: return session.dataTask(with: url, completionHandler: note)
        case .uploadData:
            return session.uploadTask(
                with: request,
                from: Data("body".utf8),
                completionHandler: note
            )
        case .uploadFile:
            return session.uploadTask(
                with: request,
                fromFile: URL(fileURLWithPath: #filePath),
                completionHandler: note
            )
        case .downloadForRequest:
            return session.downloadTask(with: request, completionHandler: noteFile)
        case .downloadForURL: return session.downloadTask(with: url, completionHandler: noteFile)
        }
    }
}

/// A task of any kind.
protocol StartableTask {
    func resume()
    func cancel()
}

extension InterceptedTask: StartableTask {}
