import Interception

/// An old client that stores callbacks until it is told to answer: what it costs itself is small,
/// and the same for everybody who is measured.
final class StoringClient: @unchecked Sendable {
    // Safe: each benchmark calls it on one thread.
    private var pending: [(success: (Any) -> Void, failure: (any Error) -> Void)] = []

    @inline(never)
    func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        pending.append((success, failure))
    }

    /// Answers at once, on any thread: what tasks are measured with, which share no state so.
    @inline(never)
    func postAtOnce(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        success(1)
    }

    @inline(never)
    func answer() {
        let answered = pending
        pending.removeAll(keepingCapacity: true)
        for callbacks in answered { callbacks.success(1) }
    }
}

extension InterceptingClient<StoringClient> {
    @inline(never)
    func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept(onRefusal: failure) { call in
            base.post(path, success: call.success(success), failure: call.failure(failure))
        }
    }
}
