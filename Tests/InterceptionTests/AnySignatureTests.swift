// The last closure of a wrapper is its body, whatever comes before it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Callbacks of any number of parameters, and callbacks that return a value.
@Suite(.timeLimit(.ordinary)) struct `Callbacks of any signature, over packs` {
    let catalogue = Catalogue()
    var network: InterceptingClient<Catalogue> { InterceptingClient(catalogue) }

    @Test func `I5, S2: six parameters arrive in the group, and the closure finds the error`()
        async throws
    {
        let seen = Journal<String>()
        let outcome = await withRequestGroupOutcome("page") { _ in
            network.image("cat") { data, _, _, isLast, url, error in
                let group = RequestGroup.current?.name ?? "none"
                seen.append("\(data.count) \(isLast) \(url) \(error != nil) \(group)")
            }
            // The client answers outside the group.
            withoutRequestGroup { catalogue.answerImages(ClientError("gone")) }
        }
        #expect(seen.entries == ["2 true cat true page"])
        #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("gone")])
    }

    @Test(arguments: [true, false])
    func `I1, I5: what a callback returns reaches the client`(isGrouped: Bool) {
        let groups = Journal<String>()
        let ask: (String, Int) -> Bool = { _, attempt in
            groups.append(RequestGroup.current?.name ?? "none")
            return attempt < 2
        }
        var answers: [Bool] = []
        let body = {
            network.retry("a", shouldRetry: ask, accept: { $0 == "yes" }, done: {})
            // The client asks outside the group.
            withoutRequestGroup {
                answers = catalogue.ask(twice: "a") + [catalogue.accepts("yes")]
                catalogue.end()
            }
        }
        if isGrouped { withRequestGroup("page", body: body) { _ in } } else { body() }
        #expect(answers == [true, false, true])
        #expect(groups.entries == (isGrouped ? ["page", "page"] : ["none", "none"]))
    }

    @Test func `I5, M1: a callback that returns a value ends its request once`() async throws {
        let counts = Journal<Int>()
        try await withRequestGroup { group in
            network.vote("a") { count in
                counts.append(count)
                return count > 1
            }
            #expect(catalogue.votes(2) == true)
            #expect(counts.entries == [2])
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
    }
}

/// What a refused request tells its caller, by the role of the callback.
@Suite(.timeLimit(.ordinary)) struct `Refusals through callbacks of any type` {
    @Test func `I3, I5: a main-actor callback hears of a refusal on the main actor`() async throws {
        let reasons = Journal<String>()
        let network = InterceptingClient(Catalogue())
        _ = await withRequestGroupOutcome { group in
            group.cancel()
            // Not issued there, so that nothing but the form says where to report.
            network.mainForms { name in
                MainActor.assertIsolated()
                reasons.append(name)
            }
            _ = await reasons.first(6)
        }
        let expected = ["data", "failure", "nil-able", "result", "role", "value"]
        #expect(reasons.entries.sorted() == expected)
    }

    @Test func `I3, I5: a completion hears of a refusal in its own type`() async throws {
        let reasons = Journal<String>()
        let network = InterceptingClient(Catalogue())
        _ = await withRequestGroupOutcome { group in
            group.cancel()
            network.result { reasons.append($0.reportedFailure == nil ? "?" : "result") }
            network.value { value, error in
                reasons.append(value == nil && error is CancellationError ? "value" : "?")
            }
            network.nothing { reasons.append($0 is CancellationError ? "nothing" : "?") }
            // Whose error cannot be a cancellation, is not called.
            network.own { _ in reasons.append("own") }
            _ = await reasons.first(3)
        }
        #expect(reasons.entries.sorted() == ["nothing", "result", "value"])
    }
}

/// An old client of odd signatures, which keeps its callbacks until it is told to answer.
final class Catalogue: @unchecked Sendable {
    // Safe: one test at a time, on one thread at a time.
    typealias Image = (Data, URL?, Int, Bool, String, (any Error)?) -> Void
    private var images: [(String, Image)] = []
    private var asks: [(String, Int) -> Bool] = []
    private var accept: ((String) -> Bool)?
    private var done: (() -> Void)?
    private var vote: ((Int) -> Bool)?

    func image(_ name: String, done: @escaping Image) { images.append((name, done)) }

    func answerImages(_ error: (any Error)?) {
        for (name, done) in images { done(Data([1, 2]), nil, 0, true, name, error) }
        images = []
    }

    func retry(
        _ name: String,
        shouldRetry: @escaping (String, Int) -> Bool,
        accept: @escaping (String) -> Bool,
        done: @escaping () -> Void
    ) {
        asks.append(shouldRetry)
        self.accept = accept
        self.done = done
    }

    func ask(twice name: String) -> [Bool] { [asks[0](name, 1), asks[0](name, 2)] }
    func accepts(_ answer: String) -> Bool { accept?(answer) ?? false }

    func end() {
        done?()
        (asks, accept, done) = ([], nil, nil)
    }

    func vote(_ name: String, _ judge: @escaping (Int) -> Bool) { vote = judge }

    func votes(_ count: Int) -> Bool {
        defer { vote = nil }
        return vote?(count) ?? false
    }

    func result(_ completion: @escaping (Result<Int, any Error>) -> Void) {}
    func value(_ completion: @escaping (Int?, (any Error)?) -> Void) {}
    func nothing(_ completion: @escaping ((any Error)?) -> Void) {}
    func own(_ completion: @escaping (Result<Int, ClientError>) -> Void) {}
    func start() {}
}

extension InterceptingClient<Catalogue> {
    func image(_ name: String, done: @escaping Catalogue.Image) {
        intercept("image") { call in
            base.image(name, done: call.callback(done) { _, _, _, _, _, error in error })
        }
    }

    func retry(
        _ name: String,
        shouldRetry: @escaping (String, Int) -> Bool,
        accept: @escaping (String) -> Bool,
        done: @escaping () -> Void
    ) {
        intercept("retry") { call in
            base.retry(
                name,
                shouldRetry: call.repeating(shouldRetry),
                accept: call.repeating(accept),
                done: call.success(done)
            )
        }
    }

    func vote(_ name: String, _ judge: @escaping (Int) -> Bool) {
        intercept("vote") { call in base.vote(name, call.success(judge)) }
    }

    func result(_ completion: @escaping (Result<Int, any Error>) -> Void) {
        intercept("result", completion: completion) { completion in base.result(completion) }
    }

    func value(_ completion: @escaping (Int?, (any Error)?) -> Void) {
        intercept("value", completion: completion) { completion in base.value(completion) }
    }

    func nothing(_ completion: @escaping ((any Error)?) -> Void) {
        intercept("nothing", completion: completion) { completion in base.nothing(completion) }
    }

    func own(_ completion: @escaping (Result<Int, ClientError>) -> Void) {
        intercept("own", completion: completion) { completion in base.own(completion) }
    }

    /// One request of each form with a main-actor callback; none is handed to the client.
    func mainForms(_ note: @escaping @MainActor (String) -> Void) {
        let failure: @MainActor (any Error) -> Void = { _ in note("failure") }
        intercept("a", onMainSuccess: { (_: Int) in }, onMainFailure: failure) { _, _ in
            base.start()
        }
        let orNil: @MainActor (NSError?) -> Void = { _ in note("nil-able") }
        intercept("b", onMainSuccess: { (_: Int) in }, onMainFailure: orNil) { _, _ in
            base.start()
        }
        let result: @MainActor (Result<Int, any Error>) -> Void = { _ in note("result") }
        intercept("c", onMainCompletion: result) { _ in base.start() }
        let value: @MainActor (Int?, (any Error)?) -> Void = { _, _ in note("value") }
        intercept("d", onMainCompletion: value) { _ in base.start() }
        let data: @MainActor (Data?, URLResponse?, (any Error)?) -> Void = { _, _, _ in note("data")
        }
        intercept("e", onMainCompletion: data) { _ in base.start() }
        let role: (@MainActor (any Error) -> Void)? = { _ in note("role") }
        intercept("f", onRefusal: .failure(onMain: role)) { _ in base.start() }
    }
}
