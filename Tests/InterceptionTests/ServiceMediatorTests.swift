import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let profile = ServiceDefinition<String>("profile")
private let wrapped = ServiceDefinition<[Int]>("wrapped", envelope: ResponseEnvelope())

@Suite(.timeLimit(.ordinary))
struct `Services that are sent through a client` {
    let client = ManualSender()
    let mediator: ServiceMediator
    let results = Journal<String>()

    init() throws {
        mediator = try ServiceMediator(client)
    }

    /// Writes a result down, behind the mark.
    private func note<Value>(
        _ mark: String = ""
    ) -> @Sendable (Result<Value, any Error>) -> Void {
        { [results] result in
            switch result {
            case .success(let value): results.append("\(mark)\(value)")
            case .failure(let error): results.append("\(mark)\(error)")
            }
        }
    }

    @Test func `a test replaces the client of a service`() throws {
        mediator.send(profile, completion: note())
        try client.take("profile").succeed(#""Ann""#)
        #expect(results.entries == ["Ann"])
    }

    @Test func `a service can be sent by its name`() throws {
        mediator.register(profile)
        mediator.send("profile", as: String.self, parameters: ["id": 7], completion: note())
        try client.take("profile?id=7").succeed(#""Ann""#)
        #expect(results.entries == ["Ann"])
    }

    @Test func `the decoder of the mediator reads the envelope of every service`() throws {
        for body in [#"{"code": 0, "data": [7]}"#, #"{"code": 3, "message": "no"}"#, ""] {
            mediator.send(wrapped, completion: note())
            try client.take().succeed(body)
        }
        #expect(
            results.entries == ["[7]", "the server answered with code 3", "the body is empty"]
        )
    }

    @Test func `a failure of the client fails the service`() throws {
        mediator.send(
            ServiceDefinition<NoPayload>("a", envelope: ResponseEnvelope()),
            completion: note()
        )
        try client.take().fail("offline")
        #expect(results.entries == [#"ClientError(reason: "offline")"#])
    }

    @Test func `an unregistered service reports an error after send has returned (I3)`()
        async throws
    {
        sendHoldingItsAnswer()
        #expect(
            await results.first(2) == [
                "returned", "service “profile”: no service of this name is registered",
            ]
        )
        #expect(client.sent.entries.isEmpty)
    }

    /// An answer that comes on another thread waits until this has returned; one that came at once never could.
    private func sendHoldingItsAnswer() {
        let (lock, note) = (NSLock(), note() as @Sendable (Result<String, any Error>) -> Void)
        lock.lock()
        defer { lock.unlock() }
        mediator.send("profile", as: String.self) { result in
            lock.lock()
            defer { lock.unlock() }
            note(result)
        }
        results.append("returned")
    }

