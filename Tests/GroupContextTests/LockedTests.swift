#if os(Linux)
// An alarm ends the process of this exit test. Not every platform has exit tests and alarms.

@Suite struct `A lock` {
    @Test func `an ignored result of withLock is released after unlocking`() async {
        await #expect(processExitsWith: .success) {
            // The lock is not recursive: a second lock on this thread would wait for ever.
            alarm(60)
            let client = Client()
            for number in 1...3 { client.keep(number) }
            client.forgetAll()
            exit(client.released == [1, 2, 3] ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}

/// Retains callbacks, and records their release.
private final class Client: Sendable {
    private struct State {
        var kept: [Int: @Sendable () -> Void] = [:]
        var released: [Int] = []
    }

    private let state = Locked(State())

    var released: [Int] { state.withLock { $0.released } }

    func keep(_ number: Int) {
        let action = ReleaseAction { [self] in state.withLock { $0.released.append(number) } }
        let callback: @Sendable () -> Void = { withExtendedLifetime(action) {} }
        state.withLock { $0.kept[number] = callback }
    }

    func forgetAll() {
        for number in state.withLock({ $0.kept.keys.sorted() }) {
            _ = state.withLock { $0.kept.removeValue(forKey: number) }
        }
    }
}
#endif
