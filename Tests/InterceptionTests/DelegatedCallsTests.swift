@testable import InterceptionTestSupport

@Suite struct `Requests that report to a delegate` {
    let calls = DelegatedCalls<String>()
    /// The calls of the delegate, each with its group and the outstanding requests of that group.
    let reports = Journal<String>()

    /// Issues a request whose end the client reports to a delegate.
    private func download(_ name: String) {
        InterceptingClient(()).intercept("download \(name)") { calls.insert($0, for: name) }
    }

    /// Reports the end of a request, outside any group, where a client calls its delegate.
    private func finish(_ name: String, _ error: ClientError? = nil) {
        withoutRequestGroup { calls.end(name, error) { note("end of \(name)") } }
    }

    private func note(_ event: String) {
        let group = RequestGroup.current
        let outstanding = group?.outstanding.joined(separator: ", ") ?? "nothing"
        reports.append("\(event) in \(group?.name ?? "none"): \(outstanding)")
    }

    @Test func `releasing DelegatedCalls ends its requests as lost (M3)`() async throws {
        let failures = try await failuresOfGroup { group in
            do {
                let calls = DelegatedCalls<String>()
                InterceptingClient(()).intercept("a") { calls.insert($0, for: "a") }
                #expect(group.outstanding == ["a"])
            }
            #expect(group.outstanding.isEmpty)
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    /// Issues one request with the same name in each of two groups, the first in “one”.
    private func inTwoGroups(
        _ body: (_ one: RequestGroup, _ two: RequestGroup) async throws -> Void
    ) async throws {
        try await withRequestGroup("one", options: .tolerant) { one in
            download("a")
            try await withRequestGroup("two", options: .detached, .tolerant) { two in
                download("a")
                try await body(one, two)
            }
        }
    }

    @Test func `requests with one name end in order of issue (M1, I1)`() async throws {
        try await inTwoGroups { one, two in
            withoutRequestGroup { calls.run("a") { note("data of a") } }
            finish("a")
            #expect(one.outstanding.isEmpty)
            #expect(two.outstanding == ["download a"])
            withoutRequestGroup { calls.run("a") { note("data of a") } }
            // The client receives the value that the delegate method returns.
            #expect(calls.run("a") { 2 } == 2)
            finish("a", ClientError("second"))
            finish("a")
            #expect(calls.run("a") { 3 } == 3)
            #expect(one.failures.isEmpty)
            #expect(two.failures.map { $0.error as? ClientError } == [ClientError("second")])
        }
        let expected = [
            "data of a in one: download a", "end of a in one: download a",
            "data of a in two: download a", "end of a in two: download a",
            "end of a in none: nothing",
        ]
        #expect(reports.entries == expected)
    }

    @Test func `three requests with one name end in the order of issue (M1)`() async throws {
        try await inTwoGroups { one, two in
            try await withRequestGroup("three", options: .detached) { three in
                download("a")
                for count in 1...3 {
                    finish("a")
                    let ended = [one, two, three].map(\.outstanding.isEmpty)
                    #expect(ended == (1...3).map { $0 <= count })
                }
            }
        }
    }

    @Test
    func `DelegatedCalls.remove loses the newer of two requests with one name (M3)`() async throws {
        try await inTwoGroups { one, two in
            calls.remove("a")
            #expect(two.failures.map(\.reason) == [.lostCallback])
            #expect(one.outstanding == ["download a"])
            calls.remove("a")
            #expect(one.failures.map(\.reason) == [.lostCallback])
            calls.remove("a")
        }
    }

    @Test func `DelegatedCalls.removeAll loses all requests with one name (M3)`() async throws {
        try await inTwoGroups { one, two in
            calls.removeAll()
            #expect(one.failures.map(\.reason) == [.lostCallback])
            #expect(two.failures.map(\.reason) == [.lostCallback])
        }
    }

    @Test func `a request renamed to a name in use ends after its namesake (M1)`() async throws {
        try await inTwoGroups { one, two in
            try await withRequestGroup("three", options: .detached) { three in
                download("b")
                calls.move("a", to: "b")
                calls.move("unknown", to: "b")
                calls.move("b", to: "b")
                finish("b")
                #expect(three.outstanding.isEmpty)
                #expect(one.outstanding == ["download a"])
                finish("b")
                #expect(one.outstanding.isEmpty)
                #expect(two.outstanding == ["download a"])
                finish("a")
            }
        }
    }

    @Test func `an ungrouped request keeps its place among namesakes (M1, S4)`() async throws {
        try await withRequestGroup("page") { page in
            withoutRequestGroup { download("a") }
            download("a")
            withoutRequestGroup { download("a") }
            calls.remove("a")
            finish("a")
            #expect(page.outstanding == ["download a"])
            finish("a")
        }
        #expect(reports.entries == ["end of a in none: nothing", "end of a in page: download a"])
    }

    @Test func `a request issued while its namesake ends stays outstanding (M2)`() async throws {
        try await withRequestGroup { group in
            download("a")
            calls.end("a", nil) { download("a") }
            #expect(group.outstanding == ["download a"])
            finish("a")
        }
    }
}
