#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#endif

/// A value that one thread at a time may touch.
///
/// Copies share the value and its lock. `Synchronization.Mutex` would need iOS 18 and macOS 15, and ThreadSanitizer does not understand
/// it on Linux; a pthread mutex works everywhere and was faster uncontended. The lock is not
/// recursive: no code of a user ever runs inside ``withLock(_:)``.
@usableFromInline
package struct Locked<Value>: Sendable {
    // Safe: it never changes; only `withLock` touches the value in it, and holds the lock meanwhile.
    @usableFromInline nonisolated(unsafe) let buffer: LockBuffer<Value>

    @inlinable
    package init(_ value: sending Value) {
        // Safe: handed over once.
        nonisolated(unsafe) let value = value
        let buffer = LockBuffer<Value>.create(minimumCapacity: 1) { _ in value }
        self.buffer = unsafeDowncast(buffer, to: LockBuffer<Value>.self)
        buffer.withUnsafeMutablePointerToElements { primitive in
            primitive.initialize(to: LockPrimitive())
            #if !canImport(Darwin)
            let status = pthread_mutex_init(primitive, nil)
            precondition(status == 0, "The system has no memory left for a lock.")
            #endif
        }
    }

    /// Calls the closure with the value, while no other thread may touch it.
    ///
    /// What it returns lives until the lock is open, even if nobody takes it: released under the lock, it could run
    /// code that needs the lock. Without being told, the compiler releases it as soon as nobody needs it.
    @inlinable
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // They stay where they are as long as the buffer is there.
        let (value, primitive) = buffer.withUnsafeMutablePointers { ($0, $1) }
        defer { withExtendedLifetime(buffer) {} }
        primitive.lock()
        let result: Result
        do throws(Failure) {
            result = try body(&value.pointee)
        } catch {
            primitive.unlock()
            throw error
        }
        primitive.unlock()
        withExtendedLifetime(result) {}
        return result
    }
}

#if canImport(Darwin)
@usableFromInline typealias LockPrimitive = os_unfair_lock
#else
@usableFromInline typealias LockPrimitive = pthread_mutex_t
#endif

extension UnsafeMutablePointer<LockPrimitive> {
    @inlinable
    @inline(__always)
    func lock() {
        #if canImport(Darwin)
        os_unfair_lock_lock(self)
        #else
        pthread_mutex_lock(self)
        #endif
    }

    @inlinable
    @inline(__always)
    func unlock() {
        #if canImport(Darwin)
        os_unfair_lock_unlock(self)
        #else
        pthread_mutex_unlock(self)
        #endif
    }
}

/// The value and its lock in one allocation, at an address that does not change.
@usableFromInline
final class LockBuffer<Value>: ManagedBuffer<Value, LockPrimitive> {
    deinit {
        #if !canImport(Darwin)
        withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) }
        #endif
    }
}
