/// A child task for one operation, so that the operation can be cancelled without its caller.
///
/// Swift cancels only whole tasks. The child task runs on the caller's actor, with the caller's task-locals and
/// executor preference. The caller is suspended meanwhile.
package struct ChildTask: Sendable {
    private struct Shared {
        // The stored task is invalid after its end, so `end()` waits for the threads that are cancelling the task.
        var task: UnsafeCurrentTask?
        var isCancelled = false
        var cancelling = 0
        /// The continuation of `end()`, which waits until `cancelling` is 0.
        var end: CheckedContinuation<Void, Never>?
    }

    private let shared = Locked(Shared())

    package init() {}

    /// Cancels the operation, now or when it starts.
    package func cancel() {
        let task = shared.withLock { shared in
            shared.isCancelled = true
            if shared.task != nil { shared.cancelling += 1 }
            return shared.task
        }
        guard let task else { return }
        // Cancel after unlocking, because cancelling calls the cancellation handlers of the operation.
        task.cancel()
        let end = shared.withLock { shared in
            shared.cancelling -= 1
            return shared.cancelling == 0 ? shared.end.take() : nil
        }
        end?.resume()
    }

    /// Runs the operation on the caller's actor.
    ///
    /// Not generic, because generic code looks up metadata at run time.
    package func run(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async -> Void
    ) async {
        await withoutActuallyEscaping(operation) { operation in
            // Safe: the caller is suspended until the child task has ended, and this task runs on the caller's actor.
            nonisolated(unsafe) let operation = operation
            await withTaskGroup(of: Void.self, isolation: isolation) { tasks in
                // Capturing the isolated parameter keeps each closure on the caller's actor.
                _ = isolation
                // An immediate child task would lose the executor preference of its parent.
                if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *),
                    withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor == nil })
                {
                    tasks.addImmediateTask {
                        _ = isolation
                        await self.perform(operation)
                    }
                } else {
                    tasks.addTask {
                        _ = isolation
                        await self.perform(operation)
                    }
                }
            }
        }
    }

    private func perform(_ operation: () async -> Void) async {
        withUnsafeCurrentTask { task in
            let isCancelled = shared.withLock { shared in
                shared.task = task
                return shared.isCancelled
            }
            if isCancelled { task?.cancel() }
        }
        await operation()
        await end()
    }

    /// Waits until no thread is cancelling the task, because the stored task is invalid after its end.
    private func end() async {
        let isFree = shared.withLock { shared in
            shared.task = nil
            return shared.cancelling == 0
        }
        if isFree { return }
        await withCheckedContinuation { continuation in
            let isFree = shared.withLock { shared in
                if shared.cancelling > 0 { shared.end = continuation }
                return shared.cancelling == 0
            }
            if isFree { continuation.resume() }
        }
    }
}
