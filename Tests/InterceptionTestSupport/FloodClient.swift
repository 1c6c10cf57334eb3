/// A callback client for very many requests, which answers when the test says so, oldest first.
final class FloodClient: Sendable {
    private struct State {
        var pending: [ManualCall] = []
        var answered = 0
        var mostInFlight = 0
        var lowestAddress = UInt.max
        var highestAddress = UInt.min
    }

    private let state = Locked(State())
    private let awaited: Int
    private let isFull = Gate()

    /// - Parameter awaited: the number of outstanding requests for which ``full()`` waits.
    init(awaited: Int = .max) {
        self.awaited = awaited
    }

    var mostInFlight: Int { state.withLock(\.mostInFlight) }

    /// The distance on the stack between the calls of this client, which have to be on one thread.
    var stackGrowth: UInt { state.withLock { $0.highestAddress - $0.lowestAddress } }

    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        var local = 0
        let address = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
        let call = ManualCall(path: path, success: success, failure: failure)
        let count = state.withLock { state in
            state.pending.append(call)
            state.lowestAddress = min(state.lowestAddress, address)
            state.highestAddress = max(state.highestAddress, address)
            let count = state.pending.count - state.answered
            state.mostInFlight = max(state.mostInFlight, count)
            return count
        }
        if count == awaited { isFull.open() }
    }

    func full() async {
        await isFull.waitUntilOpen()
    }

    /// Answers every request on the calling thread, including requests that the callbacks issue.
    func answer(_ reply: (ManualCall) -> Void = { $0.succeed() }) {
        while let call = state.withLock({ state in
            state.answered < state.pending.count ? state.pending[state.answered] : nil
        }) {
            state.withLock { $0.answered += 1 }
            reply(call)
        }
        state.withLock { state in
            state.pending = []
            state.answered = 0
        }
    }
}

extension InterceptingClient<FloodClient> {
    func get(
        _ path: String,
        success: @escaping (String) -> Void = { _ in },
        failure: @escaping (any Error) -> Void = { _ in }
    ) {
        intercept(path, .success(success), .failure(failure)) {
            base.get(path, success: $0, failure: $1)
        }
    }
}
