@testable import InterceptionTestSupport

/// An old client that follows a script, on the thread of each step.
final class ModelClient: Sendable {
    /// A request of the client; retaining it retains its callbacks.
    struct Call: Sendable {
        let request: Script.Request
        let success: @Sendable () -> Void
        let failure: @Sendable (any Error) -> Void

        fileprivate func call(_ answer: Script.Answer) {
            switch answer {
            case .success: success()
            case .failure: failure(ClientError("no"))
            }
        }
    }

    private enum Order { case answer, drop }

    private struct State {
        var pending: [Int: Call] = [:]
        var started: Set<Int> = []
        var forgetsEverything = false
        /// The orders for requests that have not started.
        var orders: [Int: Order] = [:]
        /// Requests of which one callback is running, and the other is called meanwhile.
        var overlapping: [Int: Call] = [:]
    }

    private let state = Locked(State())

    /// The method that a wrapper wraps.
    func start(_ call: Call) {
        let number = call.request.number
        let order = state.withLock { state -> Order? in
            state.started.insert(number)
            let order = state.orders[number] ?? (call.request.answersInside ? .answer : nil)
            if order == nil, !state.forgetsEverything { state.pending[number] = call }
            return order
        }
        if case .answer = order { perform(call) }
    }

    func answer(_ number: Int) { if let call = take(number, orRemember: .answer) { perform(call) } }

    func drop(_ number: Int) { _ = take(number, orRemember: .drop) }

    func dropAll() {
        // In order, one after the other, because the effects of each release are compared.
        for number in state.withLock({ $0.pending.keys.sorted() }) {
            _ = state.withLock { $0.pending.removeValue(forKey: number) }
        }
    }

    /// Releases all requests, now and from now on.
    func forgetEverything() {
        state.withLock { $0.forgetsEverything = true }
        dropAll()
    }

    func cancel(_ number: Int) {
        let obedience = state.withLock { $0.pending[number]?.request.obedience }
        guard obedience == .answers || obedience == .drops else { return }
        let call = state.withLock { $0.pending.removeValue(forKey: number) }
        if obedience == .answers { call?.failure(ClientError("-999")) }
    }

    /// Calls the second callback of a request whose answers overlap, while the first is running.
    func answerAgain(_ number: Int) {
        let call = state.withLock { $0.overlapping.removeValue(forKey: number) }
        if let call { call.call(call.request.answers[1]) }
    }

    private func take(_ number: Int, orRemember order: Order) -> Call? {
        state.withLock { state in
            if !state.started.contains(number) { state.orders[number] = order }
            return state.pending.removeValue(forKey: number)
        }
    }

    private func perform(_ call: Call) {
        if call.request.answersOverlap {
            state.withLock { $0.overlapping[call.request.number] = call }
            call.call(call.request.answers[0])
        } else {
            for answer in call.request.answers { call.call(answer) }
        }
    }
}

extension Script.Answer {
    /// The reason of the error that the client reports, if it does.
    var error: String? { self == .failure ? "no" : nil }
}
