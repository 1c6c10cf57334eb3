import Foundation

/// The scripted client for contenders that call it from several threads, such as tasks: it stores callbacks
/// under a lock, and one thread answers them.
///
/// The lock is the price of several threads; contenders on one thread do not pay it.
public final class LockedClient: @unchecked Sendable {
    // Safe: the condition protects the mutable state.
    private let condition = NSCondition()
    private let client: StoringClient
    /// The number of requests for which the answering thread waits.
    private var wanted = 1

    /// - Parameter client: the client that stores the callbacks.
    public init(_ client: StoringClient) {
        self.client = client
    }

    /// Stores the callbacks, on any thread.
    public func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        condition.lock()
        client.post(path, success: success, failure: failure)
        if client.plain.count >= wanted { condition.signal() }
        condition.unlock()
    }

    /// Answers this number of requests on the calling thread, when all of them are outstanding.
    public func answer(_ count: Int) {
        for case let callbacks? in takeBatch(of: count) { client.answer(callbacks) }
    }

    /// Answers this number of requests on the calling thread, each as soon as it is issued.
    public func answerAsTheyCome(_ count: Int) {
        var missing = count
        while missing > 0 {
            let batch = takeBatch(of: 1)
            for case let callbacks? in batch { client.answer(callbacks) }
            missing -= batch.count
        }
    }

    /// Answers this number of requests when all are outstanding, each second one on another thread.
    public func answerOnTwoThreads(_ count: Int) {
        StoringClient.succeedOnTwoThreads(takeBatch(of: count))
    }

    private func takeBatch(of count: Int) -> [StoringClient.Plain?] {
        condition.lock()
        defer { condition.unlock() }
        wanted = count
        while client.plain.count < count { condition.wait() }
        client.measure()
        return client.take()
    }
}
