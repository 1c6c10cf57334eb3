// What is cancelled by one closure is made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import GroupContext
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Requests that are created first and started later` {
    /// A client that creates requests without starting them.
    final class Maker: Sendable {
        final class Item: Sendable {
            private let callback: ManualCall
            private let starts = Locked(0)
            private let cancels = Locked(0)

            init(_ callback: ManualCall) {
                self.callback = callback
            }

            var startCount: Int { starts.withLock { $0 } }
            var cancelCount: Int { cancels.withLock { $0 } }

            static func start(_ item: Item) { item.starts.withLock { $0 += 1 } }

            static func cancel(_ item: Item) {
                item.cancels.withLock { $0 += 1 }
                item.callback.fail("-999")
            }

            func answer() { callback.succeed() }
        }
    }

    let network = InterceptingClient(Maker())

    private func make(
        _ label: String,
        priority: RequestPriority? = nil,
        success: @escaping (String) -> Void = { _ in },
        failure: @escaping (any Error) -> Void = { _ in },
        through network: InterceptingClient<Maker>? = nil
    ) -> PreparedCall<Maker.Item> {
        (network ?? self.network).prepare(
            label,
            priority: priority,
            start: Maker.Item.start,
            cancel: Maker.Item.cancel
        ) { call in
            Maker.Item(
                ManualCall(
                    path: label,
                    success: call.wrap(.success(success)),
                    failure: call.wrap(.failure(failure))
                )
            )
        }
    }

    @Test func `the request enters when it is started, not when it is created (M1)`() async throws {
        try await withRequestGroup { group in
            let call = make("a")
            #expect(group.progress.total == 0)
            call.start()
            #expect(group.outstanding == ["a"])
            #expect(call.handle.startCount == 1)
            call.handle.answer()
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
    }

    @Test func `a request that is never started holds up no group (M1)`() async throws {
        let (call, group) = try await withRequestGroup { group in (make("a"), group) }
        #expect(group.progress.total == 0)
        call.start()
        call.handle.answer()
    }

    @Test func `a request that its callback starts leaves when the callback has returned`()
        async throws
    {
        let kept = Locked<PreparedCall<Maker.Item>?>(nil)
        try await withRequestGroup { group in
            let call = make(
                "a",
                success: { _ in
                    kept.withLock { $0 }?.start()
                    #expect(group.outstanding == ["a"])
                }
            )
            kept.withLock { $0 = call }
            call.handle.answer()
            #expect(call.handle.startCount == 1)
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
            kept.withLock { $0 = nil }
        }
    }

    @Test func `the group at the creation wins over the one at the start (S6)`() async throws {
        try await withRequestGroup("creation") { creation in
            let call = make("a")
            try await withRequestGroup("start", options: .detached) { start in
                call.start()
                #expect(start.progress.total == 0)
                #expect(creation.outstanding.contains("a"))
                call.handle.answer()
            }
        }
    }

    @Test func `a request created outside any group enters the group in which it is started (S6)`()
        async throws
    {
        let names = Journal<String?>()
        let call = make("a", success: { _ in names.append(RequestGroup.current?.name) })
        try await withRequestGroup("start") { group in
            call.start()
            #expect(group.outstanding == ["a"])
            withoutRequestGroup { call.handle.answer() }
        }
        #expect(names.entries == ["start"])
    }

    @Test func `created in withoutRequestGroup, it is in no group wherever it is started (S4)`()
        async throws
    {
        let call = withoutRequestGroup { make("a") }
        try await withRequestGroup { group in
            let other = withoutRequestGroup { make("b") }
            call.start()
            other.start()
            #expect(group.progress.total == 0)
        }
        call.handle.answer()
    }

    @Test func `starting again passes on to the client, and enters once (M2)`() async throws {
        try await withRequestGroup { group in
            let call = make("a")
            call.start()
            call.start()
            #expect(call.handle.startCount == 2)
            #expect(group.progress.total == 1)
            call.handle.answer()
        }
    }

    @Test func `a request that is started twice waits for one permit (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) { _ in
            let (first, second) = (make("a"), make("b"))
            first.start()
            second.start()
            second.start()
            #expect(second.handle.startCount == 0)
            first.handle.answer()
            // Both starts reach the client, which may count them, as `URLSession` does.
            #expect(second.handle.startCount == 2)
            second.handle.answer()
        }
    }

    @Test func `cancelling the group cancels a request that was started, once (P2)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            let (started, created) = (make("a"), make("b"))
            started.start()
            group.cancel()
            #expect(started.handle.cancelCount == 1)
            #expect(created.handle.cancelCount == 0)
            return group.failures
        }
        #expect(failures.map(\.label) == ["a"])
        #expect(failures.map(\.reason) == [.cancelled])
    }

    @Test func `a waiting request is cancelled once, and never started (P2)`() async throws {
        try await withRequestGroup(options: .limit(1), .tolerant) { group in
            let (first, second) = (make("a"), make("b"))
            first.start()
            second.start()
            group.cancel()
            #expect(second.handle.cancelCount == 1)
            #expect(second.handle.startCount == 0)
            #expect(group.outstanding.isEmpty)
        }
    }

    @Test func `in a cancelled group a created request is cancelled once, and not started (I3)`()
        async throws
    {
        let errors = Journal<any Error>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let call = make("a", failure: errors.append)
            call.start()
            #expect(call.handle.startCount == 0)
            #expect(call.handle.cancelCount == 1)
        }
        #expect(errors.entries.count == 1)
    }

    @Test func `a request that fails before its start fails its group when it is started`()
        async throws
    {
        let errors = Journal<any Error>()
        let group = try await withRequestGroup(options: .tolerant) { group in
            let call = make("a", failure: errors.append)
            Maker.Item.cancel(call.handle)
            #expect(group.progress.total == 0)
            call.start()
            #expect(call.handle.startCount == 1)
            #expect(group.progress.finished == 1)
            return group
        }
        #expect(group.failures.map { $0.error as? ClientError } == [ClientError("-999")])
        #expect(errors.entries.count == 1)
    }

    @Test func `a request that fails before its start takes no permit when it is started`()
        async throws
    {
        let group = try await withRequestGroup(options: .tolerant, .limit(1)) { group in
            let first = make("a")
            first.start()
            let call = make("b")
            Maker.Item.cancel(call.handle)
            call.start()
            #expect(group.outstanding == ["a"])
            first.handle.answer()
            let last = make("c")
            last.start()
            #expect(last.handle.startCount == 1)
            last.handle.answer()
            return group
        }
        #expect(group.failures.map(\.label) == ["b"])
    }

    @Test func `a request whose callbacks are released is lost when it is started`() async throws {
        let group = try await withRequestGroup(options: .tolerant) { group in
            let call = network.prepare("a", start: { _ in }, cancel: { _ in }) { call in
                _ = call.wrap(.success { @Sendable (_: String) in })
            }
            call.start()
            return group
        }
        #expect(group.failures.map(\.reason) == [.lostCallback])
    }

    /// Creates a request whose client answers while the request enters its group: when its label
    /// is built.
    private func makeAnsweringWhileEntering(
        _ answer: @escaping @Sendable (Roles) -> Void,
        hasFinished: Bool,
        forgetsCallbacks: Bool = false
    ) -> (call: PreparedCall<Void>, callbacks: Locked<Roles?>, told: Journal<String>) {
        let (callbacks, told) = (Locked<Roles?>(nil), Journal<String>())
        let label = { @Sendable in
            answer(callbacks.withLock { forgetsCallbacks ? $0.take() : $0 } ?? Roles())
            return "a"
        }
        let call = network.prepare(label(), start: { _ in }, cancel: { _ in }) { call in
            let roles = Roles(
                success: call.wrap(.success { @Sendable (value: String) in told.append(value) }),
                failure: call.wrap(
                    .failure { @Sendable (error: any Error) in told.append("\(error)") }
                ),
                finished: hasFinished
                    ? call.wrap(.finally { @Sendable in told.append("finished") }) : nil
            )
            callbacks.withLock { $0 = roles }
        }
        return (call, callbacks, told)
    }

    /// The callbacks of a client that calls one when it has an answer, and one after all others.
    struct Roles: Sendable {
        var success: @Sendable (String) -> Void = { _ in }
        var failure: @Sendable (any Error) -> Void = { _ in }
        var finished: (@Sendable () -> Void)?
    }

    @Test(arguments: [false, true])
    func `a request that is answered while it enters leaves as it was answered (M1)`(
        hasFailed: Bool
    ) async throws {
        let (call, callbacks, told) = makeAnsweringWhileEntering(
            { hasFailed ? $0.failure(ClientError("no")) : $0.success("ok") },
            hasFinished: false
        )
        let group = try await withRequestGroup(options: .tolerant) { group in
            call.start()
            #expect(group.outstanding.isEmpty)
            return group
        }
        #expect(told.entries == [hasFailed ? "\(ClientError("no"))" : "ok"])
        #expect(
            group.failures.map { $0.error as? ClientError }
                == (hasFailed ? [ClientError("no")] : [])
        )
        #expect(group.progress.finished == 1)
        withExtendedLifetime(callbacks) {}
    }

    @Test(arguments: [false, true])
    func `a request that is answered while it enters is not lost when its callbacks go (M3)`(
        hasFailed: Bool
    ) async throws {
        let (call, callbacks, _) = makeAnsweringWhileEntering(
            { hasFailed ? $0.failure(ClientError("no")) : $0.success("ok") },
            hasFinished: false,
            forgetsCallbacks: true
        )
        let group = try await withRequestGroup(options: .tolerant) { group in
            call.start()
            #expect(callbacks.withLock { $0 == nil })
            #expect(group.outstanding.isEmpty)
            return group
        }
        #expect(
            group.failures.map { $0.error as? ClientError }
                == (hasFailed ? [ClientError("no")] : [])
        )
        #expect(group.progress.finished == 1)
    }

    @Test(arguments: [false, true])
    func `a request answered while it enters waits for its finally callback (M1)`(
        hasFailed: Bool
    ) async throws {
        let (call, callbacks, told) = makeAnsweringWhileEntering(
            { hasFailed ? $0.failure(ClientError("no")) : $0.success("ok") },
            hasFinished: true
        )
        let group = try await withRequestGroup(options: .tolerant) { group in
            call.start()
            #expect(group.outstanding == ["a"])
            callbacks.withLock { $0 }?.finished?()
            #expect(group.outstanding.isEmpty)
            return group
        }
        #expect(told.entries == [hasFailed ? "\(ClientError("no"))" : "ok", "finished"])
        #expect(
            group.failures.map { $0.error as? ClientError }
                == (hasFailed ? [ClientError("no")] : [])
        )
    }

    @Test(arguments: [false, true])
    func `a request that is finished while it enters leaves as it was answered (M1)`(
        isAnswered: Bool
    ) async throws {
        let (call, callbacks, told) = makeAnsweringWhileEntering(
            { roles in
                if isAnswered { roles.failure(ClientError("no")) }
                roles.finished?()
            },
            hasFinished: true
        )
        let group = try await withRequestGroup(options: .tolerant) { group in
            call.start()
            #expect(group.outstanding.isEmpty)
            return group
        }
        #expect(told.entries == (isAnswered ? ["\(ClientError("no"))"] : []) + ["finished"])
        #expect(
            group.failures.map { $0.error as? ClientError }
                == (isAnswered ? [ClientError("no")] : [])
        )
        #expect(group.progress.finished == 1)
        withExtendedLifetime(callbacks) {}
    }

    @Test func `a request that is finished before its start leaves when it is started`()
        async throws
    {
        let (call, callbacks, told) = makeAnsweringWhileEntering({ _ in }, hasFinished: true)
        try await withRequestGroup { group in
            callbacks.withLock { $0 }?.finished?()
            call.start()
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
        #expect(told.entries == ["finished"])
    }

    @Test func `a started request whose callbacks are released leaves as lost (M3)`() async throws {
        let failures = try await withRequestGroup(options: .tolerant) { group in
            make("a").start()
            #expect(group.outstanding.isEmpty)
            return group.failures
        }
        #expect(failures.map(\.reason) == [.lostCallback])
    }

    @Test func `outside any group a limiter of the client makes requests wait (P4)`() {
        let limiter = RequestLimiter(limit: 1)
        let limited = InterceptingClient(
            Maker(),
            settings: InterceptionSettings { $0.limiter = limiter }
        )
        let calls = ["a", "b"].map { make($0, through: limited) }
        for call in calls { call.start() }
        #expect(calls.map(\.handle.startCount) == [1, 0])
        calls[0].handle.answer()
        #expect(calls.map(\.handle.startCount) == [1, 1])
        calls[1].handle.answer()
        #expect(limiter.inFlight == 0)
    }

    @Test func `a request that is started after its group has completed goes its own way (C5)`()
        async throws
    {
        let recorder = EventRecorder()
        let call = try await withRequestGroup(options: .observer(recorder)) { make("late") }
        call.start()
        #expect(call.handle.startCount == 1)
        call.handle.answer()
        #expect(recorder.lines == ["opened", "empty", "completed", "late request late"])
    }

    @Test func `outside any group no label is built (I2)`() {
        let built = Locked(0)
        @Sendable func label() -> String {
            built.withLock { $0 += 1 }
            return "label"
        }
        let client = InterceptingClient(Maker())
        let call = client.prepare(label(), start: Maker.Item.start, cancel: Maker.Item.cancel) {
            Maker.Item(ManualCall(path: "a", success: $0.wrap(.success { _ in }), failure: nil))
        }
        call.start()
        #expect(call.handle.startCount == 1)
        #expect(built.withLock { $0 } == 0)
        call.handle.answer()
    }
}
