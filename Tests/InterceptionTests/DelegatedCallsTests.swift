import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Requests that report to a delegate` {
    /// Writes down what it is told, in which group, and who is in it.
    final class Screen: Downloader.Delegate {
        let told = Journal<String>()
        let onFinish: @Sendable (String) -> Void

        init(onFinish: @escaping @Sendable (String) -> Void = { _ in }) {
            self.onFinish = onFinish
        }

        private func note(_ event: String) {
            let group = RequestGroup.current
            let outstanding = group?.outstanding.joined(separator: ", ") ?? "nobody"
            told.append("\(event) in \(group?.name ?? "none"): \(outstanding)")
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

    /// Calls the client as one does that knows nothing of groups.
    private func outside(_ body: () -> Void) {
        withoutRequestGroup { body() }
    }

    @Test func `a request enters before it is started, and leaves after its last method (M1)`()
        async throws
    {
        try await withRequestGroup("page") { group in
            network.download("a")
            #expect(group.outstanding == ["download a"])
            outside { client.receive(1, of: "a") }
            #expect(group.outstanding == ["download a"])
            outside { client.finish("a") }
            #expect(group.outstanding.isEmpty)
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
        let expected = ["1 of a in page: download a", "end of a in page: download a"]
        #expect(screen.told.entries == expected)
    }

    @Test func `the group fails with the error that the delegate gets (M1)`() async throws {
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            for name in ["a", "b"] { network.download(name) }
            outside {
                client.finish("b", ClientError("no b"))
                client.finish("a")
            }
            return group
        }
        .failures
        #expect(failures.map(\.label) == ["download b"])
        #expect(failures.map { $0.error as? ClientError } == [ClientError("no b")])
    }

    @Test func `the result of a delegate method reaches the client (I1)`() async throws {
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

    @Test func `a request that ends twice leaves once, and the delegate gets both calls (M2)`()
        async throws
    {
        let group = try await withRequestGroup("page") { group in
            for name in ["a", "b"] { network.download(name) }
            outside {
                client.finish("a")
                client.finish("a", ClientError("again"))
            }
            #expect(group.outstanding == ["download b"])
            outside { client.finish("b") }
            return group
        }
        #expect(group.failures.map(\.label) == [])
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
        #expect(screen.told.entries.map { $0.prefix(4) } == ["end ", "Clie", "end "])
    }

    @Test func `a request that is removed leaves as lost (M3)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            for name in ["a", "b"] { network.download(name) }
            network.calls.remove("a")
            #expect(group.outstanding == ["download b"])
            outside { client.finish("b") }
            return group
        }
        .failures
        #expect(failures.map(\.label) == ["download a"])
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `all requests that are removed leave as lost (M3)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            for name in ["a", "b"] { network.download(name) }
            network.calls.removeAll()
            #expect(group.outstanding.isEmpty)
            outside { client.finish("a") }
            return group
        }
        .failures
        #expect(failures.map(\.label) == ["download a", "download b"])
        #expect(failures.map(\.reason) == [.lostCallback, .lostCallback])
    }

    @Test func `releasing the object that registered requests ends them as lost (M3)`() async throws
    {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            do {
                let network = GroupedDownloader(delegate: screen)
                network.download("a")
                #expect(group.outstanding == ["download a"])
            }
            #expect(group.outstanding.isEmpty)
            return group
        }
        .failures
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    /// One request of a name in each of two groups, the first in “one”.
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

    @Test func `the first request of a name that was issued ends first (M1)`() async throws {
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
            "2 of a in two: download a", second, "end of a in none: nobody",
        ]
        #expect(screen.told.entries == expected)
    }

    @Test func `many requests of one name end one after the other (M1)`() async throws {
        let group = try await withRequestGroup { group in
            for _ in 1...20 { network.download("a") }
            for count in (0..<20).reversed() {
                outside { client.finish("a") }
                #expect(group.outstanding.count == count)
            }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 20, total: 20))
    }

    @Test func `removing a name removes its last request (M3)`() async throws {
        try await inTwoGroups { one, two in
            network.calls.remove("a")
            #expect(two.failures.map(\.reason) == [.lostCallback])
            #expect(one.outstanding == ["download a"])
            network.calls.remove("a")
            #expect(one.failures.map(\.reason) == [.lostCallback])
            network.calls.remove("a")
        }
    }

    @Test func `all requests of one name are removed with the others (M3)`() async throws {
        try await inTwoGroups { one, two in
            network.calls.removeAll()
            #expect(one.failures.map(\.reason) == [.lostCallback])
            #expect(two.failures.map(\.reason) == [.lostCallback])
        }
    }

    @Test func `renaming moves the first request of a name behind those of the new name (M1)`()
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

    @Test func `a request that is inserted where another ends is the next of its name (M2)`()
        async throws
    {
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

    @Test func `an owner of delegate and client is released (M3)`() async {
        final class Page: Sendable {
            let screen = Screen()
            let network: GroupedDownloader
            let notice: ReleaseNotice

            init(_ released: Journal<String>) {
                network = GroupedDownloader(delegate: screen)
                notice = ReleaseNotice(released)
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

    @Test func `a rejected request is reported to the delegate, and never started (I3)`()
        async throws
    {
        let told = Journal<Void>()
        let screen = Screen { _ in told.append(()) }
        let network = GroupedDownloader(delegate: screen)
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            network.download("a")
        }
        _ = await told.first(1)
        #expect(network.downloader.started.isEmpty)
        withExtendedLifetime(screen) {}
    }

    @Test func `cancelling the group cancels the running requests of the client (P2)`() async throws
    {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            for name in ["a", "b"] { network.download(name) }
            outside { client.finish("a") }
            group.cancel()
            #expect(group.outstanding.isEmpty)
            return group
        }
        .failures
        #expect(failures.map(\.label) == ["download b"])
        #expect(failures.map { $0.error as? ClientError } == [ClientError("cancelled")])
    }

    @Test func `a request issued by the delegate joins the group (S2)`() async throws {
        let issued = Locked<(@Sendable () -> Void)?>(nil)
        let screen = Screen { name in
            if name == "a" { issued.withLock { $0 }?() }
        }
        let network = GroupedDownloader(delegate: screen)
        issued.withLock { $0 = { network.download("b") } }
        let group = try await withRequestGroup("page") { group in
            network.download("a")
            outside { network.downloader.finish("a") }
            #expect(group.outstanding == ["download b"])
            outside { network.downloader.finish("b") }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
        issued.withLock { $0 = nil }
        withExtendedLifetime(screen) {}
    }

    @Test func `requests of equal names in two groups are distinguished (N1)`() async throws {
        try await withRequestGroup("one") { one in
            network.download("a")
            try await withRequestGroup("two", options: .detached) { two in
                network.download("b")
                outside { client.finish("a") }
                #expect(one.outstanding.isEmpty)
                #expect(two.outstanding == ["download b"])
                outside { client.finish("b") }
            }
        }
        let expected = ["end of a in one: download a", "end of b in two: download b"]
        #expect(screen.told.entries == expected)
    }

    @Test func `outside any group the delegate gets the same calls (S5)`() async throws {
        network.download("a")
        client.receive(1, of: "a")
        try await withRequestGroup("page") { group in
            client.finish("a")
            #expect(group.progress.total == 0)
        }
        #expect(screen.told.entries == ["1 of a in none: nobody", "end of a in page: "])
        #expect(client.started == ["a"])
    }

    @Test func `a renamed request continues (M1)`() async throws {
        try await withRequestGroup("page") { group in
            network.download("a")
            network.calls.move("a", to: "b")
            outside { client.finish("a") }
            #expect(group.outstanding == ["download a"])
            outside { client.finish("b") }
            #expect(group.outstanding.isEmpty)
        }
        let expected = ["end of a in none: nobody", "end of b in page: download a"]
        #expect(screen.told.entries == expected)
    }

    @Test func `renaming an unknown request has no effect (M3)`() async throws {
        try await withRequestGroup("page") { group in
            network.download("b")
            network.calls.move("a", to: "b")
            #expect(group.outstanding == ["download b"])
            outside { client.finish("b") }
        }
    }

    @Test func `a request that its client does not cancel ends at the deadline (P2)`()
        async throws
    {
        let clock = ManualClock()
        let client = Downloader(reportsCancelling: false)
        let network = GroupedDownloader(delegate: screen, downloader: client)
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup(options: .timeout(.seconds(1), clock: clock)) {
                network.download("a")
                await clock.advanceWhenAsleep(by: .seconds(1))
            }
        }
        #expect(error?.failures.map(\.reason) == [.timedOut])
        // Too late, and as ever for the delegate.
        client.finish("a")
        #expect(screen.told.entries.count == 1)
    }
}
