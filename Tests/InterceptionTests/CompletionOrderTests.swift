@testable import InterceptionTestSupport

@Suite struct `Every completion order` {
    /// Runs the body in every order, and returns the orders.
    private func orders(
        includingAtOnce: Bool = false,
        body: (ScriptedClient<String>) throws -> Void
    ) throws -> [[String]] {
        var orders: [[String]] = []
        let count = try withEveryCompletionOrder(
            answers: .success("ok"),
            includingAtOnce: includingAtOnce
        ) { client in
            try body(client)
            try client.answerAll()
            orders.append(client.order)
        }
        #expect(count == orders.count)
        #expect(Set(orders).count == orders.count, "An order was run twice.")
        return orders
    }

    @Test(arguments: zip(1...6, [1, 2, 6, 24, 120, 720]))
    func `n requests issued together have n! orders`(count: Int, expected: Int) throws {
        let labels = (0..<count).map { "\($0)" }
        let orders = try orders { client in for label in labels { client.send(label) { _ in } } }
        #expect(orders.count == expected)
        #expect(orders.allSatisfy { $0.sorted() == labels })
        #expect(orders.first == labels)
        let equal = try self.orders { client in for _ in labels { client.send("a") { _ in } } }
        #expect(equal.count == expected)
    }

    @Test(arguments: 1...20)
    func `requests issued in callbacks get every order after their issuers`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // The earlier request whose callback issues this request; `nil` for none.
        let parents = (0..<6).map { request -> Int? in
            let parent = Int.random(in: -1..<request, using: &random)
            return parent < 0 ? nil : parent
        }
        func issue(after parent: Int?, _ client: ScriptedClient<String>) {
            for request in parents.indices where parents[request] == parent {
                client.send("\(request)") { _ in issue(after: request, client) }
            }
        }
        let orders = try orders { issue(after: nil, $0) }
        let expected = permutations(of: Array(parents.indices)).filter { order in
            order.indices.allSatisfy { place in
                parents[order[place]].map { order[..<place].contains($0) } ?? true
            }
        }
        #expect(Set(orders) == Set(expected.map { $0.map(String.init) }), "seed \(seed)")
    }

    private func permutations(of elements: [Int]) -> [[Int]] {
        if elements.isEmpty { return [[]] }
        return elements.flatMap { first in
            permutations(of: elements.filter { $0 != first }).map { [first] + $0 }
        }
    }

    @Test(arguments: 1...4)
    func `each combination of answers is tried in each order of requests`(count: Int) throws {
        let orders = try withEveryCompletionOrder(
            answers: .success("ok"),
            .failure(ClientError("no"))
        ) { client in
            for label in 1...count { client.send("\(label)") { _ in } }
            try client.answerAll()
        }
        #expect(orders == (1...count).reduce(1) { $0 * $1 * 2 })
    }

    @Test func `a retry after a failure is issued only in orders with that failure`() throws {
        let orders = try orders { client in
            for label in ["a", "retry"] {
                client.prepare(label, with: .success("ok"), .failure(ClientError("no")))
            }
            client.send("a") { result in
                if (try? result.get()) == nil { client.send("retry") { _ in } }
            }
        }
        #expect(orders == [["a"], ["a (failed)", "retry"], ["a (failed)", "retry (failed)"]])
    }

    @Test func `requests get only the answers that were prepared for their label`() throws {
        let orders = try orders { client in
            client.prepare("a", with: .success("1"), .dropped, .success("1").then(.success("2")))
            client.send("a") { _ in }
        }
        #expect(orders == [["a"], ["a (dropped)"], ["a (succeeded, succeeded)"]])
    }

    @Test(arguments: zip(1...4, [2, 5, 16, 65]))
    func `includingAtOnce adds answers before send returns`(count: Int, expected: Int) throws {
        let orders = try orders(includingAtOnce: true) { client in
            for label in 1...count { client.send("\(label)") { _ in } }
        }
        #expect(orders.count == expected)
        #expect(orders.last == (1...count).map { "\($0) (at once)" })
    }

    @Test func `a request without prepared answers can be answered by the body`() throws {
        var orders: [[String]] = []
        try withEveryCompletionOrder(answers: .success("ok"), includingAtOnce: true) { client in
            client.prepare("a")
            client.send("a") { _ in }
            client.send("b") { _ in }
            try client.answer("a", with: .success("by hand"))
            try client.answerAll()
            orders.append(client.order)
        }
        #expect(orders == [["a", "b"], ["b (at once)", "a"]])
    }

    @Test func `the error of withEveryCompletionOrder names the order of the failed run`() throws {
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(answers: .success("ok")) { client in
                var last = ""
                for label in ["a", "b", "c"] { client.send(label) { _ in last = label } }
                try client.answerAll()
                if last == "a" { throw ClientError("wrong") }
            }
        }
        #expect(error?.code == .bodyThrew)
        #expect(error?.order == ["b", "c", "a"])
        #expect(error?.orderCount == 4)
        #expect(error?.underlying as? ClientError == ClientError("wrong"))
        #expect(error?.description == "order 4 (b → c → a): the body threw: ClientError")
        #expect(error?.localizedDescription == error?.description)
    }

    @Test func `withEveryCompletionOrder throws if the body issues no request`() throws {
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(answers: .success("ok")) { try $0.answerAll() }
        }
        #expect(error?.code == .noRequests)
        #expect(error?.description == "order 1: the body issued no request with the client")
    }

    @Test func `withEveryCompletionOrder throws if there are too many orders`() throws {
        func run(maximum: Int) throws -> Int {
            try withEveryCompletionOrder(answers: .success("ok"), maximumOrders: maximum) {
                client in
                for label in 1...4 { client.send("\(label)") { _ in } }
                try client.answerAll()
            }
        }
        #expect(try run(maximum: 24) == 24)
        let error = #expect(throws: CompletionOrderError.self) { try run(maximum: 23) }
        #expect(error?.code == .tooManyOrders)
        #expect(error?.orderCount == 23)
        #expect(error?.description == "order 23: there are more orders than allowed")
    }

    @Test(arguments: [false, true])
    func `withEveryCompletionOrder throws if a request is left unanswered`(isDropped: Bool) throws {
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(answers: .success("ok")) { client in
                client.send("a") { _ in client.send("b") { _ in } }
                try client.answerNext()
                if isDropped { try? client.answer("typing error", with: .dropped) }
            }
        }
        #expect(error?.code == .leftRequests)
        #expect(error?.order == ["a"])
        #expect(error?.outstanding == (isDropped ? [] : ["b"]))
        let text = "order 1 (a): the body left requests without an answer\(isDropped ? "" : ": b")"
        #expect(error?.description == text)
    }

    @Test(arguments: ["other label", "one more", "one less", "hidden", "at once", "other answers"])
    func `withEveryCompletionOrder throws if a run is not repeatable`(way: String) throws {
        var runs = 0
        let error = #expect(throws: CompletionOrderError.self) {
            try withEveryCompletionOrder(
                answers: .success("ok"),
                includingAtOnce: way == "at once"
            ) { client in
                runs += 1
                if way == "other answers", runs == 1 {
                    client.prepare("a", with: .success("ok"), .dropped)
                }
                client.send(way == "at once" ? "a\(runs)" : "a") { _ in }
                switch (way, runs) {
                case ("other label", 2): client.send("c") { _ in }
                case ("one less", 2): break
                default: client.send("b") { _ in }
                }
                if way == "one more", runs == 2 { client.send("c") { _ in } }
                if way == "hidden", runs == 2 {
                    for name in client.outstanding { try client.answer(name, with: .dropped) }
                }
                try client.answerAll()
            }
        }
        #expect(error?.code == .notRepeatable)
        let code = (error?.underlying as? ScriptedClientError)?.code
        #expect(code == (way == "hidden" ? nil : .notRepeated))
        #expect(runs == 2)
        #expect(error?.order == (way == "hidden" ? ["a (dropped)", "b (dropped)"] : []))
    }

    @Test func `a client that outlives its run has no effect on later runs of the body`() throws {
        var old: ScriptedClient<String>?
        let orders = try orders { client in
            old?.send("late 1") { _ in }
            old?.send("late 2") { _ in }
            try old?.answerAll()
            old = client
            client.send("a") { _ in }
            client.send("b") { _ in }
        }
        #expect(orders == [["a", "b"], ["b", "a"]])
    }

    @Test func `each run of the body releases its callbacks before the next run`() throws {
        let living = LiveCount()
        try withEveryCompletionOrder(answers: .success("ok"), .dropped) { client in
            #expect(living.value == 0)
            for label in ["a", "b"] {
                let token = living.token()
                client.send(label) { _ in token.touch() }
            }
            try client.answerAll()
        }
        #expect(living.value == 0)
    }
}
