/// An operation that can be cancelled alone.
///
/// A task can only be cancelled whole, so the operation runs in a child task: on the actor of its caller
/// and with its task-locals and its executor preference. The caller is suspended meanwhile.
package final class ChildTask: Sendable {
    private struct Shared: @unchecked Sendable {
        // Safe: only `cancel()` is called on the task, which any thread may do as long as the task has not
        // ended; see `end()`.
        var task: UnsafeCurrentTask?
        var isCancelled = false
        /// How many are cancelling the task at the moment.
        var cancelling = 0
        /// Resumed when nobody is.
        var end: CheckedContinuation<Void, Never>?
    }

    private let shared = Locked(Shared())

    package init() {}

    /// Cancels the operation, whether it runs already or not yet.
    package func cancel() {
        let task = shared.withLock { shared in
            shared.isCancelled = true
            if shared.task != nil { shared.cancelling += 1 }
            return UncheckedTask(task: shared.task)
        }
        guard let task = task.task else { return }
        // Outside the lock: it calls the cancellation handlers of the operation.
        task.cancel()
        let end = shared.withLock { shared in
            shared.cancelling -= 1
            return shared.cancelling == 0 ? shared.end.take() : nil
        }
        end?.resume()
    }

    /// Runs the operation.
    ///
    /// - Parameters:
    ///   - isolation: the actor of the caller, on which the operation runs.
    ///   - operation: what to run.
    /// - Returns: what came of it.
    package func run<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        // Whatever captures an isolated parameter runs on its actor.
        await withoutActuallyEscaping(operation) { operation in
            let (operation, handed) = (HandedBody(operation), Handed<Result<Value, Failure>>.self)
            return await withTaskGroup(of: handed, isolation: isolation) { tasks in
                _ = isolation
                // An immediate child task loses the executor preference of its parent.
                if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *), !hasPreferredExecutor {
                    tasks.addImmediateTask {
                        _ = isolation
                        return await self.perform(operation)
                    }
                } else {
                    tasks.addTask {
                        _ = isolation
                        return await self.perform(operation)
                    }
                }
                guard let result = await tasks.next() else {
                    preconditionFailure("A group of one task has one result.")
                }
                return result.value
            }
        }
    }

    private func perform<Value, Failure: Error>(
        _ operation: HandedBody<Value, Failure>
    ) async -> Handed<Result<Value, Failure>> {
        begin()
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await operation.run())
        } catch {
            result = .failure(error)
        }
        await end()
        return Handed(result)
    }

    private func begin() {
        let isCancelled = withUnsafeCurrentTask { task in
            shared.withLock { shared in
                shared.task = task
                return shared.isCancelled
            }
        }
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
    }

    /// Returns when nobody is cancelling the task any more, which may end then.
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

private var hasPreferredExecutor: Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return false }
    return withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
}

/// What a caller and its child task hand each other.
private struct Handed<Value>: @unchecked Sendable {
    // Safe: the caller does nothing until the task has ended, and the task runs where the caller would
    // have run, so never are two at work on it.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// The same for a body: a generic argument that throws a typed error needs newer systems on Apple's platforms.
private struct HandedBody<Value, Failure: Error>: @unchecked Sendable {
    // Safe: see `Handed`.
    let run: () async throws(Failure) -> Value

    init(_ run: @escaping () async throws(Failure) -> Value) {
        self.run = run
    }
}

/// A task on its way out of the lock.
private struct UncheckedTask: @unchecked Sendable {
    // Safe: see `ChildTask`.
    let task: UnsafeCurrentTask?
}
