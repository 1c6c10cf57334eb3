import Dispatch

/// Returns when everything has run that was submitted to the serial queue before.
func drained(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in
        queue.async { continuation.resume() }
    }
}
