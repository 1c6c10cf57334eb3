import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All that a test of services needs in place of a network: a client that answers when it is told.
final class ManualSender: RequestSender {
    struct Call: Sendable {
        let number: Int
        let request: URLRequest
        let completion: @Sendable (Result<LoadedResponse, any Error>) -> Void

        func succeed(_ body: String = #""ok""#) {
            guard let url = request.url else { return completion(.failure(URLError(.badURL))) }
            let response = URLResponse(
                url: url,
                mimeType: nil,
                expectedContentLength: 0,
                textEncodingName: nil
            )
            completion(.success(LoadedResponse(data: Data(body.utf8), response: response)))
        }

        func fail(_ reason: String = "no") {
            completion(.failure(ClientError(reason)))
        }
    }

    /// The paths and queries of the requests that were sent, and of those that were cancelled.
    let sent = Journal<String>()
    let cancelled = Journal<String>()

    private let calls = Locked([Call]())
    private let count = Locked(0)
    private let answersCancelling: Bool
    private let immediateAnswer: (@Sendable (Call) -> Void)?

    init(
        answersCancelling: Bool = true,
        immediateAnswer: (@Sendable (Call) -> Void)? = nil
    ) {
        self.answersCancelling = answersCancelling
        self.immediateAnswer = immediateAnswer
    }

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let call = Call(number: number, request: request, completion: completion)
        if let immediateAnswer {
            sent.append(Self.name(of: request))
            immediateAnswer(call)
        } else {
            calls.withLock { $0.append(call) }
            sent.append(Self.name(of: request))
        }
        return SentRequest { [weak self] in self?.cancel(number) }
    }

    private func cancel(_ number: Int) {
        let call = calls.withLock { calls -> Call? in
            guard let index = calls.firstIndex(where: { $0.number == number }) else { return nil }
            return answersCancelling ? calls.remove(at: index) : calls[index]
        }
        guard let call else { return }
        cancelled.append(Self.name(of: call.request))
        if answersCancelling { call.completion(.failure(URLError(.cancelled))) }
    }

    /// Hands the oldest request to the test, or the oldest with this path.
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

    static func name(of request: URLRequest) -> String {
        guard let url = request.url else { return "" }
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let query = components?.percentEncodedQuery.map { "?\($0)" } ?? ""
        return String((components?.percentEncodedPath ?? "").dropFirst()) + query
    }
}

/// A client with settings of its own, as a user would wrap one.
struct GroupedSender: RequestSender, RequestIntercepting {
    let base: ManualSender
    let interceptionSettings: InterceptionSettings

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        let handle = Locked<SentRequest?>(nil)
        intercept(ManualSender.name(of: request), .completion(completion)) {
            let sent = base.send(request, completion: $0)
            handle.withLock { $0 = sent }
        }
        return SentRequest { handle.withLock { $0 }?.cancel() }
    }
}

extension ServiceMediator {
    /// A mediator whose requests a test answers.
    convenience init(_ client: any RequestSender) throws {
        let url = try #require(URL(string: "http://a.test/"))
        self.init(client: client, baseURL: url)
    }
}

/// A listener that writes down what it is told.
final class ListeningJournal: ServiceListener {
    let ends = Journal<(call: ServiceCall, result: Result<any Sendable, any Error>)>()

    /// The services whose calls have ended, in order.
    var names: [String] { ends.entries.map(\.call.serviceName) }

    func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {
        ends.append((call, result))
    }
}
