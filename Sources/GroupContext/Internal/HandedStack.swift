#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The requests that are in the hands of their clients on one thread, the innermost last.
///
/// Not a task-local: binding one costs more than all the rest of a request, and handing a request over is
/// one synchronous call.
@usableFromInline
package struct HandedStack {
    /// What is on the stack, without keeping it: who pushes it keeps it until it is popped.
    enum Entry {
        /// A request in the hands of its client.
        case request(client: ObjectIdentifier, Unmanaged<Membership>)
        /// What was being handed over where something was issued that runs now, and nothing else.
        case context(Unmanaged<HandedContext>?)
    }

    @usableFromInline
    struct Storage {
        @usableFromInline var count = 0
        fileprivate var capacity = 8
        fileprivate var entries = UnsafeMutablePointer<Entry>.allocate(capacity: 8)
    }

    // A thread touches its own alone; it stays where it is until the thread ends.
    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    /// What finds the stack of a thread; each group has it too, see ``RequestGroup/stackKey``.
    static let key = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { storage in
            // Optional on some platforms.
            let storage: UnsafeMutableRawPointer? = storage
            HandedStack.free(storage)
        }
        precondition(status == 0, "The process has no thread-specific value left.")
        return key
    }()

    /// That of this thread, if anything was ever handed over on it.
    @inline(__always)
    private static func existing(_ key: pthread_key_t) -> HandedStack? {
        pthread_getspecific(key).map {
            HandedStack(storage: $0.assumingMemoryBound(to: Storage.self))
        }
    }

    /// That of this thread.
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

    /// Whether anything is on that of this thread.
    @inline(__always)
    static func isEmptyHere(_ key: pthread_key_t = key) -> Bool { existing(key)?.isEmpty ?? true }

    var isEmpty: Bool { storage.pointee.count == 0 }

    /// What is on that of this thread, the innermost first.
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

    /// Removes what is innermost, until here kept by this call.
    ///
    /// Not inlined: inlined it would make its caller keep the object once more.
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
