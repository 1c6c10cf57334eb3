package import GroupContext
package import Testing

/// An observer that records every event, and for which a test can wait.
package final class EventRecorder: RequestGroupObserver {
    private struct State {
        var events: [RequestGroupEvent] = []
        var waiting: [(isMet: @Sendable (RequestGroupEvent) -> Bool, gate: Gate)] = []
    }

    private let state = Locked(State())

    package init() {}

    package var events: [RequestGroupEvent] { state.withLock { $0.events } }

    /// The events as text: the kind, and the label if there is one.
    package var lines: [String] {
        events.map { event in
            [event.kind.description, event.label].compactMap(\.self).joined(separator: " ")
        }
    }

    /// Returns the events of one group as text.
    package func lines(of groupName: String) -> [String] {
        zip(events, lines).filter { $0.0.groupName == groupName }.map(\.1)
    }

    package func observe(_ event: RequestGroupEvent) {
        let met = state.withLock { state in
            state.events.append(event)
            let met = state.waiting.filter { $0.isMet(event) }.map(\.gate)
            state.waiting.removeAll { $0.isMet(event) }
            return met
        }
        for gate in met { gate.open() }
    }

    package func waitForEvent(
        _ kind: RequestGroupEvent.Kind,
        label: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isMet: @Sendable (RequestGroupEvent) -> Bool = {
            $0.kind == kind && (label == nil || $0.label == label)
        }
        let gate = Gate()
        state.withLock { state in
            if state.events.contains(where: isMet) { return gate.open() }
            state.waiting.append((isMet, gate))
        }
        await gate.waitUntilOpen(sourceLocation: sourceLocation)
    }
}
