@testable import InterceptionTestSupport

@Suite struct `Requests that report to a delegate` {
    /// A delegate that records its calls, with the current group and its outstanding requests.
    final class Screen: Downloader.Delegate {
        let calls = Journal<String>()
        let onFinish: @Sendable (String) -> Void

        init(onFinish: @escaping @Sendable (String) -> Void = { _ in }) {
            self.onFinish = onFinish
        }

        private func note(_ event: String) {
            let group = RequestGroup.current
            let outstanding = group?.outstanding.joined(separator: ", ") ?? "nothing"
            calls.append("\(event) in \(group?.name ?? "none"): \(outstanding)")
        }

        func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) -> Bool {
            note("\(count) of \(name)")
            return count > 1
        }

        func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
            onFinish(name)
            note("\(error.map { "\($0)" } ?? "end") of \(name)")
        }
    }

    let screen = Screen()
    let network: GroupedDownloader
    var client: Downloader { network.downloader }

    init() {
        network = GroupedDownloader(delegate: screen)
    }

    /// Runs the closure outside any group, where a client calls its delegate.
    private func outside(_ body: () -> Void) { withoutRequestGroup { body() } }

    @Test func `the value that a delegate method returns reaches the client (I1)`() async throws {
        try await withRequestGroup {
            network.download("a")
            outside {
                #expect(client.receive(2, of: "a"))
                #expect(!client.receive(1, of: "a"))
                client.finish("a")
            }
            #expect(client.receive(2, of: "a"))
        }
    }

    @Test func `releasing DelegatedCalls ends its requests as lost (M3)`() async throws {
        let failures = try await failuresOfGroup { group in
            do {
                let network = GroupedDownloader(delegate: screen)
                network.download("a")
                #expect(group.outstanding == ["download a"])
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
            network.download("a")
            try await withRequestGroup("two", options: .detached, .tolerant) { two in
                network.download("a")
                try await body(one, two)
            }
        }
    }

    @Test func `of two requests with one name, the first issued ends first (M1)`() async throws {
        try await inTwoGroups { one, two in
            outside {
                client.receive(1, of: "a")
                client.finish("a")
            }
            #expect(one.outstanding.isEmpty)
            #expect(two.outstanding == ["download a"])
            outside {
                client.receive(2, of: "a")
                client.finish("a", ClientError("second"))
                client.finish("a")
            }
            #expect(one.failures.isEmpty)
            #expect(two.failures.map { $0.error as? ClientError } == [ClientError("second")])
        }
        let second = "\(ClientError("second")) of a in two: download a"
        let expected = [
            "1 of a in one: download a", "end of a in one: download a",
            "2 of a in two: download a", second, "end of a in none: nothing",
        ]
        #expect(screen.calls.entries == expected)
    }

    @Test func `each end reported for a shared name ends one request (M1)`() async throws {
        let group = try await completedGroup { group in
            for _ in 1...20 { network.download("a") }
            for count in (0..<20).reversed() {
                outside { client.finish("a") }
                #expect(group.outstanding.count == count)
            }
        }
        #expect(group.progress == GroupProgress(finished: 20, total: 20))
    }

    @Test func `removing a name ends the last request of that name as lost (M3)`() async throws {
        try await inTwoGroups { one, two in
            network.calls.remove("a")
            #expect(two.failures.map(\.reason) == [.lostCallback])
            #expect(one.outstanding == ["download a"])
            network.calls.remove("a")
            #expect(one.failures.map(\.reason) == [.lostCallback])
            network.calls.remove("a")
        }
    }

    @Test func `removing all requests ends every request of a shared name (M3)`() async throws {
        try await inTwoGroups { one, two in
            network.calls.removeAll()
            #expect(one.failures.map(\.reason) == [.lostCallback])
            #expect(two.failures.map(\.reason) == [.lostCallback])
        }
    }

    @Test
    func `a request renamed to a name in use ends after the other request of that name (M1)`()
        async throws
    {
        try await inTwoGroups { one, two in
            try await withRequestGroup("three", options: .detached) { three in
                network.download("b")
                network.calls.move("a", to: "b")
                outside { client.finish("b") }
                #expect(three.outstanding.isEmpty)
                #expect(one.outstanding == ["download a"])
                outside { client.finish("b") }
                #expect(one.outstanding.isEmpty)
                #expect(two.outstanding == ["download a"])
                outside { client.finish("a") }
            }
        }
    }

    @Test
    func `a request issued at the end of a request of the same name ends next (M2)`() async throws {
        let issued = Locked<(@Sendable () -> Void)?>(nil)
        let screen = Screen { _ in issued.withLock { $0.take() }?() }
        let network = GroupedDownloader(delegate: screen)
        issued.withLock { $0 = { network.download("a") } }
        try await withRequestGroup { group in
            network.download("a")
            outside { network.downloader.finish("a") }
            #expect(group.outstanding == ["download a"])
            outside { network.downloader.finish("a") }
        }
        withExtendedLifetime(screen) {}
    }

    @Test func `an object that owns both delegate and client is released (M3)`() async {
        final class Page: Sendable {
            let screen = Screen()
            let network: GroupedDownloader
            let notice: ReleaseAction

            init(_ released: Journal<String>) {
                network = GroupedDownloader(delegate: screen)
                notice = ReleaseAction { released.append("released") }
            }
        }
        let released = Journal<String>()
        do {
            let page = Page(released)
            try? await withRequestGroup {
                page.network.download("a")
                outside { page.network.downloader.finish("a") }
            }
        }
        #expect(released.entries == ["released"])
    }

    @Test func `a renamed request ends under its new name only (M1)`() async throws {
        try await withRequestGroup("page") { group in
            network.download("a")
            network.calls.move("a", to: "b")
            outside { client.finish("a") }
            #expect(group.outstanding == ["download a"])
            outside { client.finish("b") }
            #expect(group.outstanding.isEmpty)
        }
        let expected = ["end of a in none: nothing", "end of b in page: download a"]
        #expect(screen.calls.entries == expected)
    }

    @Test func `renaming an unknown request has no effect (M3)`() async throws {
        try await withRequestGroup("page") { group in
            network.download("b")
            network.calls.move("a", to: "b")
            #expect(group.outstanding == ["download b"])
            outside { client.finish("b") }
        }
    }
}
