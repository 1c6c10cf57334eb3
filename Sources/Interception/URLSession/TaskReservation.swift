import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A reservation for a session task that is created after its request was issued.
///
/// Creating a task in an invalidated session crashes. So `finishTasksAndInvalidate` invalidates the session only
/// after each reservation has been released. Once the session is invalidated, no reserved task is created.
final class TaskReservation: Sendable {
    private struct Entry {
        /// The session, once invalidated; its entry is kept until the session is released.
        weak var session: URLSession?
        /// The closures to call if the session is cancelled, by reservation.
        var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// The number of tasks that are being created.
        var making = 0
        var closing: Closing?

        /// A Boolean value that indicates whether the session was invalidated and released.
        var isStale: Bool { closing == .closed && session == nil }
    }

    private enum Closing { case finishing, cancelling, closed }

    private static let sessions = Locked([ObjectIdentifier: Entry]())

    // Retained, because a new session could otherwise get the same `ObjectIdentifier`.
    private let session: URLSession

    /// Reserves a task; `cancelled` is called if the session is cancelled through its wrapper.
    init(in session: URLSession, cancelled: @escaping @Sendable () -> Void = {}) {
        self.session = session
        Self.change(session) { $0.waiting[ObjectIdentifier(self)] = cancelled }
    }

    deinit {
        Self.change(session) { $0.waiting.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// Creates the task; returns `nil` if the session is invalidated.
    func make<Task>(_ make: () -> Task) -> Task? {
        let mayMake = Self.change(session) { entry in
            switch entry.closing {
            case .cancelling, .closed: return false
            case .finishing, nil:
                entry.making += 1
                return true
            }
        }
        guard mayMake else { return nil }
        defer { Self.change(session) { $0.making -= 1 } }
        return make()
    }

    /// Invalidates the session when all tasks have finished, including the reserved tasks.
    static func finishTasksAndInvalidate(_ session: URLSession) {
        change(session) { if $0.closing == nil { $0.closing = .finishing } }
    }

    static func invalidateAndCancel(_ session: URLSession) {
        let waiting = change(session) { entry in
            entry.closing = .cancelling
            return session === URLSession.shared ? [:] : entry.waiting
        }
        for cancelled in waiting.values { cancelled() }
    }

    /// Changes the entry of a session, then performs a requested invalidation unless a task delays the invalidation.
    @discardableResult
    private static func change<Result>(
        _ session: URLSession,
        _ change: (inout Entry) -> Result
    ) -> Result {
        let id = ObjectIdentifier(session)
        // The other sessions are released after unlocking, because a deinit may run user code.
        let (result, due, _): (Result, Closing?, [URLSession?]) = sessions.withLock { sessions in
            var others: [URLSession?] = []
            // Removed, because changing a shared copy would copy all closures.
            var entry = sessions.removeValue(forKey: id) ?? Entry()
            // The session of a stale entry had the same identifier.
            if entry.isStale { entry = Entry() }
            let result = change(&entry)
            var due: Closing?
            switch entry.closing {
            case .finishing? where entry.waiting.isEmpty: due = .finishing
            case .cancelling? where entry.making == 0: due = .cancelling
            default: break
            }
            if due != nil {
                // The shared session cannot be invalidated.
                entry.closing = session === URLSession.shared ? nil : .closed
                entry.session = session
                others = sessions.values.map(\.session)
                sessions = sessions.filter { !$0.value.isStale }
            }
            let isUnused = entry.waiting.isEmpty && entry.making == 0 && entry.closing == nil
            sessions[id] = isUnused ? nil : entry
            return (result, due, others)
        }
        switch due {
        case .finishing: session.finishTasksAndInvalidate()
        case .cancelling: session.invalidateAndCancel()
        case .closed, nil: break
        }
        return result
    }
}
