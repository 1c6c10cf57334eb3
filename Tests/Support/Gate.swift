import Dispatch
import Foundation
import GroupContext
package import Testing

/// A signal that tests wait for: closed at first, and open forever once it is opened.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextID = 0
    }

    /// The seconds after which a test stops waiting and fails: ten minutes, or `REQUEST_GROUPS_TEST_WAIT`.
    package static let limit =
        ProcessInfo.processInfo.environment["REQUEST_GROUPS_TEST_WAIT"].flatMap(Double.init) ?? 600

    private let state = Locked(State())

    package init() {}

    package var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the gate for current and later callers of `waitUntilOpen()`.
    package func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isOpen = true
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    package func waitUntilOpen(sourceLocation: SourceLocation = #_sourceLocation) async {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state in
                state.nextID += 1
                if !state.isOpen { state.waiting[state.nextID] = continuation }
                return state.isOpen ? nil : state.nextID
            }
            guard let id else { return continuation.resume() }
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit) { [weak self] in
                self?.state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
            }
        }
        if !isOpen {
            Issue.record("What the test waits for does not happen.", sourceLocation: sourceLocation)
        }
    }
}
