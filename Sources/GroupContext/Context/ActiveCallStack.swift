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

    // Each thread allocates its entries once and frees them when the thread ends, so the pointer stays valid.
    private let entries: UnsafeMutablePointer<[Entry]>

    /// Returns the stack of this thread; `nil` if the thread has had no active call.
    @inline(__always)
    private static func existing(_ pointer: ThreadPointer) -> ActiveCallStack? {
        pointer.value.map { ActiveCallStack($0.assumingMemoryBound(to: [Entry].self)) }
    }

    /// Returns the stack of this thread; each group has a copy of the pointer, ``RequestGroup/stackPointer``.
    @inline(__always)
    static func here(_ pointer: ThreadPointer = .activeCalls) -> ActiveCallStack {
        existing(pointer) ?? make()
    }

    @inline(never)
    private static func make() -> ActiveCallStack {
        let entries = UnsafeMutablePointer<[Entry]>.allocate(capacity: 1)
        entries.initialize(to: [])
        ThreadPointer.activeCalls.value = UnsafeMutableRawPointer(entries)
        return ActiveCallStack(entries)
    }

    static func free(_ pointer: UnsafeMutableRawPointer?) {
        guard let entries = pointer?.assumingMemoryBound(to: [Entry].self) else { return }
        entries.deinitialize(count: 1)
        entries.deallocate()
    }

    private init(_ entries: UnsafeMutablePointer<[Entry]>) {
        self.entries = entries
    }

    @inline(__always)
    static func isEmptyHere(_ pointer: ThreadPointer = .activeCalls) -> Bool {
        existing(pointer)?.isEmpty ?? true
    }

    var isEmpty: Bool { entries.pointee.isEmpty }

    /// The entries of this thread, the top entry first.
    static var entriesHere: some Sequence<Entry> {
        (existing(.activeCalls)?.entries.pointee ?? []).reversed()
    }

    @inline(__always)
    func push(_ entry: Entry) {
        entries.pointee.append(entry)
        #if DEBUG
        if entries.pointee.count == 128 { reportRecursion() }
        #endif
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
        withExtendedLifetime(object) { _ = entries.pointee.removeLast() }
    }
}

@available(*, unavailable)
extension ActiveCallStack: Sendable {}
