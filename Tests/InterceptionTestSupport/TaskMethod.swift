/// The methods that create a task with a completion handler.
enum TaskMethod: String, SessionMethod, CaseIterable, Sendable {
    case dataForRequest, dataForURL
    case uploadData, uploadFile
    case downloadForRequest, downloadForURL, downloadResumed

    /// The methods whose tasks a ``StubServer`` can answer.
    static let stubbed = [Self.dataForRequest, .dataForURL, .uploadData, .uploadFile]

    /// The methods whose tasks have a request, which reaches the server.
    static let sent = allCases.filter { $0 != .downloadResumed }

    /// Creates a task whose handler records body, status and the name of the current group.
    func make(
        _ session: InterceptingClient<URLSession>,
        _ url: URL,
        _ answers: Journal<String>
    ) -> any StartableTask {
        let (body, request) = (Data("body".utf8), request(url))
        let file = URL(fileURLWithPath: #filePath)
        let note = Self.handler(answers) { (data: Data) in String(decoding: data, as: UTF8.self) }
        let noteFile = Self.handler(answers, describe: Self.contents)
        switch self {
        case .dataForRequest: return session.dataTask(with: request, completionHandler: note)
        case .dataForURL: return session.dataTask(with: url, completionHandler: note)
        case .uploadData:
            return session.uploadTask(with: request, from: body, completionHandler: note)
        case .uploadFile:
            return session.uploadTask(with: request, fromFile: file, completionHandler: note)
        case .downloadForRequest:
            return session.downloadTask(with: request, completionHandler: noteFile)
        case .downloadForURL: return session.downloadTask(with: url, completionHandler: noteFile)
        case .downloadResumed:
            return session.downloadTask(withResumeData: Data(), completionHandler: noteFile)
        }
    }

    func makeOwn(
        _ session: InterceptingClient<URLSession>,
        _ url: URL,
        _ answers: Journal<String>,
        by spelling: OwnSpelling = .type
    ) -> URLSessionTask {
        if spelling == .method { return make(session, url, answers).own }
        let note = Self.handler(answers) { (data: Data) in String(decoding: data, as: UTF8.self) }
        switch self {
        case .dataForRequest: return session.dataTask(with: request(url), completionHandler: note)
        case .dataForURL: return session.dataTask(with: url, completionHandler: note)
        default: return make(session, url, answers).own
        }
    }

    /// Creates a wrapped task, or a bare session task.
    func make(
        _ session: InterceptingClient<URLSession>,
        _ url: URL,
        _ answers: Journal<String>,
        isBare: Bool
    ) -> any StartableTask { isBare ? makeOwn(session, url, answers) : make(session, url, answers) }

    private static func handler<Value>(
        _ answers: Journal<String>,
        describe: @escaping @Sendable (Value) -> String
    ) -> @Sendable (Value?, URLResponse?, (any Error)?) -> Void {
        { value, response, _ in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            let body = value.map(describe) ?? "nothing"
            answers.append("\(body) \(status) in \(RequestGroup.current?.name ?? "none")")
        }
    }

    @Sendable private static func contents(_ file: URL) -> String {
        (try? String(contentsOf: file, encoding: .utf8)) ?? "nothing"
    }
}

enum OwnSpelling: CaseIterable, Sendable {
    case type
    case method
}

protocol StartableTask {
    /// The bare session task, which enters at once.
    var own: URLSessionTask { get }

    func resume()
    func cancel()
}

extension InterceptedTask: StartableTask { var own: URLSessionTask { enter() } }

extension URLSessionTask: StartableTask { var own: URLSessionTask { self } }
