/// Waits for all work that was submitted to the serial queue before the call.
func waitUntilDrained(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
}

/// Waits for all operations that were added to the queue before the call.
func waitUntilDrained(_ queue: OperationQueue) async {
    await withCheckedContinuation { continuation in
        queue.addBarrierBlock { continuation.resume() }
    }
}
