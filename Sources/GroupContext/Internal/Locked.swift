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

    // Safe: the pointers never change; only `withLock` touches the value behind, and it holds the
    // lock meanwhile. One block for both, and no generic type around them: other modules use this
    // one unspecialized, and would look its layout up whenever they lock.
    private nonisolated(unsafe) let primitive: UnsafeMutablePointer<Primitive>
    private nonisolated(unsafe) let value: UnsafeMutablePointer<Value>

    package init(_ value: sending Value) {
        let alignment = MemoryLayout<Value>.alignment
        let offset = (MemoryLayout<Primitive>.size + alignment - 1) & ~(alignment - 1)
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Value>.size,
            alignment: max(alignment, MemoryLayout<Primitive>.alignment)
        )
        primitive = block.initializeMemory(as: Primitive.self, to: Primitive())
        self.value = (block + offset).initializeMemory(as: Value.self, to: value)
        #if !canImport(Darwin)
        let status = pthread_mutex_init(primitive, nil)
        precondition(status == 0, "The system has no memory left for a lock.")
        #endif
    }

    deinit {
        value.deinitialize(count: 1)
        #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
        #endif
        // The start of the block.
        UnsafeMutableRawPointer(primitive).deallocate()
    }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body(&value.pointee)
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
