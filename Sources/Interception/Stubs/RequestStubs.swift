import GroupContext

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A set of stubs that answer requests of wrapped `URLSession`s in place of a server.
///
/// Open a scope with `withRequestStubs`, so that tests that run concurrently do not affect each other:
///
/// ```swift
/// let stubs = RequestStubs()
/// stubs.answer(.method("GET", "/users/*"), with: .json(#"{"name": "Ada"}"#))
/// stubs.answer(.method("POST", "/orders"), with: .data(status: 503), .data(status: 201))
/// try await withRequestStubs(stubs) { try await loadPage() }
/// print(stubs.requests.count)
/// ```
///
/// An app whose server is not ready can set the stubs in the ``RequestPipeline`` of one session instead. If
/// several stubs match a request, the stub that was added last answers the request. By default, a request that no
/// stub matches fails with an error that names the request.
public final class RequestStubs: Sendable {
    private struct Stub {
        let match: RequestMatch
        var answers: [StubAnswer]

        /// Returns the next answer; the last answer is returned again and again.
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

    /// Creates stubs without any answer.
    ///
    /// - Parameters:
    ///   - passesThrough: a Boolean value that indicates whether to send a request that no stub matches. By
    ///     default such a request fails.
    ///   - recordLimit: the maximum size of ``requests`` in bytes; the oldest requests are removed first.
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

    /// Adds a stub that answers the matching requests, with these answers in order; the last answer repeats.
    public func answer(_ match: RequestMatch, with answers: StubAnswer...) {
        answer(match, with: answers)
    }

    package func answer(_ match: RequestMatch, with answers: [StubAnswer]) {
        precondition(!answers.isEmpty, "A stub needs an answer.")
        shared.withLock { $0.stubs.append(Stub(match: match, answers: answers)) }
    }

    /// The requests that the stubs received, matched or not, in the order in which they started.
    ///
    /// Each request is recorded as it would be sent, after all adapters. The body of an upload is recorded, too,
    /// unless the body is a file or a stream. Requests that never start, such as those in a cancelled group, are
    /// not recorded. The oldest requests are removed when the record exceeds the limit that was passed to the
    /// initializer.
    public var requests: [URLRequest] { shared.withLock { $0.record.requests } }

    fileprivate func position(for request: URLRequest) -> Int? {
        // Match after unlocking, because the condition of a match is user code.
        let stubs = shared.withLock { $0.stubs }
        return stubs.indices.last { stubs[$0].match.matches(request) }
    }

    /// Records a request, and appends the requests that leave the record to `dropped`.
    ///
    /// - Returns: the next answer of the stub at this position, or `nil` without a position.
    fileprivate func take(
        _ position: Int?,
        for request: URLRequest,
        dropping dropped: inout [URLRequest]
    ) -> (@Sendable () -> LocalResponse)? {
        let (answer, leaving) = shared.withLock { shared in
            let leaving = shared.record.append(request)
            return (position.flatMap { shared.stubs[$0].next() }, leaving)
        }
        dropped += leaving
        guard let answer else { return nil }
        return { [clock] in answer.ready(for: request, clock: clock) }
    }
}

/// The stubs that match one request, found after the adapters have run, and used when the request starts.
struct StubMatch: Sendable {
    /// The request with the header fields of the session's configuration.
    private let request: URLRequest
    /// The sets of stubs that record the request, innermost scope first; only the last set may answer the request.
    private var consulted: [RequestStubs] = []
    /// The position of the matching stub in the last set; `nil` if no stub matches.
    private var position: Int?
    private let passesThrough: Bool

    init(of request: URLRequest, in scope: [RequestStubs]) {
        self.request = request
        for stubs in scope where position == nil && !consulted.contains(where: { $0 === stubs }) {
            consulted.append(stubs)
            position = stubs.position(for: request)
        }
        passesThrough = scope.allSatisfy(\.passesThrough)
    }

    /// A Boolean value that indicates whether a stub answers the request, or the stubs reject the request.
    var answersRequest: Bool { position != nil || !passesThrough }

    /// Records the request in each set; returns a closure for the answer, or `nil` to send the request.
    ///
    /// The caller releases the `dropped` requests after unlocking, because a deinit may run user code.
    func take(dropping dropped: inout [URLRequest]) -> (@Sendable () -> LocalResponse)? {
        var answer: (@Sendable () -> LocalResponse)?
        for stubs in consulted {
            let position = stubs === consulted.last ? position : nil
            answer = stubs.take(position, for: request, dropping: &dropped)
        }
        if answer == nil, !passesThrough {
            let error = UnstubbedRequestError(label: request.stubLabel)
            return { LocalResponse(.rejection, .failure(error)) }
        }
        return answer
    }
}

extension URLRequest {
    /// The label, the port and a mark for a query, because a stub may match a port or a query.
    fileprivate var stubLabel: String {
        guard let url = url?.absoluteURL, let host = url.shownHost else { return requestLabel }
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(shownMethod) \(host)\(port)\(url.shownPath)\(url.query == nil ? "" : "?…")"
    }
}

/// An error for a request that no stub matches, if such requests are not sent to the server.
package struct UnstubbedRequestError: Error, Hashable, CustomStringConvertible {
    package let label: String

    /// A sentence that names the request and the problem.
    package var description: String {
        "\(label.onOneLine): no stub matches this request, and passesThrough is false"
    }
}
