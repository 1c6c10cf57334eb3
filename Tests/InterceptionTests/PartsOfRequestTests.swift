// What a request is called with takes closures of its own.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Dispatch
import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a method of a client issues through the same client, where it is easily taken for something else.
@Suite(.timeLimit(.ordinary)) struct `Subrequests` {
    /// Calls back when a test says so, or at once.
    private final class Client: RequestIntercepting, Sendable {
        let base: ManualClient
        let interceptionSettings: InterceptionSettings

        init(_ base: ManualClient = ManualClient(), limiter: RequestLimiter? = nil) {
            self.base = base
            interceptionSettings = InterceptionSettings { $0.limiter = limiter }
        }

        func get(_ path: String, _ done: @escaping @Sendable () -> Void) {
            intercept("get \(path)", .success { _ in done() }, .failure { _ in }) {
                self.base.get(
                    path,
                    success: $0,
                    failure: $1
                )
            }
        }

        /// A token first, then the data: one request.
        func load(_ path: String, _ done: @escaping @Sendable () -> Void) {
            intercept("load \(path)", .success(done)) { done in
                self.get("token") { self.get(path, done) }
            }
        }

        func load(_ path: String) async throws {
            try await intercept("load \(path)") {
                await withCheckedContinuation { continuation in
                    self.get("token") { self.get(path) { continuation.resume() } }
                }
            }
        }

        /// The answer of the cache, and the request that refreshes it.
        func cached(_ path: String, _ done: @escaping @Sendable () -> Void) {
            intercept("cached \(path)", .success(done)) { done in
                done()
                self.get(path) {}
            }
        }
    }

    @Test
    func `consecutive calls in one method are one request with one permit (M7)`()
        async throws
    {
        for isAtOnce in [true, false] {
            let base = isAtOnce ? ManualClient { $0.succeed() } : ManualClient()
            let client = Client(base, limiter: RequestLimiter(limit: 1))
            let ends = Journal<String>()
            let group = try await withRequestGroup(options: .limit(1)) { group in
                client.load("a") { ends.append("a") }
                if !isAtOnce {
                    #expect(group.outstanding == ["load a"])
                    try base.succeed("token")
                    #expect(group.outstanding == ["load a"])
                    try base.succeed("a")
                }
                return group
            }
            #expect(ends.entries == ["a"])
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
    }

    @Test
    func `calls in a row in an operation are one request, wherever the client calls back (M7)`()
        async throws
    {
        let queue = DispatchQueue(label: "client")
        let later = ManualClient { call in queue.async { call.succeed() } }
        for base in [ManualClient { $0.succeed() }, later] {
            let client = Client(base, limiter: RequestLimiter(limit: 1))
            let group = try await withRequestGroup(options: .limit(1)) { group in
                try await client.load("a")
                return group
            }
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
    }

    @Test func `a captured group is captured with the request (S3, M7)`() async throws {
        let client = Client(ManualClient { $0.succeed() })
        let queue = DispatchQueue(label: "client")
        let group = try await withRequestGroup(options: .limit(1)) { group in
            client.intercept("outer") { call in
                let done = call.wrap(.success {})
                nonisolated(unsafe) let end = done
                queue.async(
                    execute: CapturedGroup.capturing { client.get("a") { end() } }
                )
            }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `an asynchronous closure of a captured group is in the request, too (S3, M7)`()
        async throws
    {
        let client = Client(ManualClient { $0.succeed() })
        let group = try await withRequestGroup(options: .limit(1)) { group in
            try await client.intercept("outer") {
                let captured = CapturedGroup()
                await Task.detached {
                    await captured.run {
                        await withCheckedContinuation { continuation in
                            client.get("a") { continuation.resume() }
                        }
                    }
                }
                .value
            }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test func `a request issued after the answer is limited and no subrequest (M7)`()
        async throws
    {
        let client = Client(limiter: RequestLimiter(limit: 1))
        let group = try await withRequestGroup { group in
            for path in ["a", "b", "c"] { client.cached(path) {} }
            #expect(client.base.started.entries == ["a"])
            // The others wait for the slot of the first that is refreshed.
            #expect(group.progress.total == 4)
            for path in ["a", "b", "c"] { try client.base.succeed(path) }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 6, total: 6))
    }

    @Test func `the failure of a request issued after the answer fails the group (M7)`()
        async throws
    {
        let client = Client()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                client.cached("a") {}
                try client.base.fail("a")
            }
        }
        #expect(error?.causes.map(\.label) == ["get a"])
    }

    @Test
    func `two wrapped values of one type are two clients, copies of one wrapper are one (M7)`()
        async throws
    {
        let base = ManualClient { $0.succeed() }
        let first = InterceptingClient(Value(base: base))
        let second = InterceptingClient(Value(base: base))
        let copy = first
        for (other, total) in [(second, 2), (copy, 1)] {
            let group = try await withRequestGroup { group in
                try await first.intercept("outer") { try await other.get() }
                return group
            }
            #expect(group.progress == GroupProgress(finished: total, total: total))
        }
    }

    @Test(arguments: 2...4)
    func `cancelling a request cancels its subrequests at any depth (M7, P2)`(
        depth: Int
    ) async throws {
        let client = Client()
        let cancelled = Journal<String>()
        @Sendable func issue(_ level: Int) {
            if level == 0 {
                client.intercept("handle", cancel: { $0.append("deepest") }) { call in
                    client.base.get(
                        "a",
                        success: call.wrap(.success { _ in }),
                        failure: call.wrap(.failure { _ in })
                    )
                    return cancelled
                }
            } else {
                client.intercept("\(level)") { call in
                    nonisolated(unsafe) let finish = call.wrap(.success {})
                    issue(level - 1)
                    DispatchQueue.main.async { withExtendedLifetime(finish) {} }
                }
            }
        }
        try await withRequestGroup(options: .tolerant) { group in
            issue(depth)
            group.cancel()
            #expect(cancelled.entries == ["deepest"])
            try client.base.fail("a")
        }
    }

    @Test func `unused cancel handlers of subrequests are released outside the lock (P2)`()
        async throws
    {
        let client = Client()
        try await withRequestGroup(options: .tolerant) { group in
            let asked = Journal<[String]>()
            client.intercept("outer", cancel: { (_: Journal<[String]>) in }) { outer in
                let finish = outer.wrap(.success {})
                client.intercept("inner") { inner in
                    let notice = ReleaseAction { asked.append(group.outstanding) }
                    inner.onCancel { withExtendedLifetime(notice) {} }
                    client.base.get("a", success: { _ in finish() }, failure: { _ in })
                }
                return asked
            }
            group.cancel()
            #expect(asked.entries.count == 1)
            try client.base.succeed("a")
        }
    }
}

/// A lost callback is found, whatever was issued while its request was handed over.
@Suite(.timeLimit(.ordinary)) struct `Lost requests with subrequests` {
    private let client = ManualClient()
    private let other = ManualClient()

    private func lose(_ meanwhile: @escaping (InterceptedCall) -> Void) async -> [RequestFailure] {
        let wrapper = InterceptingClient(client)
        return await withRequestGroupOutcome {
            wrapper.intercept("lost") { call in
                meanwhile(call)
                client.get(
                    "lost",
                    success: call.wrap(.success { _ in }),
                    failure: call.wrap(.failure { _ in })
                )
            }
            try client.lose("lost")
        }
        .failures
    }

    @Test func `a lost request with a subrequest of another client fails outside any group (M3)`()
        async throws
    {
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        let pinging = InterceptingClient(other, settings: settings)
        let failures = await lose { _ in
            withoutRequestGroup {
                pinging.intercept("ping", .success { _ in }, .failure { _ in }) {
                    other.get(
                        "ping",
                        success: $0,
                        failure: $1
                    )
                }
            }
        }
        #expect(failures.map(\.reason) == [.lostCallback])
        try other.succeed("ping")
    }

    @Test func `requests retained by a group captured in their own cancel handler are lost (M3)`()
        async
    {
        let failures = await lose { call in
            let captured = CapturedGroup.capturing {}
            call.onCancel { captured() }
        }
        #expect(failures.contains { $0.reason == .lostCallback })
    }
}

/// A client that is a value.
private struct Value: Sendable {
    let base: ManualClient
}

extension InterceptingClient<Value> {
    fileprivate func get() async throws {
        try await awaitReply("get") { reply in
            base.base.get("a", success: { _ in reply.success(()) }, failure: reply.failure)
        }
    }
}

/// Plans that a method of their sender performs.
@Suite(.timeLimit(.ordinary)) struct `Plans as subrequests` {
    enum Kind: CaseIterable, Sendable {
        case request, batch, chain, service
    }

    private func perform(
        _ kind: Kind,
        through sender: InterceptingSender,
        _ done: @escaping @Sendable () -> Void
    ) {
        let request = URLRequest(path: "a")
        switch kind {
        case .request: sender.perform(request) { _ in done() }
        case .batch: sender.batch([request, request], queue: .global()) { _ in done() }
        case .chain: sender.perform(RequestPlan(request).then { _ in request }) { _ in done() }
        case .service:
            ServiceMediator(client: sender, baseURL: URL(fileURLWithPath: "/"))
                .send(ServiceDefinition<Int>("a") { _ in 1 }) { _ in done() }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a plan counts once with the method that performs it, and needs no permit (M7)`(
        kind: Kind
    ) async throws {
        let sender = InterceptingSender(limiter: RequestLimiter(limit: 1))
        let group = try await withRequestGroup(options: .limit(1)) { group in
            sender.intercept("page") { call in
                nonisolated(unsafe) let finish = call.wrap(.success {})
                perform(kind, through: sender) { finish() }
            }
            try await sender.intercept("awaited") {
                let ended = Gate()
                perform(kind, through: sender) { ended.open() }
                await ended.opened()
            }
            return group
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test func `a request that a sender issues through another client is in the group (M7)`()
        async throws
    {
        let other = ManualClient()
        let wrapped = InterceptingClient(other)
        let sender = InterceptingSender(limiter: nil) {
            wrapped.intercept("audit", .success { _ in }, .failure { _ in }) {
                other.get("audit", success: $0, failure: $1)
            }
        }
        let outcome = await withRequestGroupOutcome { group in
            let ended = Gate()
            sender.perform(URLRequest(path: "a")) { _ in ended.open() }
            await ended.opened()
            #expect(group.outstanding == ["audit"])
            try other.fail("audit")
        }
        #expect(outcome.failures.map(\.label) == ["GET a", "audit"])
    }
}

/// A sender that intercepts itself, and is answered at once.
private final class InterceptingSender: RequestSender, RequestIntercepting {
    let interceptionSettings: InterceptionSettings
    private let meanwhile: @Sendable () -> Void

    init(limiter: RequestLimiter?, meanwhile: @escaping @Sendable () -> Void = {}) {
        interceptionSettings = InterceptionSettings { $0.limiter = limiter }
        self.meanwhile = meanwhile
    }

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> SentRequest {
        intercept("send", .completion(completion)) {
            self.meanwhile()
            $0(.failure(ClientError("no")))
        }
        return SentRequest {}
    }
}

private final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit {
        action()
    }
}
