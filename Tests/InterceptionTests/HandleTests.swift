import Dispatch
import GroupContext
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `Methods that return a handle` {
    let handles = HandleClient()
    var network: InterceptingClient<HandleClient> { InterceptingClient(handles) }

    @Test func `the handle of the client is returned (I1)`() async throws {
        let outside = network.load("a") { _ in }
        #expect(outside === handles.newest)
        try await withRequestGroup {
            let inside = network.load("b") { _ in }
            #expect(inside === handles.newest)
            handles.answer("b")
        }
    }

    @Test func `cancelling the group cancels each outstanding handle once (P2)`() async throws {
        let outcome = await withRequestGroupOutcome { group in
            let (answered, outstanding) = (
                network.load("a") { _ in }, network.load("b") { _ in }
            )
            handles.answer("a")
            group.cancel()
            group.cancel()
            #expect(answered.cancelCount == 0)
            #expect(outstanding.cancelCount == 1)
        }
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.label) == ["LOAD b"])
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test
    func `in a cancelled group a request with a handle is started and cancelled at once (I3)`()
        async throws
    {
        let answers = Journal<Result<String, ClientError>>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let handle = network.load("a") { answers.append($0) }
            #expect(handle.cancelCount == 1)
        }
        #expect(answers.entries == [.failure(ClientError("-999"))])
    }

    @Test func `a handle is cancelled on the queue that the wrapper names (P2)`() async throws {
        let mark = QueueMark()
        let places = Journal<Bool>()
        let network = InterceptingClient(
            handles,
            settings: InterceptionSettings { $0.queue = mark.queue }
        )
        let cancel: @Sendable (HandleClient.Handle) -> Void = { handle in
            places.append(mark.isCurrent)
            HandleClient.Handle.cancel(handle)
        }
        try await withRequestGroup(options: .tolerant) { group in
            network.intercept("a", cancel: cancel) { call in
                let completion: (Result<String, ClientError>) -> Void = { _ in }
                return handles.load("a", completion: call.wrap(.completion(completion)))
            }
            group.cancel()
        }
        #expect(places.entries == [true])
    }

    @Test func `cancelling a request whose handle was released notifies observers (P2)`()
        async throws
    {
        let (recorder, strays) = (EventRecorder(), Journal<StrayRequest>())
        var settings = InterceptionSettings()
        settings.onStray = { strays.append($0) }
        let network = InterceptingClient(ForgetfulClient(), settings: settings)
        try await withRequestGroup("page", options: .tolerant, .observer(recorder)) { group in
            network.load("a") { _ in }
            network.load("answered") { _ in }
            network.base.answer("answered")
            group.cancel()
            group.cancel()
            network.base.answer("a")
        }
        #expect(recorder.lines.filter { $0.hasPrefix("lost") } == ["lost handle a"])
        #if DEBUG
        #expect(strays.entries.map(\.label) == ["a"])
        #expect(strays.entries.map(\.reason) == [.lostHandle])
        #expect("\(strays.entries[0])".contains("holdsHandle: true"))
        #else
        #expect(strays.entries.isEmpty)
        #endif
    }

    @Test func `a deadline of a request whose handle was released notifies observers (P2, P3)`()
        async throws
    {
        let (recorder, clock) = (EventRecorder(), ManualClock())
        let network = InterceptingClient(ForgetfulClient())
        let timeout = RequestGroupOption.timeout(.seconds(1), clock: clock)
        try await withRequestGroup(options: .tolerant, timeout, .observer(recorder)) {
            network.load("a") { _ in }
            await clock.advanceWhenAsleep(by: .seconds(1))
            await recorder.happened(.lostHandle, label: "a")
        }
        network.base.answer("a")
        #expect(recorder.lines.filter { $0.hasPrefix("lost") } == ["lost handle a"])
    }

    @Test func `the group cancels a handle that only the group retains (P2)`() async throws {
        let (recorder, cancelled) = (EventRecorder(), Journal<String>())
        let network = InterceptingClient(ForgetfulClient())
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
            network.load("a", holdsHandle: true, cancelled) { _ in }
            group.cancel()
            network.base.answer("a")
        }
        #expect(cancelled.entries == ["a"])
        #expect(!recorder.lines.contains("lost handle a"))
    }

    @Test func `the group holds the handle weakly, so that a lost callback is noticed (M3)`()
        async throws
    {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            _ = network.load("a") { _ in }
            #expect(group.outstanding == ["LOAD a"])
            handles.lose("a")
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `an optional handle is cancelled, and held weakly too (P2)`() async throws {
        let cancelled = Journal<Bool>()
        let failures = try await withRequestGroup(options: .tolerant) { group in
            for path in ["kept", "lost"] {
                network.intercept(path, cancel: note) { call -> HandleClient.Handle? in
                    let completion: (Result<String, ClientError>) -> Void = { _ in }
                    return handles.load(path, completion: call.wrap(.completion(completion)))
                }
            }
            network.intercept("none", cancel: note) { call -> HandleClient.Handle? in
                call.wrap(.success {})()
                return nil
            }
            handles.lose("lost")
            #expect(group.outstanding == ["kept"])
            group.cancel()
            return group.failures
        }
        #expect(failures.map(\.reason) == [.cancelled, .lostCallback])

        @Sendable func note(_ handle: HandleClient.Handle?) {
            cancelled.append(handle != nil)
            if let handle { HandleClient.Handle.cancel(handle) }
        }
        #expect(cancelled.entries == [true])
    }

    @Test func `a handle behind a protocol is cancelled, and held weakly too (P2)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            let cancel: @Sendable (any Cancellable) -> Void = { $0.stop() }
            for path in ["kept", "lost"] {
                network.intercept(path, cancel: cancel) { call -> any Cancellable in
                    let completion: (Result<String, ClientError>) -> Void = { _ in }
                    return handles.load(path, completion: call.wrap(.completion(completion)))
                }
            }
            handles.lose("lost")
            #expect(group.outstanding == ["kept"])
            group.cancel()
            return group.failures
        }
        #expect(failures.map(\.reason) == [.cancelled, .lostCallback])
    }

    @Test func `a handle that is a value is retained (P2)`() async throws {
        let client = ManualClient()
        let cancelled = Journal<Int>()
        let cancel: @Sendable (Int) -> Void = { number in
            cancelled.append(number)
            try? client.fail("a")
        }
        try await withRequestGroup(options: .tolerant) { group in
            let number = network.intercept("a", cancel: cancel) { call -> Int in
                client.get("a", success: nil, failure: call.wrap(.failure { (_: any Error) in }))
                return 42
            }
            #expect(number == 42)
            group.cancel()
        }
        #expect(cancelled.entries == [42])
    }

    @Test func `a client that has answered before it returns the handle is not cancelled (M4)`()
        async throws
    {
        let cancelled = Journal<Int>()
        let cancel: @Sendable (Int) -> Void = { cancelled.append($0) }
        try await withRequestGroup(options: .tolerant) { group in
            network.intercept("a", cancel: cancel) { call -> Int in
                call.wrap(.success {})()
                return 1
            }
            group.cancel()
        }
        #expect(cancelled.entries.isEmpty)
    }
}

private protocol Cancellable: AnyObject {
    func stop()
}

extension HandleClient.Handle: Cancellable {
    fileprivate func stop() {
        Self.cancel(self)
    }
}

/// A client whose handles nobody keeps but its caller.
private final class ForgetfulClient: Sendable {
    final class Handle: Sendable {
        let path: String
        init(_ path: String) { self.path = path }
    }

    private struct Pending: @unchecked Sendable {
        // Safe: handed from the caller to whoever answers, as clients do.
        let completion: (Result<String, ClientError>) -> Void
    }

    private let pending = Locked([String: Pending]())

    func load(
        _ path: String,
        completion: @escaping (Result<String, ClientError>) -> Void
    ) -> Handle {
        let pending = Pending(completion: completion)
        self.pending.withLock { $0[path] = pending }
        return Handle(path)
    }

    func answer(_ path: String) {
        pending.withLock { $0.removeValue(forKey: path) }?.completion(.success("ok"))
    }
}

extension InterceptingClient<ForgetfulClient> {
    fileprivate func load(
        _ path: String,
        holdsHandle: Bool = false,
        _ cancelled: Journal<String>? = nil,
        completion: @escaping (Result<String, ClientError>) -> Void
    ) {
        let cancel: @Sendable (ForgetfulClient.Handle) -> Void = { cancelled?.append($0.path) }
        intercept(path, .completion(completion), cancel: cancel, holdsHandle: holdsHandle) {
            base.load(path, completion: $0)
        }
    }
}
