import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Stands where a session would load something, and lets the answer come that is ready.
final class AnsweringProtocol: URLProtocol {
    /// What has the answers of tasks that have not started.
    private struct Table {
        private struct Entry {
            weak var answered: (any AnswerStarting)?
        }

        private var entries: [ObjectIdentifier: Entry] = [:]
        private var limit = 64

        /// Returns what was looked at, to be released outside any lock.
        mutating func insert(
            _ answered: any AnswerStarting,
            for task: URLSessionTask
        ) -> [any AnswerStarting] {
            entries[ObjectIdentifier(task)] = Entry(answered: answered)
            // Those that were dropped are found when others come.
            guard entries.count > limit else { return [] }
            let present = entries.compactMapValues(\.answered)
            entries = entries.filter { present[$0.key] != nil }
            limit = max(64, 2 * entries.count)
            return Array(present.values)
        }

        mutating func remove(_ task: URLSessionTask) -> (any AnswerStarting)? {
            entries.removeValue(forKey: ObjectIdentifier(task))?.answered
        }
    }

    private static let table = Locked(Table())

    /// Makes a task of a session of its own, which ends with it.
    ///
    /// `make` gets a handler that keeps what has the answer: the session calls it when the task is
    /// cancelled, and at no other time.
    static func makeTask<Value, Task: URLSessionTask>(
        for answered: AnsweredRequest<Value>,
        _ make: (URLSession, @escaping TaskHandler<Value>) -> Task
    ) -> Task {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [AnsweringProtocol.self]
        let session = URLSession(
            configuration: configuration,
            delegate: nil,
            delegateQueue: answered.queue
        )
        let task = make(session) { _, _, error in
            answered.giveUp(error ?? URLError(.cancelled))
        }
        let seen = table.withLock { $0.insert(answered, for: task) }
        withExtendedLifetime(seen) {}
        session.finishTasksAndInvalidate()
        return task
    }

    /// Ends a task that will never be started, and on Linux would be kept for ever.
    static func abandon(_ task: URLSessionTask) {
        // One that was cancelled has its handler yet to be called.
        guard let answered = table.withLock({ $0.remove(task) }), task.state == .suspended
        else { return }
        answered.abandon()
        task.cancel()
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let task, let answered = Self.table.withLock({ $0.remove(task) }) else { return }
        answered.start(as: task)
    }

    override func stopLoading() {}
}
