import GroupContext

// Runs asynchronous steps of a pipeline in the group of their request.
extension InterceptedCall {
    /// Runs an operation in the request's group; requests through the same client are subrequests.
    ///
    /// If the current task is cancelled, the method cancels the operation and returns at once, without waiting for
    /// the operation, because user code must not delay the end of a request.
    func perform(
        for client: ObjectIdentifier,
        _ operation: @escaping @Sendable () async -> Void
    ) async {
        let (ends, end) = AsyncStream<Never>.makeStream()
        // `progressCall` runs the closure in the group without ending the request; the result is the closure's task.
        let task = progressCall.answer(nil) {
            Task {
                if let membership {
                    await membership.withActiveOperation(of: client) { await operation() }
                } else {
                    await operation()
                }
                end.finish()
            }
        }
        await withTaskCancellationHandler {
            // The stream has no elements; the loop ends with the operation or when the current task is cancelled.
            for await _ in ends {}
        } onCancel: {
            task.cancel()
        }
    }
}
