import Foundation

/// The scripted client for contenders that call it from threads of their own, as tasks do: they
/// store their callbacks under a lock, and one thread answers what has come.
///
/// The lock is the price of coming from several threads; who calls on one does not pay it.
public final class LockedClient: @unchecked Sendable {
    // Safe: the condition guards everything else.
    private let condition = NSCondition()
    private let client: StoringClient
    /// How many requests the answering thread waits for.
    private var wanted = 1

    /// - Parameter client: what stores the callbacks.
    public init(_ client: StoringClient) {
        self.client = client
    }

    /// Stores the callbacks, whatever the thread.
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

    /// Answers so many requests on the calling thread, when all of them are outstanding.
    public func answer(_ count: Int) {
        for case let callbacks? in takeBatch(of: count) { client.answer(callbacks) }
    }

    /// Answers so many requests on the calling thread, each as soon as it has come.
    public func answerAsTheyCome(_ count: Int) {
        var missing = count
        while missing > 0 {
            let batch = takeBatch(of: 1)
            for case let callbacks? in batch { client.answer(callbacks) }
            missing -= batch.count
        }
    }

    /// Answers so many requests when all are outstanding, each second one on another thread.
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
