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

    private struct Cell {
        var primitive: Primitive
        var value: Value
    }

    // Safe: the pointer never changes; only `withLock` touches the value behind it, and it holds
    // the lock meanwhile.
    private nonisolated(unsafe) let cell: UnsafeMutablePointer<Cell>

    package init(_ value: sending Value) {
        cell = .allocate(capacity: 1)
        cell.initialize(to: Cell(primitive: Primitive(), value: value))
        #if !canImport(Darwin)
        let status = pthread_mutex_init(primitive, nil)
        precondition(status == 0, "The system has no memory left for a lock.")
        #endif
    }

    deinit {
        #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
        #endif
        cell.deinitialize(count: 1)
        cell.deallocate()
    }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body(&cell.pointee.value)
    }

    /// Where the lock itself is: it must not move while it exists.
    private var primitive: UnsafeMutablePointer<Primitive> {
        // It is the first field of the cell.
        UnsafeMutableRawPointer(cell).assumingMemoryBound(to: Primitive.self)
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
