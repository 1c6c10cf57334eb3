#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The identity of the thread that creates this value.
struct ThreadID: Hashable {
    // A number, because some systems identify threads by pointers, which are not Sendable.
    private let number = Int(bitPattern: pthread_self())
}

/// A pointer that each thread stores for itself; initially `nil`.
struct ThreadPointer: Sendable {
    /// The storage of the thread's ``ActiveCallStack``, which is freed when the thread ends.
    static let activeCalls = ThreadPointer {
        pthread_key_create(&$0) { storage in
            // The type of the argument is optional on some platforms only; the conversion makes the type optional.
            let storage: UnsafeMutableRawPointer? = storage
            ActiveCallStack.free(storage)
        }
    }

    /// The ``TaskLocalSnapshot`` that the thread creates or runs.
    static let snapshot = ThreadPointer { pthread_key_create(&$0, nil) }

    /// The queue of values that a thread still has to release; set only during ``NestedValues/release(_:)``.
    static let nestedValues = ThreadPointer { pthread_key_create(&$0, nil) }

    private let key: pthread_key_t

    private init(_ create: (inout pthread_key_t) -> Int32) {
        var key = pthread_key_t()
        let status = create(&key)
        precondition(status == 0, "The process has no thread-specific value left.")
        self.key = key
    }

    @inline(__always)
    var value: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set {
            let status = pthread_setspecific(key, newValue)
            precondition(status == 0, "The thread has no memory left for a thread-specific value.")
        }
    }
}

extension WorkerThreads {
    /// Starts a thread that calls `runStarted()`, and returns `false` if the system has no thread left.
    func startThread() -> Bool {
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let retained = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread,
            nil,
            { pointer in
                pthread_detach(pthread_self())
                // The pointer is optional on Linux only; the conversion makes the pointer optional on all platforms.
                guard let pointer = pointer as UnsafeMutableRawPointer? else { return nil }
                Unmanaged<WorkerThreads>.fromOpaque(pointer).takeRetainedValue().runStarted()
                return nil
            },
            retained.toOpaque()
        )
        if status != 0 { retained.release() }
        return status == 0
    }
}

#if DEBUG
func writeToStandardError(_ line: String) {
    var line = line
    let standardError: Int32 = 2
    line.withUTF8 { _ = write(standardError, $0.baseAddress, $0.count) }
}
#endif
