@testable import InterceptionTestSupport

final class ManualSender: RequestSender {
    struct Call: Sendable {
        let request: URLRequest
        let completion: LoadCompletion

        func succeed(_ body: String = #""ok""#) { completion(.success(LoadedResponse(text: body))) }

        func fail(_ reason: String = "no") { completion(.failure(ClientError(reason))) }
    }

    /// The paths and queries of the sent requests.
    let sent = Journal<String>()

    private let calls = Locked([Call]())
    private let immediateAnswer: (@Sendable (Call) -> Void)?

    init(immediateAnswer: (@Sendable (Call) -> Void)? = nil) {
        self.immediateAnswer = immediateAnswer
    }

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        let call = Call(request: request, completion: completion)
        if immediateAnswer == nil { calls.withLock { $0.append(call) } }
        sent.append(Self.name(of: request))
        immediateAnswer?(call)
        return CancelHandle {}
    }

    /// Takes the oldest request, or the oldest request with this path.
    func take(
        _ name: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Call {
        let call = calls.withLock { calls in
            calls.firstIndex { name == nil || Self.name(of: $0.request) == name }
                .map { calls.remove(at: $0) }
        }
        return try #require(call, "“\(name ?? "")” was not sent.", sourceLocation: sourceLocation)
    }

    func takeAll() -> [Call] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    private static func name(of request: URLRequest) -> String {
        guard let url = request.url else { return "" }
        return url.path().dropFirst() + (url.query().map { "?\($0)" } ?? "")
    }
}

extension ServiceMediator {
    convenience init(_ client: any RequestSender) {
        let url = URL(string: "http://a.test/") ?? URL(fileURLWithPath: "/")
        self.init(client: client, baseURL: url)
    }
}

final class ListeningJournal: ServiceListener {
    let ends = Journal<(call: ServiceCall, result: Result<any Sendable, any Error>)>()

    var names: [String] { ends.entries.map(\.call.serviceName) }

    func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {
        ends.append((call, result))
    }
}
