import GroupContext
package import Testing

/// A record of events from any thread, for which a test can wait.
package final class Journal<Element: Sendable>: Sendable {
    private struct Waiter {
        let id: Int
        let isMet: @Sendable ([Element]) -> Bool
        let gate = Gate()
    }

    private struct State {
        var entries: [Element] = []
        var waiters: [Waiter] = []
        var nextID = 0
    }

    private let state = Locked(State())

    package init() {}

    package var entries: [Element] { state.withLock { $0.entries } }

    package func append(_ element: Element) {
        let met = state.withLock { state in
            state.entries.append(element)
            let met = state.waiters.filter { $0.isMet(state.entries) }
            state.waiters.removeAll { waiter in met.contains { $0.id == waiter.id } }
            return met
        }
        for waiter in met { waiter.gate.open() }
    }

    /// Waits for a number of entries and returns them; returns early if the test is cancelled.
    package func waitForFirst(
        _ count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [Element] {
        await Array(
            waitForEntries(sourceLocation: sourceLocation) { $0.count >= count }.prefix(count)
        )
    }

    /// Waits until the entries meet a condition and returns them; returns early if the test is cancelled.
    package func waitForEntries(
        sourceLocation: SourceLocation = #_sourceLocation,
        where isMet: @escaping @Sendable ([Element]) -> Bool
    ) async -> [Element] {
        let waiter = state.withLock { state in
            state.nextID += 1
            let waiter = Waiter(id: state.nextID, isMet: isMet)
            if isMet(state.entries) { waiter.gate.open() } else { state.waiters.append(waiter) }
            return waiter
        }
        await withTaskCancellationHandler {
            await waiter.gate.waitUntilOpen(sourceLocation: sourceLocation)
        } onCancel: {
            waiter.gate.open()
        }
        state.withLock { $0.waiters.removeAll { $0.id == waiter.id } }
        return entries
    }
}

extension Journal where Element: Equatable {
    package func waitFor(
        _ element: Element,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async { _ = await waitForEntries(sourceLocation: sourceLocation) { $0.contains(element) } }
}
