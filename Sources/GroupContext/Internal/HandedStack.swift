#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The stack of active calls of one thread.
///
/// Not a task-local: binding one costs more than the rest of a request, and a call of a client is
/// synchronous.
@usableFromInline
package struct HandedStack {
    /// An entry of the stack, which is not retained: the caller that pushes it keeps it alive until it is
    /// popped.
    enum Entry {
        case request(client: ObjectIdentifier, Unmanaged<Membership>)
        /// A restored snapshot of active calls, which hides the entries below it.
        case context(Unmanaged<HandedContext>?)
    }

    @usableFromInline
    struct Storage {
        @usableFromInline var count = 0
        fileprivate var capacity = 8
        fileprivate var entries = UnsafeMutablePointer<Entry>.allocate(capacity: 8)
    }

    // Each thread uses its own storage only, which keeps its address until the thread ends.
    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    /// The key that finds the stack of a thread; each group keeps a copy, see ``RequestGroup/stackKey``.
    static let key = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { storage in
            // The argument is optional on some platforms.
            let storage: UnsafeMutableRawPointer? = storage
            HandedStack.free(storage)
        }
        precondition(status == 0, "The process has no thread-specific value left.")
        return key
    }()

    /// Returns the stack of this thread; `nil` if the thread has had no active call.
    @inline(__always)
    private static func existing(_ key: pthread_key_t) -> HandedStack? {
        pthread_getspecific(key).map {
            HandedStack(storage: $0.assumingMemoryBound(to: Storage.self))
        }
    }

    /// Returns the stack of this thread, and makes it if necessary.
    @inline(__always)
    static func here(_ key: pthread_key_t = key) -> HandedStack { existing(key) ?? make() }

    @inline(never)
    private static func make() -> HandedStack {
        let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
        storage.initialize(to: Storage())
        let status = pthread_setspecific(key, storage)
        precondition(status == 0, "The thread has no memory left for a thread-specific value.")
        return HandedStack(storage: storage)
    }

    private static func free(_ storage: UnsafeMutableRawPointer?) {
        guard let storage = storage?.assumingMemoryBound(to: Storage.self) else { return }
        storage.pointee.entries.deallocate()
        storage.deallocate()
    }

    private init(storage: UnsafeMutablePointer<Storage>) {
        self.storage = storage
    }

    /// Returns whether this thread has no active call and no restored snapshot.
    @inline(__always)
    static func isEmptyHere(_ key: pthread_key_t = key) -> Bool { existing(key)?.isEmpty ?? true }

    var isEmpty: Bool { storage.pointee.count == 0 }

    /// The entries of this thread's stack, innermost first.
    static var entriesHere: some Sequence<Entry> {
        let storage = existing(key)?.storage.pointee
        return UnsafeBufferPointer(start: storage?.entries, count: storage?.count ?? 0).reversed()
    }

    @inline(__always)
    func push(_ entry: Entry) {
        if storage.pointee.count == storage.pointee.capacity { grow() }
        (storage.pointee.entries + storage.pointee.count).initialize(to: entry)
        storage.pointee.count += 1
        #if DEBUG
        if storage.pointee.count == 512 { reportRecursion() }
        #endif
    }

    @inline(never)
    private func grow() {
        let (count, entries) = (storage.pointee.count, storage.pointee.entries)
        storage.pointee.capacity *= 2
        storage.pointee.entries = .allocate(capacity: storage.pointee.capacity)
        storage.pointee.entries.moveInitialize(from: entries, count: count)
        entries.deallocate()
    }

    #if DEBUG
    /// Reports a wrapper method that calls itself: all active calls on this thread are subrequests of one request.
    private func reportRecursion() {
        var request: Membership?
        for entry in Self.entriesHere.prefix(500) {
            guard case .context(let context?) = entry,
                let next = context.takeUnretainedValue().innermost,
                request === next || request == nil
            else { return }
            request = next
        }
        if let request { request.report(.recursion(label: request.label)) }
    }
    #endif

    /// Pops the top entry, whose unretained object the parameter keeps alive until here.
    ///
    /// Not inlined: otherwise the caller would retain the object once more.
    @usableFromInline
    @inline(never)
    package func pop(_ object: AnyObject?) {
        withExtendedLifetime(object) { storage.pointee.count &-= 1 }
    }
}

@available(*, unavailable)
extension HandedStack: Sendable {}

@available(*, unavailable)
extension HandedStack.Storage: Sendable {}
