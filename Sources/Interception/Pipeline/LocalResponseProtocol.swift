import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Starts the delivery of a local response when the user resumes the task.
///
/// The tasks of this protocol belong to one session of the library, and that session uses no other protocol.
final class LocalResponseProtocol: URLProtocol {
    /// The event that shows the library that the user has resumed a task.
    enum Signal {
        /// The session calls `startLoading()`.
        case loading
        /// The task fails, because the session cannot load the request of the task.
        case failure

        #if os(watchOS)
        // On watchOS, a session does not call the `URLProtocol` of an app, so the failure of the task is the signal.
        static let ofPlatform = failure
        #else
        static let ofPlatform = loading
        #endif
    }

    /// The deliveries of the tasks that have not started.
    private struct Table {
        // A class, because the compiler would copy an optional struct with weak references even if it is `nil`.
        private final class Entry {
            weak var task: URLSessionTask?
            weak var delivery: LocalResponseDelivery?
            let identity: ObjectIdentifier

            init(_ task: URLSessionTask, _ delivery: LocalResponseDelivery) {
                (self.task, self.delivery) = (task, delivery)
                identity = ObjectIdentifier(task)
            }
        }

        // On Apple's platforms, the `task` of a protocol may be a copy, so the key is the task identifier.
        private var entries: [Int: Entry] = [:]
        private var limit = 64

        /// Adds an entry; returns the deliveries that were read, for the caller to release after unlocking.
        mutating func insert(
            _ delivery: LocalResponseDelivery,
            for task: URLSessionTask
        ) -> [LocalResponseDelivery] {
            entries[task.taskIdentifier] = Entry(task, delivery)
            // At the limit, remove the entries whose deliveries have been released.
            guard entries.count > limit else { return [] }
            let present = entries.compactMapValues(\.delivery)
            entries = entries.filter { present[$0.key] != nil }
            limit = max(64, 2 * entries.count)
            return Array(present.values)
        }

        mutating func take(
            _ identifier: Int
        ) -> (delivery: LocalResponseDelivery, task: URLSessionTask?)? {
            guard let entry = entries.removeValue(forKey: identifier) else { return nil }
            return entry.delivery.map { ($0, entry.task) }
        }

        /// Removes and returns the delivery of a task; `nil` for a task of another session.
        mutating func take(_ task: URLSessionTask) -> LocalResponseDelivery? {
            // Reading the weak reference could release the task under the lock, so compare the identity.
            let identity = entries[task.taskIdentifier]?.identity
            guard identity == ObjectIdentifier(task) else { return nil }
            return take(task.taskIdentifier)?.delivery
        }
    }

    private static let table = Locked(Table())

    /// The session that all tasks with a local response share, because creating a session for each task is slow.
    static let session = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [LocalResponseProtocol.self]
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }()

    /// Creates a task in the shared session; resuming the task starts the delivery.
    ///
    /// The handler of the task retains the delivery. If the task is cancelled, the shared session calls the
    /// handler, and the request ends on the queue of the user's session.
    static func makeTask<Form: TaskForm>(
        _ form: Form,
        for delivery: LocalResponseDelivery,
        of request: URLRequest,
        in session: URLSession = session,
        signal: Signal = .ofPlatform
    ) -> Form.Task {
        var request = request
        // The session has no cache, so a task with this policy fails without loading.
        if signal == .failure { request.cachePolicy = .returnCacheDataDontLoad }
        let end = TaskEnd(
            UnstartedRequest(),
            in: nil,
            .answer { answer in
                let error = answer.error ?? URLError(.unknown)
                if signal == .failure, (error as? URLError)?.code != .cancelled {
                    return delivery.start(as: nil)
                }
                delivery.cancel(error)
            }
        )
        let task = form.make(session, request, end)
        if signal == .loading {
            let seen = table.withLock { $0.insert(delivery, for: task) }
            withExtendedLifetime(seen) {}
        }
        return task
    }

    /// Ends a task that was never started, because on Linux the session would retain the task for ever.
    static func abandon(_ task: URLSessionTask) {
        // If the task was cancelled, the session calls the task's handler, and the handler ends the request.
        guard let delivery = table.withLock({ $0.take(task) }), task.state == .suspended
        else { return }
        delivery.abandon()
        task.cancel()
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    // Safe: a session never calls two methods of a protocol at the same time.
    private nonisolated(unsafe) var hasStarted = false

    override func startLoading() {
        // On Linux, the session calls this method again when the user resumes a suspended task.
        guard let task, !hasStarted else { return }
        hasStarted = true
        if let (delivery, original) = Self.table.withLock({ $0.take(task.taskIdentifier) }) {
            delivery.start(as: original ?? task)
        } else if task.state == .running {
            // The delivery has been released, so fail the task. The session itself ends a cancelled task.
            client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
        }
    }

    override func stopLoading() {}
}
