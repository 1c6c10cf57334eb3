import Dispatch
import Foundation

/// Waits for all work that was submitted to the serial queue before.
func drained(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in
        queue.async { continuation.resume() }
    }
}

/// Waits for all operations that were added to the queue before.
func drained(_ queue: OperationQueue) async {
    await withCheckedContinuation { continuation in
        queue.addBarrierBlock { continuation.resume() }
    }
}
