import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// Bugs of users that only some orders show, in what they write by hand where a group would do.
@Suite struct `Bugs that only some completion orders show` {
    /// Completes when as many requests have left as have entered.
    private final class Counter {
        var outstanding = 0
        var completions = 0

        func enter() { outstanding += 1 }

        func leave() {
            outstanding -= 1
            if outstanding == 0 { completions += 1 }
        }
    }

    private struct Wrong: Error {}

    /// The body: two requests, one of which is followed by a third, counted by hand.
    private func page(
        _ client: ScriptedClient<String>,
        load: (Counter) -> Void
    ) throws {
        let counter = Counter()
        load(counter)
        try client.answerAll()
        if counter.completions != 1 || counter.outstanding != 0 { throw Wrong() }
    }

    @Test func `leaving before the follow-up enters completes the group early`() throws {
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(answers: .success("ok")) { client in
                try page(client) { counter in
                    counter.enter()
                    client.send("feed") { _ in
                        counter.leave()
                        counter.enter()
                        client.send("icons") { _ in counter.leave() }
                    }
                    counter.enter()
                    client.send("user") { _ in counter.leave() }
                }
            }
        }
        #expect(error?.order == ["user", "feed", "icons"])
        #expect(error?.orderCount == 3)
    }

    @Test func `A leave that the failure callback forgot is found where a request fails`() {
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(
                answers: .success("ok"),
                .failure(ClientError("no"))
            ) { client in
                try page(client) { counter in
                    for label in ["feed", "user"] {
                        counter.enter()
                        let failure = { (_: any Error) in if label == "user" { counter.leave() } }
                        client.send(label, success: { _ in counter.leave() }, failure: failure)
                    }
                }
            }
        }
        #expect(error?.order == ["feed (failed)", "user"])
    }

    @Test func `A counter without one for the body completes early when an answer is cached`() {
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(answers: .success("ok"), includingAtOnce: true) { client in
                try page(client) { counter in
                    for label in ["feed", "user"] {
                        counter.enter()
                        client.send(label) { _ in counter.leave() }
                    }
                }
            }
        }
        #expect(error?.order == ["feed (at once)", "user"])
    }

    @Test func `The same page with the bugs mended passes in every order`() throws {
        let orders = try withEveryCompletionOrder(
            answers: .success("ok"),
            .failure(ClientError("no")),
            includingAtOnce: true
        ) { client in
            try page(client) { counter in
                counter.enter()
                counter.enter()
                client.send("feed") { _ in
                    counter.enter()
                    client.send("icons") { _ in counter.leave() }
                    counter.leave()
                }
                counter.enter()
                client.send("user") { _ in counter.leave() }
                counter.leave()
            }
        }
        #expect(orders == 12 * 8)
    }

    @Test func `results appended on arrival are in order only by chance`() throws {
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(answers: .success("ok")) { client in
                var titles: [String] = []
                for label in ["feed", "user"] { client.send(label) { _ in titles.append(label) } }
                try client.answerAll()
                if titles != ["feed", "user"] { throw Wrong() }
            }
        }
        #expect(error?.order == ["user", "feed"])
        #expect(error?.orderCount == 2)
    }
}
