import Foundation

/// A lock and an array of errors, as in most hand-written code.
final class Errors: @unchecked Sendable {
    // Safe: guarded by the lock.
    private let lock = NSLock()
    private var errors: [any Error] = []

    var count: Int { lock.withLock { errors.count } }

    func append(_ error: any Error) {
        lock.withLock { errors.append(error) }
    }
}
