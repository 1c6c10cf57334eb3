import NIOCore
import Synchronization

/// The requests that have arrived at a server, with their connections; tests can wait for them.
final class Traffic: Sendable {
    private struct Run {
        var hasArrived = false
        var connections: Set<ObjectIdentifier> = []
        var arrivals: [CheckedContinuation<Void, Never>] = []
        var closings: [CheckedContinuation<Void, Never>] = []
    }

    private let runs = Mutex([UUID: Run]())

    func note(_ run: UUID, on connection: any Channel) {
        let id = ObjectIdentifier(connection)
        let (isNew, waiting) = runs.withLock { runs in
            let isNew = runs[run, default: Run()].connections.insert(id).inserted
            defer { runs[run]?.arrivals = [] }
            runs[run]?.hasArrived = true
            return (isNew, runs[run]?.arrivals ?? [])
        }
        for continuation in waiting { continuation.resume() }
        if isNew { connection.closeFuture.whenComplete { [self] _ in close(id, of: run) } }
    }

    private func close(_ connection: ObjectIdentifier, of run: UUID) {
        let waiting = runs.withLock { runs in
            runs[run]?.connections.remove(connection)
            guard runs[run]?.connections.isEmpty == true else {
                return [CheckedContinuation<Void, Never>]()
            }
            defer { runs[run]?.closings = [] }
            return runs[run]?.closings ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until a request of the run has arrived.
    func arrival(of run: UUID) async {
        await withCheckedContinuation { continuation in
            let hasArrived = runs.withLock { runs in
                if runs[run]?.hasArrived == true { return true }
                runs[run, default: Run()].arrivals.append(continuation)
                return false
            }
            if hasArrived { continuation.resume() }
        }
    }

    /// Waits until every connection that served a request of the run is closed.
    func closing(of run: UUID) async {
        await withCheckedContinuation { continuation in
            let isClosed = runs.withLock { runs in
                if runs[run]?.connections.isEmpty ?? true { return true }
                runs[run]?.closings.append(continuation)
                return false
            }
            if isClosed { continuation.resume() }
        }
    }
}
