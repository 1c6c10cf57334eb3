#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#endif

/// A value and a lock that protects it.
///
/// Copies share the value and its lock. `Synchronization.Mutex` needs iOS 18 and macOS 15, and ThreadSanitizer
/// does not understand `Mutex` on Linux. Without contention, a pthread mutex was also faster than `Mutex`. The lock is
/// not recursive, so no user code may run inside ``withLock(_:)``.
@usableFromInline
package struct Locked<Value>: Sendable {
    // Safe: the reference never changes, and only `withLock` accesses the value, under the lock.
    @usableFromInline nonisolated(unsafe) let buffer: LockBuffer<Value>

    /// Creates the value directly in the buffer, because passing a large value would retain all its references.
    @inlinable
    package init(_ value: @autoclosure () -> sending Value) {
        let buffer = LockBuffer<Value>.create(minimumCapacity: 1) { _ in value() }
        self.buffer = unsafeDowncast(buffer, to: LockBuffer<Value>.self)
        buffer.withUnsafeMutablePointerToElements { primitive in
            primitive.initialize(to: LockPrimitive())
            #if !canImport(Darwin)
            let status = pthread_mutex_init(primitive, nil)
            precondition(status == 0, "The system has no memory left for a lock.")
            #endif
        }
    }

    /// Calls the closure with exclusive access to the value.
    ///
    /// The result stays alive until the lock is released, because the deinit of the result may need the lock or run
    /// user code. The compiler would otherwise release an unused result under the lock. So to release an object after
    /// unlocking, return the object, and discard the result.
    @inlinable
    @inline(__always)
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        // The pointers stay valid as long as the buffer is alive, so the `defer` keeps the buffer alive.
        let (value, primitive) = buffer.withUnsafeMutablePointers { ($0, $1) }
        defer { withExtendedLifetime(buffer) {} }
        primitive.lock()
        let result = body(&value.pointee)
        primitive.unlock()
        withExtendedLifetime(result) {}
        return result
    }

    /// Replaces the value, and returns the old value, which is released after unlocking.
    @inlinable
    @discardableResult
    package func replace(with new: Value) -> Value {
        withLock { exchange(&$0, with: new) }
    }
}

/// Replaces a value, and returns the old value.
///
/// A caller that holds a lock can then release the old value after unlocking.
@inlinable
package func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
    defer { value = new }
    return value
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

/// The value and its lock in one allocation, so that the address of the lock never changes.
@usableFromInline
final class LockBuffer<Value>: ManagedBuffer<Value, LockPrimitive> {
    deinit {
        #if !canImport(Darwin)
        withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) }
        #endif
    }
}
