#if !canImport(FoundationNetworking)
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

// What is decided there is tested on every platform, in DelegateRoutingTests.swift. This is whether Apple's
// sessions keep the rules by which it is.
@Suite(.timeLimit(.ordinary))
struct `Delegates of tasks on Apple's platforms` {
    let server = StubServer()
    let told = ["response 200", "data ok", "end"]

    private func foreignSession(_ delegate: DelegateRecorder) -> InterceptingClient<URLSession> {
        InterceptingClient(
            URLSession(
                configuration: StubServer.configuration,
                delegate: delegate,
                delegateQueue: nil
            )
        )
    }

    @Test(arguments: [true, false])
    func `the delegate of an unknown session is called in the group (S2)`(
        isOwn: Bool
    ) async throws {
        let delegate = DataDelegateRecorder()
        let session = foreignSession(delegate)
        try await withRequestGroup("page") {
            let url = try server.url("a")
            if isOwn {
                let task: URLSessionDataTask = session.dataTask(with: url)
                task.resume()
            } else {
                session.dataTask(with: url).resume()
            }
            try await server.answer("a")
        }
        #expect(delegate.told.entries == told.map { "\($0) of a in page" })
    }

    @Test func `the delegate of one task is called in the group (S2)`() async throws {
        let delegate = DataDelegateRecorder()
        let session = InterceptingClient(server.session())
        try await withRequestGroup("page") {
            let task = session.dataTask(with: try server.url("a"))
            task.delegate = delegate
            #expect(task.base.delegate === delegate)
            task.resume()
            #expect(task.delegate === delegate)
            try await server.answer("a")
        }
        #expect(delegate.told.entries == told.map { "\($0) of a in page" })
    }

    @Test func `a group does not wait for a task of the session with a delegate of its own (M1)`()
        async throws
    {
        let sessions = [
            server.session(delegate: DataDelegateRecorder()),
            InterceptingClient(server.session()), foreignSession(DataDelegateRecorder()),
        ]
        for session in sessions {
            let delegate = DataDelegateRecorder()
            let failures = try await withRequestGroup(options: .tolerant) { group in
                let task: URLSessionDataTask = session.dataTask(with: try server.url("a"))
                task.delegate = delegate
                task.resume()
                return group
            }
            .failures
            #expect(failures.map { $0.error is UntrackedTaskError } == [true])
            try await server.answer("a")
            #expect(await delegate.told.first(3) == told.map { "\($0) of a in none" })
        }
    }

    @Test func `outside any group a task has no delegate but that of its user (S5)`() throws {
        let session = InterceptingClient(server.session())
        let task: URLSessionDataTask = session.dataTask(with: try server.url("a"))
        #expect(task.delegate == nil)
        #expect(session.dataTask(with: try server.url("b")).base.delegate == nil)
    }

    #if !os(watchOS)
    @Test func `bytes are adapted and stubbed`() async throws {
        let stubs = RequestStubs()
        stubs.answer(.get("/a"), with: .json("{}", status: 201))
        let session = server.session(RequestPipeline(stubs: stubs))
        let group = try await withRequestGroup { group in
            let (bytes, response) = try await session.bytes(from: server.url("a"))
            #expect((response as? HTTPURLResponse)?.statusCode == 201)
            var received: [UInt8] = []
            for try await byte in bytes { received.append(byte) }
            #expect(received == Array("{}".utf8))
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
        #expect(stubs.requests.count == 1)
        #expect(server.arrived.entries.isEmpty)
    }
    #endif
}
#endif
