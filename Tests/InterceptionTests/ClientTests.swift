import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Kinds of intercepting clients` {
    @Test func `a property is forwarded in the wrapper, in a line (I4)`() {
        let client = ManualClient()
        let network = InterceptingClient(client)
        #expect(network.title == "manual")
        network.title = "changed"
        #expect(client.title == "changed")
        #expect(network.base === client)
    }

    @Test func `a wrapper of a Sendable client is Sendable`() async {
        func require(_: some Sendable) {}
        let client = ManualClient()
        let network = InterceptingClient(client)
        require(network)
        #expect(await Task.detached { network.base === client }.value)
    }

    @Test func `a subclass of an open client intercepts by calling super (S2)`() async throws {
        let tool = GroupedTool()
        let values = Journal<String>()
        let group = withRequestGroup {
            tool.get("a") { value, _ in
                values.append(value ?? "")
                tool.get("b") { value, _ in values.append(value ?? "") }
            }
        } completion: { _ in
        }
        #expect(group.outstanding == ["GET a"])
        tool.answer("1", nil)
        #expect(group.outstanding == ["GET b"])
        tool.answer("2", nil)
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
        #expect(values.entries == ["1", "2"])
    }

    @Test func `a subclass waits for its limiter, and super is called later (P4)`() {
        let tool = GroupedTool()
        let values = Journal<String>()
        for path in ["a", "b"] {
            tool.get(path) { value, _ in values.append("\(path) \(value ?? "")") }
        }
        #expect(tool.count == 1)
        tool.answer("1", nil)
        tool.answer("2", nil)
        #expect(values.entries == ["a 1", "b 2"])
    }

    @Test func `a subclass reports a rejection through the caller's completion (I3)`() async throws
    {
        let tool = GroupedTool()
        let errors = Journal<(any Error)?>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            tool.get("a") { errors.append($1) }
        }
        #expect(errors.entries.first is CancellationError)
        #expect(tool.count == 0)
    }

    @Test func `a class of the user's own intercepts in the same way`() async throws {
        let service = Service()
        let failures = try await withRequestGroup(options: .tolerant) { group in
            service.load { _ in }
            #expect(group.outstanding == ["load"])
            try service.client.fail("load")
            return group.failures
        }
        #expect(failures.map(\.label) == ["load"])
    }

    @Test @MainActor func `a client of the main actor intercepts without leaving it`() async throws
    {
        let service = MainService()
        try await withRequestGroup { group in
            service.load { service.count += 1 }
            #expect(group.outstanding == ["load"])
            try service.client.succeed("load")
        }
        #expect(service.count == 2)
    }
}

extension InterceptingClient<ManualClient> {
    fileprivate var title: String {
        get { base.title }
        nonmutating set { base.title = newValue }
    }
}

/// A legacy client that is open for subclassing, and knows nothing of this library.
private class Tool {
    private var pending: [(String?, (any Error)?) -> Void] = []

    var count: Int { pending.count }

    func get(_ path: String, completion: @escaping (String?, (any Error)?) -> Void) {
        pending.append(completion)
    }

    func answer(_ value: String?, _ error: (any Error)?) {
        pending.removeFirst()(value, error)
    }
}

private final class GroupedTool: Tool, RequestIntercepting {
    let interceptionSettings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }

    override func get(_ path: String, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("GET \(path)", .completion(completion), isolation: nil) {
            super.get(path, completion: $0)
        }
    }
}

private final class Service: RequestIntercepting {
    let client = ManualClient()

    func load(then completion: @escaping (String) -> Void) {
        let failure: ((any Error) -> Void)? = nil
        intercept("load", .success(completion), .failure(failure)) {
            self.client.get("load", success: $0, failure: $1)
        }
    }
}

@MainActor private final class MainService: RequestIntercepting {
    let client = ManualClient()
    var count = 0

    func load(then completion: @escaping @MainActor () -> Void) {
        intercept("load", .success(onMain: completion)) { completion in
            self.count += 1
            self.client.get(
                "load",
                success: { _ in MainActor.assumeIsolated { completion() } },
                failure: nil
            )
        }
    }
}
