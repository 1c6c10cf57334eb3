/// The stack of active calls of one thread; see ``ActiveCalls``.
///
/// A client's method is called synchronously, so a thread-specific value suffices. Binding a task-local for each call
/// would be slower, because each binding allocates memory.
@usableFromInline
package struct ActiveCallStack {
    /// An entry of the stack, which does not retain its object: the caller keeps the object alive until the pop.
    // Retaining the object would take 110 instructions for each request.
    enum Entry {
        case request(client: ObjectIdentifier, Unmanaged<Membership>)
        /// A restored snapshot of active calls. The snapshot hides the entries below this entry.
        case snapshot(Unmanaged<ActiveCalls>?)

        var innermost: Membership? {
            switch self {
            case .request(_, let membership): membership.takeUnretainedValue()
            case .snapshot(let snapshot): snapshot?.takeUnretainedValue().innermost
            }
        }
    }

    // A buffer instead of an array, because the checks of an array would take 100 instructions for each request.
    private struct Storage {
        var count = 0
        var capacity = 8
        var entries = UnsafeMutablePointer<Entry>.allocate(capacity: 8)
    }

    // Each thread allocates its storage once and frees the storage when the thread ends, so the pointer stays valid.
    private let storage: UnsafeMutablePointer<Storage>

    /// Returns the stack of this thread; `nil` if the thread has never had an active call.
    @inline(__always)
    private static func existing(_ pointer: ThreadPointer) -> ActiveCallStack? {
        pointer.value.map { ActiveCallStack(storage: $0.assumingMemoryBound(to: Storage.self)) }
    }

    /// Returns the stack of this thread.
    ///
    /// A caller that has a group passes ``RequestGroup/stackPointer``, because reading the static default is slow.
    @inline(__always)
    static func here(_ pointer: ThreadPointer = .activeCalls) -> ActiveCallStack {
        existing(pointer) ?? make()
    }

    @inline(never)
    private static func make() -> ActiveCallStack {
        let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
        storage.initialize(to: Storage())
        ThreadPointer.activeCalls.value = UnsafeMutableRawPointer(storage)
        return ActiveCallStack(storage: storage)
    }

    static func free(_ pointer: UnsafeMutableRawPointer?) {
        guard let storage = pointer?.assumingMemoryBound(to: Storage.self) else { return }
        storage.pointee.entries.deallocate()
        storage.deallocate()
    }

    @inline(__always)
    static func isEmptyHere(_ pointer: ThreadPointer = .activeCalls) -> Bool {
        existing(pointer)?.isEmpty ?? true
    }

    var isEmpty: Bool { storage.pointee.count == 0 }

    /// The entries of this thread, the top entry first.
    static var entriesHere: some Collection<Entry> {
        let storage = existing(.activeCalls)?.storage.pointee
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
    /// Reports a wrapper method that calls itself, if the top 100 entries are the same request.
    private func reportRecursion() {
        var request: Membership?
        for entry in Self.entriesHere.prefix(100) {
            // A snapshot shows that a callback issued the request, which is not a recursion.
            guard case .request(_, let next) = entry,
                request == nil || request === next.takeUnretainedValue()
            else { return }
            request = next.takeUnretainedValue()
        }
        if let request { request.report(.recursion(label: request.label)) }
    }
    #endif

    /// Pops the top entry; the parameter keeps the object of the entry alive until then.
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
