#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The stack of active calls of one thread; see ``ActiveCalls``.
///
/// A client's method is called synchronously, so a thread-specific value suffices. Binding a task-local would take
/// longer than the rest of the library's work for a request.
@usableFromInline
package struct ActiveCallStack {
    /// An entry of the stack, without a strong reference: the caller keeps the object alive until the pop.
    enum Entry {
        case request(client: ObjectIdentifier, Unmanaged<Membership>)
        /// A restored snapshot of active calls. The snapshot hides the entries below this entry.
        case snapshot(Unmanaged<ActiveCallSnapshot>?)
    }

    @usableFromInline
    struct Storage {
        @usableFromInline var count = 0
        fileprivate var capacity = 8
        fileprivate var entries = UnsafeMutablePointer<Entry>.allocate(capacity: 8)
    }

    // Each thread allocates its storage once and frees the storage when the thread ends, so the pointer stays valid.
    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    /// The thread-specific key of the stack; each group keeps a copy in ``RequestGroup/stackKey``.
    static let key = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { storage in
            // The type of the argument is optional on some platforms only; the conversion makes the type optional.
            let storage: UnsafeMutableRawPointer? = storage
            ActiveCallStack.free(storage)
        }
        precondition(status == 0, "The process has no thread-specific value left.")
        return key
    }()

    /// Returns the stack of this thread; `nil` if the thread has had no active call.
    @inline(__always)
    private static func existing(_ key: pthread_key_t) -> ActiveCallStack? {
        pthread_getspecific(key).map {
            ActiveCallStack(storage: $0.assumingMemoryBound(to: Storage.self))
        }
    }

    @inline(__always)
    static func here(_ key: pthread_key_t = key) -> ActiveCallStack { existing(key) ?? make() }

    @inline(never)
    private static func make() -> ActiveCallStack {
        let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
        storage.initialize(to: Storage())
        let status = pthread_setspecific(key, storage)
        precondition(status == 0, "The thread has no memory left for a thread-specific value.")
        return ActiveCallStack(storage: storage)
    }

    private static func free(_ storage: UnsafeMutableRawPointer?) {
        guard let storage = storage?.assumingMemoryBound(to: Storage.self) else { return }
        storage.pointee.entries.deallocate()
        storage.deallocate()
    }

    private init(storage: UnsafeMutablePointer<Storage>) {
        self.storage = storage
    }

    @inline(__always)
    static func isEmptyHere(_ key: pthread_key_t = key) -> Bool { existing(key)?.isEmpty ?? true }

    var isEmpty: Bool { storage.pointee.count == 0 }

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
        if storage.pointee.count == 128 { reportRecursion() }
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
    /// Reports a wrapper method that calls itself, if the top 100 entries have the same active request.
    private func reportRecursion() {
        var request: Membership?
        for entry in Self.entriesHere.prefix(100) {
            let next: Membership? =
                switch entry {
                case .request(_, let membership): membership.takeUnretainedValue()
                case .snapshot(let snapshot): snapshot?.takeUnretainedValue().innermost
                }
            guard let next, request === next || request == nil else { return }
            request = next
        }
        if let request { request.report(.recursion(label: request.label)) }
    }
    #endif

    /// Pops the top entry; `object` is the object of this entry, and stays alive until the entry is popped.
    ///
    /// Not inlined, because the caller of an inlined method would retain the object once more.
    @usableFromInline
    @inline(never)
    package func pop(_ object: AnyObject?) {
        withExtendedLifetime(object) { storage.pointee.count &-= 1 }
    }
}

@available(*, unavailable)
extension ActiveCallStack: Sendable {}

@available(*, unavailable)
extension ActiveCallStack.Storage: Sendable {}
