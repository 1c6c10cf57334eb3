// `prepare` takes several closures.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

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
        success: @escaping (String) -> Void = { _ in },
        failure: @escaping (any Error) -> Void = { _ in }
    ) -> PreparedCall<Maker.Item> {
        network.prepare(label, start: Maker.Item.start, cancel: Maker.Item.cancel) { call in
            Maker.Item(
                ManualCall(
                    path: label,
                    success: call.wrap(.success(success)),
                    failure: call.wrap(.failure(failure))
                )
            )
        }
    }

    @Test func `a request started in its own callback leaves after that callback`() async throws {
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

    @Test func `a request created in withoutRequestGroup joins no group (S4)`() async throws {
        let call = withoutRequestGroup { make("a") }
        try await withRequestGroup { group in
            let other = withoutRequestGroup { make("b") }
            call.start()
            other.start()
            #expect(group.progress.total == 0)
        }
        call.handle.answer()
    }

    @Test func `a request started three times waits for one permit, then starts three times (P4)`()
        async throws
    {
        try await withRequestGroup(options: .limit(1)) { _ in
            let (first, second) = (make("a"), make("b"))
            first.start()
            for _ in 0..<3 { second.start() }
            #expect(second.handle.startCount == 0)
            first.handle.answer()
            // All starts reach the client, which may count them, as `URLSession` does.
            #expect(second.handle.startCount == 3)
            second.handle.answer()
        }
    }

    @Test
    func `cancelling a group cancels only the requests that were started (P2)`() async throws {
        let failures = try await failuresOfGroup { group in
            let (started, created) = (make("a"), make("b"))
            started.start()
            group.cancel()
            #expect(started.handle.cancelCount == 1)
            #expect(created.handle.cancelCount == 0)
        }
        #expect(failures.map(\.label) == ["a"])
        #expect(failures.map(\.reason) == [.cancelled])
    }

    @Test func `a request that fails before its start fails its group at its start`() async throws {
        let errors = Journal<any Error>()
        let group = try await completedGroup(options: .tolerant) { group in
            let call = make("a", failure: errors.append)
            Maker.Item.cancel(call.handle)
            #expect(group.progress.total == 0)
            call.start()
            #expect(call.handle.startCount == 1)
            #expect(group.progress.finished == 1)
        }
        #expect(group.failures.map { $0.error as? ClientError } == [ClientError("-999")])
        #expect(errors.entries.count == 1)
    }

    @Test func `a request that fails before its start takes no permit`() async throws {
        let group = try await completedGroup(options: .tolerant, .limit(1)) { group in
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
        }
        #expect(group.failures.map(\.label) == ["b"])
    }

    @Test func `a request whose callbacks were released is lost at its start`() async throws {
        let group = try await completedGroup(options: .tolerant) { _ in
            let call = network.prepare("a", start: { _ in }, cancel: { _ in }) { call in
                _ = call.wrap(.success { @Sendable (_: String) in })
            }
            call.start()
        }
        #expect(group.failures.map(\.reason) == [.lostCallback])
    }

    /// Creates a request whose client answers while the request enters its group: when the label is built.
    private func makeAnsweringWhileEntering(
        _ answer: @escaping @Sendable (Roles) -> Void,
        hasFinished: Bool,
        forgetsCallbacks: Bool = false
    ) -> (call: PreparedCall<Void>, callbacks: Locked<Roles?>, received: Journal<String>) {
        let (callbacks, received) = (Locked<Roles?>(nil), Journal<String>())
        let label = { @Sendable in
            answer(callbacks.withLock { forgetsCallbacks ? $0.take() : $0 } ?? Roles())
            return "a"
        }
        let call = network.prepare(label(), start: { _ in }, cancel: { _ in }) { call in
            let roles = Roles(
                success: call.wrap(
                    .success { @Sendable (value: String) in received.append(value) }
                ),
                failure: call.wrap(
                    .failure { @Sendable (error: any Error) in received.append("\(error)") }
                ),
                finished: hasFinished
                    ? call.wrap(.finally { @Sendable in received.append("finished") }) : nil
            )
            callbacks.withLock { $0 = roles }
        }
        return (call, callbacks, received)
    }

    /// The callbacks of a client.
    struct Roles: Sendable {
        var success: @Sendable (String) -> Void = { _ in }
        var failure: @Sendable (any Error) -> Void = { _ in }
        var finished: (@Sendable () -> Void)?
    }

    @Test(arguments: [false, true], [false, true])
    func `a request answered while it enters its group keeps its answer, and is not lost (M1, M3)`(
        hasFailed: Bool,
        forgetsCallbacks: Bool
    ) async throws {
        let (call, callbacks, received) = makeAnsweringWhileEntering(
            { hasFailed ? $0.failure(ClientError("no")) : $0.success("ok") },
            hasFinished: false,
            forgetsCallbacks: forgetsCallbacks
        )
        let group = try await completedGroup(options: .tolerant) { group in
            call.start()
            #expect(callbacks.withLock { $0 == nil } == forgetsCallbacks)
            #expect(group.outstanding.isEmpty)
        }
        #expect(received.entries == [hasFailed ? "\(ClientError("no"))" : "ok"])
        let errors: [ClientError?] = hasFailed ? [ClientError("no")] : []
        #expect(group.failures.map { $0.error as? ClientError } == errors)
        #expect(group.progress.finished == 1)
        withExtendedLifetime(callbacks) {}
    }

    @Test(arguments: [false, true])
    func `a request answered while it enters its group stays until its finally callback (M1)`(
        hasFailed: Bool
    ) async throws {
        let (call, callbacks, received) = makeAnsweringWhileEntering(
            { hasFailed ? $0.failure(ClientError("no")) : $0.success("ok") },
            hasFinished: true
        )
        let group = try await completedGroup(options: .tolerant) { group in
            call.start()
            #expect(group.outstanding == ["a"])
            callbacks.withLock { $0 }?.finished?()
            #expect(group.outstanding.isEmpty)
        }
        #expect(received.entries == [hasFailed ? "\(ClientError("no"))" : "ok", "finished"])
        let errors: [ClientError?] = hasFailed ? [ClientError("no")] : []
        #expect(group.failures.map { $0.error as? ClientError } == errors)
    }

    @Test(arguments: [false, true])
    func `a request whose finally callback runs while it enters its group keeps its answer (M1)`(
        isAnswered: Bool
    ) async throws {
        let (call, callbacks, received) = makeAnsweringWhileEntering(
            { roles in
                if isAnswered { roles.failure(ClientError("no")) }
                roles.finished?()
            },
            hasFinished: true
        )
        let group = try await completedGroup(options: .tolerant) { group in
            call.start()
            #expect(group.outstanding.isEmpty)
        }
        #expect(received.entries == (isAnswered ? ["\(ClientError("no"))"] : []) + ["finished"])
        let errors: [ClientError?] = isAnswered ? [ClientError("no")] : []
        #expect(group.failures.map { $0.error as? ClientError } == errors)
        #expect(group.progress.finished == 1)
        withExtendedLifetime(callbacks) {}
    }

    @Test
    func `a request whose finally callback ran before its start leaves at once`() async throws {
        let (call, callbacks, received) = makeAnsweringWhileEntering({ _ in }, hasFinished: true)
        try await withRequestGroup { group in
            callbacks.withLock { $0 }?.finished?()
            call.start()
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
        #expect(received.entries == ["finished"])
    }

    @Test func `a request started after its group has completed is ungrouped (C5)`() async throws {
        let recorder = EventRecorder()
        let call = try await withRequestGroup(options: .observer(recorder)) { make("late") }
        call.start()
        #expect(call.handle.startCount == 1)
        call.handle.answer()
        #expect(recorder.lines == ["opened", "empty", "completed", "late request late"])
    }
}
