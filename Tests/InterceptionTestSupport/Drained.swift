import Dispatch
import Foundation

/// Returns when everything has run that was submitted to the serial queue before.
func drained(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in
        queue.async { continuation.resume() }
    }
}

/// Returns when everything has run that was submitted to the queue before.
func drained(_ queue: OperationQueue) async {
    await withCheckedContinuation { continuation in
        queue.addBarrierBlock { continuation.resume() }
    }
}
