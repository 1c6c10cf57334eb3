// `prepare` takes several closures.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Requests that are created first and started later` {
    let network = InterceptingClient(())
    /// The labels of the requests that were started and cancelled in the client.
    let started = Journal<String>()
    let cancelled = Journal<String>()

    private func make(
        _ label: String,
        success: @escaping (String) -> Void = { _ in }
    ) -> PreparedCall<ManualCall> {
        let failure: (any Error) -> Void = { _ in }
        return network.prepare(label, start: { started.append($0.path) }, cancel: cancel) { call in
            ManualCall(
                path: label,
                success: call.wrap(.success(success)),
                failure: call.wrap(.failure(failure))
            )
        }
    }

    @Sendable private func cancel(_ call: ManualCall) {
        cancelled.append(call.path)
        call.fail("-999")
    }

    @Test func `a request created in withoutRequestGroup joins no group (S4)`() async throws {
        let call = withoutRequestGroup { make("a") }
        try await withRequestGroup { group in
            let other = withoutRequestGroup { make("b") }
            call.start()
            other.start()
            #expect(group.progress.total == 0)
        }
        call.handle.succeed()
    }

    #if DEBUG
    @Test func `a request whose bare object was started past its wrapper is reported (I4)`()
        async throws
    {
        let console = ConsoleRecorder(groupName: "started past its wrapper")
        try await withRequestGroup("started past its wrapper", options: .mayBeEmpty) {
            make("a").handle.succeed()
        }
        #expect(console.messages.map { $0.hasPrefix("A request of group") } == [true])
    }
    #endif

    @Test func `a request started three times waits for one permit only (P4)`() async throws {
        try await withRequestGroup(options: .limit(1)) { _ in
            let (first, second) = (make("a"), make("b"))
            first.start()
            for _ in 0..<3 { second.start() }
            // Entering by hand, as `InterceptedTask.enter()` does, is not a further start.
            #expect(second.enterDespiteLimits() == nil)
            #expect(started.entries == ["a"])
            first.handle.succeed()
            // All starts reach the client, which may count them, as `URLSession` does.
            #expect(started.entries == ["a", "b", "b", "b"])
            second.handle.succeed()
        }
    }

    @Test func `cancelling a group cancels only requests that were started (P2)`() async throws {
        let failures = try await failuresOfGroup { group in
            let calls = [make("a"), make("b")]
            calls[0].start()
            group.cancel()
            #expect(cancelled.entries == ["a"])
        }
        #expect(failures.map(\.label) == ["a"])
        #expect(failures.map(\.reason) == [.cancelled])
    }

    @Test func `a request that fails before its start takes no permit`() async throws {
        let group = try await completedGroup(options: .tolerant, .limit(1)) { group in
            let (first, failed, last) = (make("a"), make("b"), make("c"))
            first.start()
            failed.handle.fail()
            failed.start()
            #expect(group.outstanding == ["a"])
            first.handle.succeed()
            last.start()
            #expect(started.entries.last == "c")
            last.handle.succeed()
        }
        #expect(group.failures.map(\.label) == ["b"])
    }

    enum Callback: Sendable { case success, failure, finally }

    /// The callbacks that a client calls before its request is started, while the request enters its group, and
    /// afterwards.
    struct Calls: Sendable {
        var before: [Callback] = []
        var whileEntering: [Callback] = []
        var afterwards: [Callback] = []

        var all: [Callback] { before + whileEntering + afterwards }
    }

    @Test(
        arguments: [
            Calls(before: [.success]), Calls(before: [.failure]), Calls(before: [.finally]),
            Calls(whileEntering: [.success]), Calls(whileEntering: [.failure]),
            Calls(whileEntering: [.finally]), Calls(whileEntering: [.failure, .finally]),
            Calls(whileEntering: [.success], afterwards: [.finally]),
            Calls(whileEntering: [.failure], afterwards: [.finally]),
        ],
        [false, true]
    )
    func `an answer before a start is kept (M1, M3)`(calls: Calls, isForgotten: Bool) async throws {
        let (callbacks, received) = (
            Locked<[Callback: @Sendable () -> Void]?>([:]), Journal<String>()
        )
        let call = { @Sendable (names: [Callback]) in
            for name in names { callbacks.withLock { $0?[name] }?() }
        }
        // The label is built while the request enters its group; the client may then forget its callbacks.
        let label = { @Sendable in
            call(calls.whileEntering)
            if isForgotten, calls.afterwards.isEmpty { _ = callbacks.withLock { $0.take() } }
            return "a"
        }
        let prepared = network.prepare(
            label(),
            start: { _ in started.append("a") },
            cancel: { _ in }
        ) { call in
            let success = call.wrap(.success { @Sendable in received.append("success") })
            let failure = call.wrap(
                .failure { @Sendable (_: any Error) in received.append("failure") }
            )
            callbacks.withLock {
                $0?[.success] = success
                $0?[.failure] = { failure(ClientError("no")) }
            }
            if calls.all.contains(.finally) {
                let finally = call.wrap(.finally { @Sendable in received.append("finally") })
                callbacks.withLock { $0?[.finally] = finally }
            }
        }
        let group = try await completedGroup(options: .tolerant) { group in
            call(calls.before)
            #expect(group.progress.total == 0)
            prepared.start()
            #expect(group.outstanding == (calls.afterwards.isEmpty ? [] : ["a"]))
            call(calls.afterwards)
            #expect(group.progress.finished == 1)
        }
        #expect(started.entries == ["a"])
        #expect(received.entries == calls.all.map { "\($0)" })
        let isLost = calls.all == [.finally]
        let errors = isLost ? [nil] : calls.all.contains(.failure) ? [ClientError("no")] : []
        #expect(group.failures.map { $0.error as? ClientError } == errors)
        #expect(!isLost || group.failures.map(\.reason) == [.lostCallback])
        withExtendedLifetime(callbacks) {}
    }
}
