/// The methods that create a task without a completion handler.
enum IdleTaskForm: String, SessionMethod, CaseIterable, Sendable {
    case dataForRequest, dataForURL
    case uploadData, uploadFile, uploadStream
    case downloadForRequest, downloadForURL, downloadResumed

    /// The methods whose tasks a ``StubServer`` can answer, with any delegate.
    static let stubbed = [
        Self.dataForRequest, .dataForURL, .uploadData, .uploadFile, .uploadStream,
    ]

    /// The methods whose tasks have a request, which reaches the server.
    static let sent = allCases.filter { $0 != .downloadResumed }

    /// Creates a task that enters when it is resumed.
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

    /// Creates a bare session task, which enters at once.
    func makeOwn(
        _ session: InterceptingClient<URLSession>,
        _ url: URL,
        by spelling: OwnSpelling = .type
    ) -> URLSessionTask {
        if spelling == .method { return make(session, url).own }
        switch self {
        case .dataForRequest: return session.dataTask(with: request(url))
        case .dataForURL: return session.dataTask(with: url)
        default: return make(session, url).own
        }
    }

    /// Creates a wrapped task, or a bare session task.
    func make(
        _ session: InterceptingClient<URLSession>,
        _ url: URL,
        isBare: Bool
    ) -> any StartableTask { isBare ? makeOwn(session, url) : make(session, url) }
}
