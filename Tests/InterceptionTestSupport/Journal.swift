import GroupContext

/// A record of events from any thread, for which a test can wait.
final class Journal<Element: Sendable>: Sendable {
    private struct Waiter {
        let id: Int
        let isMet: @Sendable ([Element]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var entries: [Element] = []
        var waiters: [Waiter] = []
        var nextID = 0
    }

    private let state = Locked(State())

    var entries: [Element] { state.withLock { $0.entries } }

    func append(_ element: Element) {
        let met = state.withLock { state in
            state.entries.append(element)
            let met = state.waiters.filter { $0.isMet(state.entries) }
            state.waiters.removeAll { waiter in met.contains { $0.id == waiter.id } }
            return met
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Waits for a number of entries and returns them; returns early if the test is cancelled.
    func first(_ count: Int) async -> [Element] {
        await Array(entries { $0.count >= count }.prefix(count))
    }

    /// Waits until the entries meet a condition and returns them; returns early if the test is cancelled.
    func entries(when isMet: @escaping @Sendable ([Element]) -> Bool) async -> [Element] {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if isMet(state.entries) || Task.isCancelled { return true }
                    state.waiters.append(Waiter(id: id, isMet: isMet, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                defer { state.waiters.removeAll { $0.id == id } }
                return state.waiters.first { $0.id == id }
            }
            cancelled?.continuation.resume()
        }
        return entries
    }
}

extension Journal where Element: Equatable {
    func contains(_ element: Element) async {
        _ = await entries { $0.contains(element) }
    }
}
