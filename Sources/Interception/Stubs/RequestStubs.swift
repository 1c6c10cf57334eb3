// Stubs: answers that need no network.

import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Answers requests of wrapped `URLSession`s in place of a server; nothing is sent.
///
/// Use them for everything in a scope, so that tests that run at once do not disturb each other:
///
/// ```swift
/// let stubs = RequestStubs()
/// stubs.answer(.get("/users/*"), with: .json(#"{"name": "Ada"}"#))
/// stubs.answer(.post("/orders"), with: .status(503), .status(201))
/// try await withRequestStubs(stubs) { try await loadPage() }
/// print(stubs.requests.count)
/// ```
///
/// Or hand them to the ``RequestPipeline`` of one session, as an app does whose server is not ready.
/// Of several that match, the one added last answers. A request that none matches fails with an
/// ``UnstubbedRequestError`` that names it.
public final class RequestStubs: Sendable {
    private struct Stub {
        let match: RequestMatch
        var answers: [StubAnswer]

        /// The next answer; the last one is given again and again.
        mutating func next() -> StubAnswer? {
            answers.count > 1 ? answers.removeFirst() : answers.first
        }
    }

    private struct Shared {
        var stubs: [Stub] = []
        var record: RequestRecord
    }

    fileprivate let passesThrough: Bool
    private let clock: any Clock<Duration>
    private let shared: Locked<Shared>

    /// Makes stubs that answer nothing yet.
    ///
    /// - Parameters:
    ///   - passesThrough: whether a request that no stub matches goes on its way. By default it
    ///     fails.
    ///   - recordLimit: how large ``requests`` may grow, in bytes: of more only the latest are there.
    ///   - clock: the clock that measures the delays of answers.
    public init(
        passesThrough: Bool = false,
        recordLimit: Int = 64_000_000,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.passesThrough = passesThrough
        self.clock = clock
        shared = Locked(Shared(record: RequestRecord(limit: recordLimit)))
    }

    /// Answers the requests that match.
    ///
    /// - Parameters:
    ///   - match: which requests.
    ///   - answers: what they are answered with, one after the other; the last one is given again
    ///     and again.
    public func answer(_ match: RequestMatch, with answers: StubAnswer...) {
        answer(match, with: answers)
    }

    /// Answers the requests that match, with as many answers as there are.
    ///
    /// - Parameters:
    ///   - match: which requests.
    ///   - answers: what they are answered with, one after the other; at least one.
    package func answer(_ match: RequestMatch, with answers: [StubAnswer]) {
        precondition(!answers.isEmpty, "A stub needs an answer.")
        shared.withLock { $0.stubs.append(Stub(match: match, answers: answers)) }
    }

    /// The requests that were sent here, matched or not, in the order in which they started.
    ///
    /// They are all there unless they are very many or large: the initialiser has a limit. A request
    /// is as it would have been sent, after all adapters. The body of an upload is there, unless
    /// it is a file or a stream. A request that was never started, as in a cancelled group, is not there.
    public var requests: [URLRequest] { shared.withLock { $0.record.requests } }

    /// How many requests were sent here, with those that ``requests`` has no longer.
    public var requestCount: Int { shared.withLock { $0.record.count } }

    /// The stub that answers a request, or `nil` if it is none of ours.
    fileprivate func position(for request: URLRequest) -> Int? {
        // Outside the lock, as the closures of users are called.
        let stubs = shared.withLock { $0.stubs }
        return stubs.indices.last { stubs[$0].match.matches(request) }
    }

    /// The request is sent here; returns the next answer of the stub.
    fileprivate func take(
        _ position: Int?,
        for request: URLRequest
    ) -> (@Sendable () -> ReadyAnswer)? {
        let (answer, dropped) = shared.withLock { shared in
            let dropped = shared.record.append(request)
            return (position.flatMap { shared.stubs[$0].next() }, dropped)
        }
        withExtendedLifetime(dropped) {}
        guard let answer else { return nil }
        return { [clock] in answer.ready(for: request, clock: clock) }
    }
}

/// What stubs have to do with one request: found when it is issued, used up when it is sent.
struct StubMatch: Sendable {
    /// Those to whom the request comes, the innermost first; the last may answer it.
    private var asked: [RequestStubs] = []
    /// The stub of the last that answers.
    private var position: Int?
    private let passesThrough: Bool

    init(of request: URLRequest, in scope: [RequestStubs]) {
        for stubs in scope where position == nil {
            asked.append(stubs)
            position = stubs.position(for: request)
        }
        passesThrough = scope.allSatisfy(\.passesThrough)
    }

    /// Whether the request needs no network: somebody answers it, or nobody lets it through.
    var answers: Bool { position != nil || !passesThrough }

    /// The request is sent: returns what makes its answer, or `nil` if it goes on its way.
    func take(for request: URLRequest) -> (@Sendable () -> ReadyAnswer)? {
        var answer: (@Sendable () -> ReadyAnswer)?
        for stubs in asked {
            answer = stubs.take(stubs === asked.last ? position : nil, for: request)
        }
        if answer == nil, !passesThrough {
            let error = UnstubbedRequestError(label: request.requestLabel)
            return { ReadyAnswer(.refusal, .failure(error)) }
        }
        return answer
    }
}

/// A request was issued that no stub answers, though stubs were to answer all.
public struct UnstubbedRequestError: Error, Hashable, CustomStringConvertible {
    /// Method, host and path of the request.
    public let label: String

    /// Makes the error of the request with this label.
    package init(label: String) {
        self.label = label
    }

    /// What happened, and to which request.
    public var description: String {
        "\(label.onOneLine): no stub matches this request, and passing through was not asked for"
    }
}

extension UnstubbedRequestError: DescribedInSummaries {}
