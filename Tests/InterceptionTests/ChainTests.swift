import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Chains` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let first = URLRequest(path: "first")

    /// The next request has the name that the answer says; “end” ends the chain.
    static func follow(_ response: LoadedResponse) throws -> URLRequest? {
        switch response.text {
        case "end": nil
        case "throw": throw ClientError("thrown")
        default: URLRequest(path: response.text)
        }
    }

    @Test
    func `a chain makes each request from the previous answer, and returns the answers in order`()
        async throws
    {
        let task = Task { try await sender.chain(first, next: Self.follow) }
        await client.started.contains("first")
        try client.succeed("first", with: "second")
        #expect(client.started.entries == ["first", "second"])
        try client.succeed("second", with: "third")
        try client.succeed("third", with: "end")
        #expect(try await task.value.map(\.text) == ["second", "third", "end"])
    }

    @Test func `over a real session`() async throws {
        let server = StubServer()
        let session = InterceptingClient(server.session())
        let start = try server.request("1")
        async let responses = session.chain(start) { response in
            response.text == "3" ? nil : try server.request(response.text)
        }
        try await server.answer("1", with: "2")
        try await server.answer("2", with: "3")
        #expect(try await responses.map(\.text) == ["2", "3"])
        #expect(server.arrived.entries == ["1", "2"])
    }

    @Test func `the callback form calls once, with success or failure`() async throws {
        let ends = Journal<String>()
        for outcome in ["end", "throw"] {
            sender.perform(RequestPlan.chain(first, next: Self.follow)) { result in
                ends.append((try? result.get())?.map(\.text).joined() ?? "failed")
            }
            try client.succeed("first", with: outcome)
        }
        #expect(await ends.first(2) == ["end", "failed"])
    }

    @Test func `next is called in the group of the chain, which has all its requests`() async throws
    {
        let names = Journal<String>()
        let recorder = EventRecorder()
        let options = RequestGroupOption.observer(recorder)
        let task = Task {
            try await sender.chain(first, name: "pages", options: options) { response in
                names.append(RequestGroup.current?.name ?? "none")
                return try Self.follow(response)
            }
        }
        await client.started.contains("first")
        try client.succeed("first", with: "second")
        try client.succeed("second", with: "end")
        _ = try await task.value
        #expect(names.entries == ["pages", "pages"])
        // The next is in before the one before has left, so that the group stays open.
        #expect(
            recorder.lines == [
                "opened", "entered GET first", "entered GET second", "left GET first",
                "left GET second", "completed",
            ]
        )
    }

    @Test func `then makes a plan with another type of answer`() async throws {
        let plan = RequestPlan(first).then { response in
            RequestPlan.batch(
                [response.text + "1", response.text + "2"].map(URLRequest.init(path:))
            )
        }
        let task = Task { try await sender.perform(plan) }
        await client.started.contains("first")
        try client.succeed("first", with: "image")
        try client.succeed("image2", with: "b")
        try client.succeed("image1", with: "a")
        #expect(try await task.value.values().map(\.text) == ["a", "b"])
    }

    @Test func `ten thousand requests, one after the other, do not grow the stack`() async throws {
        let count = 10_000
        let queue = DispatchQueue(label: "of the client")
        let sender = PathSender(
            client: ManualClient { call in
                let value = "\((Int(call.path) ?? 0) + 1)"
                queue.async { call.succeed(value) }
            }
        )
        let responses = try await sender.chain(URLRequest(path: "0")) { response in
            response.text == "\(count)" ? nil : URLRequest(path: response.text)
        }
        #expect(responses.map(\.text) == (1...count).map { "\($0)" })
    }

    @Test func `answers inside and after the call are in the same group`() async throws {
        let queue = DispatchQueue(label: "of the client")
        let recorder = EventRecorder()
        let sender = PathSender(
            client: ManualClient { call in
                let number = Int(call.path) ?? 0
                let value = "\(number + 1)"
                if number % 3 == 0 {
                    queue.async { call.succeed(value) }
                } else {
                    call.succeed(value)
                }
            }
        )
        let options = RequestGroupOption.observer(recorder)
        let responses = try await sender.chain(URLRequest(path: "0"), options: options) {
            response in
            response.text == "100" ? nil : URLRequest(path: response.text)
        }
        #expect(responses.count == 100)
        #expect(recorder.events.count { $0.kind == .left } == 100)
        #expect(recorder.events.count { $0.kind == .lateRequest } == 0)
    }
}