    @Test func `a service with another response is an error (I3)`() async throws {
        mediator.register(profile)
        mediator.send("profile", as: Int.self, completion: note())
        #expect(
            await results.first(1) == [
                "service “profile”: it answers with String, and Int was asked for"
            ]
        )
    }

    @Test func `the later registration of a name holds`() throws {
        mediator.register(profile)
        mediator.register(ServiceDefinition<String>("profile", path: "v2/profile"))
        mediator.send("profile", as: String.self, completion: note())
        try client.take("v2/profile").succeed()
        #expect(results.entries == ["ok"])
    }

    @Test func `replacing a client leaves its outstanding requests to the old one`() throws {
        mediator.send(profile, completion: note("old "))
        let other = ManualSender()
        mediator.client = other
        mediator.baseURL = try #require(URL(string: "http://b.test"))
        mediator.send(profile, completion: note("new "))
        try other.take("profile").succeed()
        try client.take("profile").succeed()
        #expect(results.entries == ["new ok", "old ok"])
    }

    @Test func `two calls with equal parameters have different identities`() throws {
        let listener = ListeningJournal()
        mediator.addListener(listener)
        let calls = (0..<3).map { index in
            mediator.send(profile, parameters: ["id": 7], completion: note("\(index) "))
        }
        #expect(Set(calls.map(\.id)).count == 3)
        let requests = client.takeAll()
        for index in [1, 2, 0] { requests[index].succeed("\"answer \(index)\"") }
        #expect(results.entries == ["1 answer 1", "2 answer 2", "0 answer 0"])
        #expect(listener.ends.entries.map(\.call.id) == [calls[1].id, calls[2].id, calls[0].id])
        let values = listener.ends.entries.map { try? $0.result.get() as? String }
        #expect(values == ["answer 1", "answer 2", "answer 0"])
    }

    @Test func `a cancelled call is cancelled, and its completion is called`() throws {
        let call = mediator.send(profile, completion: note())
        call.cancel()
        call.cancel()
        #expect(client.cancelled.entries == ["profile"])
        #expect(results.entries.count == 1)
        #expect(results.entries == ["CancellationError()"])
    }

    @Test func `cancelling an ended call has no effect`() throws {
        let call = mediator.send(profile, completion: note())
        let request = try client.take()
        request.succeed()
        call.cancel()
        #expect(client.cancelled.entries.isEmpty)
        #expect(results.entries == ["ok"])
    }

    @Test func `a client that answers at once is fine`() throws {
        mediator.client = ManualSender(immediateAnswer: { $0.succeed() })
        let call = mediator.send(profile, completion: note())
        call.cancel()
        #expect(results.entries == ["ok"])
    }

    @Test func `of two answers the first counts (M2)`() throws {
        mediator.send(profile, completion: note())
        let request = try client.take()
        request.succeed()
        request.fail()
        #expect(results.entries == ["ok"])
    }

    @Test func `a completion that the client releases ends the call as lost (M3)`() throws {
        let listener = ListeningJournal()
        mediator.addListener(listener)
        mediator.send(profile, completion: note())
        _ = try client.take()
        #expect(results.entries.count == 1)
        #expect(results.entries.first?.hasPrefix("profile: every callback was released") == true)
        #expect(listener.names == ["profile"])
    }

    @Test func `an ended call is released`() throws {
        let tokens = LiveCount()
        let answers = [{ $0.succeed() }, { $0.fail() }, { _ in }] as [(ManualSender.Call) -> Void]
        var calls: [ServiceCall] = []
        for answer in answers {
            let token = tokens.token()
            calls.append(mediator.send(profile) { _ in token.touch() })
            answer(try client.take())
        }
        let token = tokens.token()
        calls.append(mediator.send(profile) { _ in token.touch() })
        calls[3].cancel()
        #expect(tokens.value == 1)
        withExtendedLifetime(token) {}
    }

    /// A client whose handles hold something.
    private struct HandleSender: RequestSender {
        let base: ManualSender
        let tokens: LiveCount

        func send(
            _ request: URLRequest,
            completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
        ) -> SentRequest {
            let token = tokens.token()
            let sent = base.send(request, completion: completion)
            return SentRequest {
                token.touch()
                sent.cancel()
            }
        }
    }

    @Test(arguments: [true, false])
    func `the handle of a request is kept until the call has ended`(isImmediate: Bool) throws {
        let tokens = LiveCount()
        let base = isImmediate ? ManualSender(immediateAnswer: { $0.succeed() }) : client
        mediator.client = HandleSender(base: base, tokens: tokens)
        let call = mediator.send(profile, completion: note())
        if !isImmediate {
            #expect(tokens.value == 1)
            try client.take().succeed()
        }
        #expect(tokens.value == 0)
        withExtendedLifetime(call) {}
    }

    @Test func `a call lives without its mediator`() throws {
        var mediator: ServiceMediator? = try ServiceMediator(client)
        mediator?.send(profile, completion: note())
        mediator = nil
        try client.take().succeed()
        #expect(results.entries == ["ok"])
    }
}
