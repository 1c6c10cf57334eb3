import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The protocol of tasks with a local response, which is delivered when the user resumes the task.
///
/// The tasks of this protocol belong to one session of the library, and that session uses no other protocol.
final class LocalResponseProtocol: URLProtocol {
    /// A Boolean value that indicates whether the failure of a task shows that the user has resumed the task.
    #if os(watchOS)
    // On watchOS, a session does not call the `URLProtocol` of an app.
    static let startsByFailure = true
    #else
    static let startsByFailure = false
    #endif

    // A class, because the compiler would copy an optional struct with weak references even if the value is `nil`.
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
    /// The deliveries of the tasks that have not started; a delivery that is released removes its entry.
    private static let table = Locked([Int: Entry]())

    /// Removes and returns a delivery and its task.
    @discardableResult
    static func take(
        _ identifier: Int
    ) -> (delivery: LocalResponseDelivery, task: URLSessionTask?)? {
        table.withLock { table in
            guard let entry = table.removeValue(forKey: identifier) else { return nil }
            return entry.delivery.map { ($0, entry.task) }
        }
    }

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
        startsByFailure: Bool = startsByFailure
    ) -> Form.Task {
        var request = request
        // The session has no cache, so a task with this policy fails without loading.
        if startsByFailure { request.cachePolicy = .returnCacheDataDontLoad }
        // A late answer, such as that of a stub with a delay, must not time out this task. The task that the delivery
        // may create has the timeout of the caller.
        request.timeoutInterval = 7 * 24 * 60 * 60
        let end = TaskEnd(
            UnstartedRequest(),
            in: session,
            registry: nil,
            .answer { answer in
                let error = answer.error ?? URLError(.unknown)
                if startsByFailure, (error as? URLError)?.code != .cancelled {
                    return delivery.start(as: nil)
                }
                delivery.cancel(error)
            }
        )
        let task = form.make(session, request, end)
        if !startsByFailure {
            table.withLock { $0[task.taskIdentifier] = Entry(task, delivery) }
            delivery.identifier = task.taskIdentifier
        }
        return task
    }

    /// Ends a task that was never started, because on Linux the session would retain the task for ever.
    static func abandon(_ task: URLSessionTask) {
        // If the task was cancelled, the session calls the task's handler, and the handler ends the request.
        // Another session may have a task with the same identifier. Reading the weak reference could release the task
        // under the lock, so compare the identity.
        let identity = table.withLock { $0[task.taskIdentifier]?.identity }
        guard identity == ObjectIdentifier(task), let (delivery, _) = take(task.taskIdentifier),
            task.state == .suspended
        else { return }
        delivery.abandon()
        task.cancel()
    }

    /// The responses to serve, by the URL that marks the request.
    private static let responses = Locked([URL: LoadedResponse]())

    /// Returns the request with a mark, for which the shared session serves the response once.
    ///
    /// Use this method for a sequence of bytes, which only a session can create.
    static func serve(_ response: LoadedResponse, to request: URLRequest) -> URLRequest {
        var request = request
        // A session passes this property to the protocol without using it, so the property can contain the mark.
        let mark = URL(string: "answer:\(UUID().uuidString)")
        request.mainDocumentURL = mark
        if let mark { responses.withLock { $0[mark] = response } }
        return request
    }

    /// Removes and returns the response for a request that `serve(_:to:)` has marked.
    @discardableResult
    static func takeResponse(to request: URLRequest) -> LoadedResponse? {
        request.mainDocumentURL.flatMap { mark in
            responses.withLock { $0.removeValue(forKey: mark) }
        }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    // Safe: a session never calls two methods of a `URLProtocol` object at the same time.
    private nonisolated(unsafe) var hasStarted = false

    override func startLoading() {
        // On Linux, the session calls this method again when the user resumes a suspended task.
        guard let task, !hasStarted else { return }
        hasStarted = true
        if let (delivery, original) = Self.take(task.taskIdentifier) {
            delivery.start(as: original ?? task)
        } else if let loaded = Self.takeResponse(to: request) {
            client?.urlProtocol(self, didReceive: loaded.response, cacheStoragePolicy: .notAllowed)
            if !loaded.data.isEmpty { client?.urlProtocol(self, didLoad: loaded.data) }
            client?.urlProtocolDidFinishLoading(self)
        } else if task.state == .running {
            // The delivery has been released, so fail the task. The session itself ends a cancelled task.
            client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
        }
    }

    override func stopLoading() {}
}
