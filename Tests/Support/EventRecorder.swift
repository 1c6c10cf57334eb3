package import GroupContext
package import Testing

/// An observer that records every event, and for which a test can wait.
package final class EventRecorder: RequestGroupObserver {
    private let journal = Journal<RequestGroupEvent>()

    package init() {}

    package var events: [RequestGroupEvent] { journal.entries }

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

    package func observe(_ event: RequestGroupEvent) { journal.append(event) }

    package func waitForEvent(
        _ kind: RequestGroupEvent.Kind,
        label: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        _ = await journal.waitForEntries(sourceLocation: sourceLocation) { events in
            events.contains { $0.kind == kind && (label == nil || $0.label == label) }
        }
    }
}
