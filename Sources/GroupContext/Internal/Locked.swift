#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value that one thread at a time may touch.
///
/// `Synchronization.Mutex` would need iOS 18 and macOS 15, and ThreadSanitizer does not understand
/// it on Linux; a pthread mutex works everywhere and was faster uncontended. The lock is not
/// recursive: no code of a user ever runs inside ``withLock(_:)``.
package final class Locked<Value>: Sendable {
    #if canImport(Darwin)
    private typealias Primitive = os_unfair_lock
    #else
    private typealias Primitive = pthread_mutex_t
    #endif

    // Safe: the pointer never changes, and what it points at is only handed to the lock functions.
    private nonisolated(unsafe) let primitive: UnsafeMutablePointer<Primitive>

    // Safe: only `withLock` touches the value, and it holds the lock meanwhile.
    private nonisolated(unsafe) var value: Value

    package init(_ value: sending Value) {
        self.value = value
        primitive = .allocate(capacity: 1)
        #if canImport(Darwin)
        primitive.initialize(to: os_unfair_lock())
        #else
        primitive.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(primitive, nil)
        precondition(status == 0, "The system has no memory left for a lock.")
        #endif
    }

    deinit {
        #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
        #endif
        primitive.deallocate()
    }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body(&value)
    }

    private func lock() {
        #if canImport(Darwin)
        os_unfair_lock_lock(primitive)
        #else
        pthread_mutex_lock(primitive)
        #endif
    }

    private func unlock() {
        #if canImport(Darwin)
        os_unfair_lock_unlock(primitive)
        #else
        pthread_mutex_unlock(primitive)
        #endif
    }
}
