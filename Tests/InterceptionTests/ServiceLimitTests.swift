import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Services through a limited client` {
    @Test(arguments: [true, false])
    func `at most five requests of a service client run at once by default (P4)`(
        isGrouped: Bool
    )
        async throws
    {
        let limiter = RequestLimiter()
        #expect(limiter.limit == 5)
        let base = ManualSender()
        let settings = InterceptionSettings { $0.limiter = limiter }
        let client = GroupedSender(base: base, interceptionSettings: settings)
        let mediator = try ServiceMediator(client)
        let results = Journal<String>()
        let group = try await withRequestGroup { group in
            let issue = {
                for index in 0..<12 {
                    mediator.send(ServiceDefinition<String>("\(index)")) {
                        results.append("\(index) \($0)")
                    }
                }
            }
            if isGrouped { issue() } else { withoutRequestGroup(issue) }
            for count in 5...12 {
                #expect(base.sent.entries.count == count)
                #expect(limiter.inFlight == 5)
                try base.take("\(count - 5)").succeed()
            }
            for request in base.takeAll() { request.succeed() }
            return group
        }
        #expect(results.entries.count == 12)
        #expect(limiter.inFlight == 0)
        // The limiter of the client counts a request once, and so does the group.
        #expect(group.progress.total == (isGrouped ? 12 : 0))
    }

    @Test func `a service over a wrapped URLSession counts once, with its status checked (M7)`()
        async throws
    {
        let server = StubServer()
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        let session = server.session(delegate: nil, settings: settings, statusCheck: .successful)
        let url = try #require(URL(string: "http://\(server.host)"))
        let mediator = ServiceMediator(client: session, baseURL: url)
        let results = Journal<String>()
        let group = try await withRequestGroup("page", options: .tolerant) { group in
            for name in ["a", "b", "c"] {
                let call = mediator.send(ServiceDefinition<Int>(name)) { result in
                    results.append("\(name) \((try? result.get()) ?? -1)")
                }
                // It waits for the limiter of the client.
                if name == "c" { call.cancel() }
            }
            #expect(group.outstanding.count >= 2)
            try await server.answer("a", with: "7")
            try await server.answer("b", with: "7", status: 404)
            return group
        }
        #expect(Set(results.entries) == ["a 7", "b -1", "c -1"])
        #expect(group.progress.total == 3)
        #expect(group.failures.map(\.label) == ["b", "c"])
        #expect(group.failures.first?.error is HTTPStatusError)
        #expect(group.failures.last?.error is CancellationError)
        #expect(server.arrived.entries == ["a", "b"])
    }
}
