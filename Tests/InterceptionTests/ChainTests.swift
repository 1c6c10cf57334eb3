@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `Chains` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let first = URLRequest(path: "first")

    /// Returns the request that the answer names; “end” ends the chain.
    static func follow(_ response: LoadedResponse) throws -> URLRequest? {
        switch response.text {
        case "end": nil
        case "throw": throw ClientError("thrown")
        default: URLRequest(path: response.text)
        }
    }

    @Test func `a chain makes each request from the previous answer`() async throws {
        let task = Task { try await sender.chain(first, next: Self.follow) }
        await client.started.waitFor("first")
        try client.succeed("first", with: "second")
        #expect(client.started.entries == ["first", "second"])
        try client.succeed("second", with: "third")
        try client.succeed("third", with: "end")
        #expect(try await task.value.map(\.text) == ["second", "third", "end"])
    }

    @Test func `all steps of a plan run in one chain, which has the last name`() async throws {
        let names = Journal<String?>()
        let plan = ["first", "last"].reduce(first.plan) { plan, name in
            plan.then(name: name) { response in
                names.append(RequestGroup.current?.name)
                return URLRequest(path: response.text)
            }
        }
        sender.perform(plan) { _ in }
        try client.succeed("first", with: "second")
        try client.succeed("second", with: "third")
        try client.succeed("third")
        #expect(names.entries == ["last", "last"])
    }

    @Test func `the closure next runs in the group of its chain`() async throws {
        let names = Journal<String>()
        let recorder = EventRecorder()
        let options = RequestGroupOption.observer(recorder)
        let task = Task {
            try await sender.chain(first, name: "pages", options: options) { response in
                names.append(RequestGroup.current?.name ?? "none")
                return try Self.follow(response)
            }
        }
        await client.started.waitFor("first")
        try client.succeed("first", with: "second")
        try client.succeed("second", with: "end")
        _ = try await task.value
        #expect(names.entries == ["pages", "pages"])
        // The next request enters before the previous one leaves, so that the group stays open.
        #expect(
            recorder.lines == [
                "opened", "entered GET first", "entered GET second", "left GET first",
                "left GET second", "completed",
            ]
        )
    }
}
