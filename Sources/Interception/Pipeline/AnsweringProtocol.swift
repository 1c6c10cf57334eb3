import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Notices that a task has been resumed whose answer is ready, and lets the answer come.
///
/// All such tasks belong to one session of the library, which loads nothing but by this protocol.
final class AnsweringProtocol: URLProtocol {
    /// How the protocol notices that a task has been resumed.
    enum Signal {
        /// The session tells the protocol to load the task.
        case loading
        /// The task fails, as nothing can load it.
        case failure

        #if os(watchOS)
        // On a watch a session asks no `URLProtocol` of an app.
        static let ofPlatform = failure
        #else
        static let ofPlatform = loading
        #endif
    }

    /// What has the answers of tasks that have not started.
    private struct Table {
        private struct Entry {
            weak var task: URLSessionTask?
            let identity: ObjectIdentifier
            weak var answered: (any AnswerStarting)?
        }

        // By their identifiers: Apple's platforms declare the task of a protocol as a copy.
        private var entries: [Int: Entry] = [:]
        private var limit = 64

        /// Returns what was looked at, to be released outside any lock.
        mutating func insert(
            _ answered: any AnswerStarting,
            for task: URLSessionTask
        ) -> [any AnswerStarting] {
            entries[task.taskIdentifier] = Entry(
                task: task,
                identity: ObjectIdentifier(task),
                answered: answered
            )
            // Those that were dropped are found when others come.
            guard entries.count > limit else { return [] }
            let present = entries.compactMapValues(\.answered)
            entries = entries.filter { present[$0.key] != nil }
            limit = max(64, 2 * entries.count)
            return Array(present.values)
        }

        /// Takes what has the answer of a task of the one session.
        mutating func take(
            _ identifier: Int
        ) -> (answered: any AnswerStarting, task: URLSessionTask?)? {
            guard let entry = entries.removeValue(forKey: identifier) else { return nil }
            return entry.answered.map { ($0, entry.task) }
        }

        /// The same, of a task of any session.
        mutating func take(_ task: URLSessionTask) -> (any AnswerStarting)? {
            // Not by the weak reference: what it is read as might be released here, under the lock.
            let identity = entries[task.taskIdentifier]?.identity
            guard identity == ObjectIdentifier(task) else { return nil }
            return take(task.taskIdentifier)?.answered
        }
    }

    private static let table = Locked(Table())

    /// The session of all answered tasks.
    ///
    /// It is never invalidated: making one for each task costs many times more than the task.
    static let session = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [AnsweringProtocol.self]
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }()

    /// Makes a task that starts the answer when it is resumed, in a session that can load nothing.
    ///
    /// `make` gets a handler that keeps what has the answer. The session calls it when the task is cancelled,
    /// and then what has the answer gives up, on the queue of its own session.
    static func makeTask<Value, Task: URLSessionTask>(
        for answered: AnsweredRequest<Value>,
        of request: URLRequest,
        in session: URLSession = session,
        signal: Signal = .ofPlatform,
        _ make: (URLSession, URLRequest, @escaping TaskHandler<Value>) -> Task
    ) -> Task {
        var request = request
        // Documented to fail where nothing is cached, without an attempt to load.
        if signal == .failure { request.cachePolicy = .returnCacheDataDontLoad }
        let task = make(session, request) { _, _, error in
            let error = error ?? URLError(.unknown)
            if signal == .failure, (error as? URLError)?.code != .cancelled {
                return answered.start(as: nil)
            }
            answered.queue.addOperation { answered.giveUp(error) }
        }
        if signal == .loading {
            let seen = table.withLock { $0.insert(answered, for: task) }
            withExtendedLifetime(seen) {}
        }
        return task
    }

    /// Ends a task that will never be started, and on Linux would be kept for ever.
    static func abandon(_ task: URLSessionTask) {
        // One that was cancelled has its handler yet to be called.
        guard let answered = table.withLock({ $0.take(task) }), task.state == .suspended
        else { return }
        answered.abandon()
        task.cancel()
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    // Safe: a session tells a protocol one thing after another.
    private nonisolated(unsafe) var hasStarted = false

    override func startLoading() {
        // On Linux it is told so again when a task goes on that was suspended.
        guard let task, !hasStarted else { return }
        hasStarted = true
        if let (answered, original) = Self.table.withLock({ $0.take(task.taskIdentifier) }) {
            answered.start(as: original ?? task)
        } else if task.state == .running {
            // Nobody has an answer. One that was cancelled is ended by its session.
            client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
        }
    }

    override func stopLoading() {}
}
