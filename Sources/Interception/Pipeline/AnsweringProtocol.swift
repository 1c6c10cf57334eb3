import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Detects that a task with a local response has been resumed, and starts the response.
///
/// These tasks belong to one session of the library, which loads only through this protocol.
final class AnsweringProtocol: URLProtocol {
    /// The event that shows that a task has been resumed.
    enum Signal {
        /// The session asks the protocol to load the task.
        case loading
        /// The task fails, because nothing can load it.
        case failure

        #if os(watchOS)
        // A watchOS session does not call an app's `URLProtocol`.
        static let ofPlatform = failure
        #else
        static let ofPlatform = loading
        #endif
    }

    /// The requests of the tasks that have not started.
    private struct Table {
        private struct Entry {
            weak var task: URLSessionTask?
            let identity: ObjectIdentifier
            weak var answered: (any AnswerStarting)?
        }

        // Keyed by identifier, because Apple's platforms declare the task of a protocol as a copy.
        private var entries: [Int: Entry] = [:]
        private var limit = 64

        /// Adds an entry, and returns the requests that were read, to be released after unlocking.
        mutating func insert(
            _ answered: any AnswerStarting,
            for task: URLSessionTask
        ) -> [any AnswerStarting] {
            entries[task.taskIdentifier] = Entry(
                task: task,
                identity: ObjectIdentifier(task),
                answered: answered
            )
            // Entries of released requests are removed when the table has grown to its limit.
            guard entries.count > limit else { return [] }
            let present = entries.compactMapValues(\.answered)
            entries = entries.filter { present[$0.key] != nil }
            limit = max(64, 2 * entries.count)
            return Array(present.values)
        }

        /// Removes and returns the request of a task in the shared session.
        mutating func take(
            _ identifier: Int
        ) -> (answered: any AnswerStarting, task: URLSessionTask?)? {
            guard let entry = entries.removeValue(forKey: identifier) else { return nil }
            return entry.answered.map { ($0, entry.task) }
        }

        /// Removes and returns the request of a task in any session.
        mutating func take(_ task: URLSessionTask) -> (any AnswerStarting)? {
            // Compared without the weak reference: reading it could release the task here, under the lock.
            let identity = entries[task.taskIdentifier]?.identity
            guard identity == ObjectIdentifier(task) else { return nil }
            return take(task.taskIdentifier)?.answered
        }
    }

    private static let table = Locked(Table())

    /// The shared session of all tasks with a local response; a session for each would cost far more than the
    /// task.
    static let session = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [AnsweringProtocol.self]
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }()

    /// Creates a task that starts a local response when it is resumed, in a session that loads nothing else.
    ///
    /// `make` receives a handler that retains the request. When the task is cancelled, its session calls the
    /// handler, and the request ends on the queue of its own session.
    static func makeTask<Value, Task: URLSessionTask>(
        for answered: AnsweredRequest<Value>,
        of request: URLRequest,
        in session: URLSession = session,
        signal: Signal = .ofPlatform,
        _ make: (URLSession, URLRequest, @escaping TaskHandler<Value>) -> Task
    ) -> Task {
        var request = request
        // This policy is documented to fail without loading if nothing is cached.
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

    /// Ends a task that is never started, which on Linux would never be released.
    static func abandon(_ task: URLSessionTask) {
        // The session still calls the handler of a cancelled task.
        guard let answered = table.withLock({ $0.take(task) }), task.state == .suspended
        else { return }
        answered.abandon()
        task.cancel()
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    // Safe: a session calls the methods of a protocol one after the other.
    private nonisolated(unsafe) var hasStarted = false

    override func startLoading() {
        // On Linux, resuming a suspended task calls this method again.
        guard let task, !hasStarted else { return }
        hasStarted = true
        if let (answered, original) = Self.table.withLock({ $0.take(task.taskIdentifier) }) {
            answered.start(as: original ?? task)
        } else if task.state == .running {
            // The request has been released. A cancelled task is ended by its session.
            client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
        }
    }

    override func stopLoading() {}
}
