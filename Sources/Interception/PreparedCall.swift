public import GroupContext

/// A request that was created but not started, as a task of `URLSession`.
///
/// It belongs to the group that was current when it was created, to none if that was in
/// `withoutRequestGroup`, else to the group that is current at its first ``start()``; it enters at that
/// ``start()``. One that is never started holds up
/// nobody. Make it with ``RequestIntercepting/prepare(_:isOptional:priority:start:cancel:_:)``.
public final class PreparedCall<Handle>: Sendable {
    // Safe: the handle is only handed to `begin` and `cancel`, as the client's documentation has it.
    /// What the client created.
    public nonisolated(unsafe) let handle: Handle

    // Safe: set once, before anybody else has it.
    private nonisolated(unsafe) weak var entry: PreparedEntry?
    private let settings: InterceptionSettings
    private let phase = Locked(Phase.created)
    private let begin: @Sendable (Handle) -> Void
    private let cancelHandle: @Sendable (Handle) -> Void

    init(
        handle: Handle,
        entry: PreparedEntry,
        settings: InterceptionSettings,
        begin: @escaping @Sendable (Handle) -> Void,
        cancel: @escaping @Sendable (Handle) -> Void
    ) {
        self.handle = handle
        self.entry = entry
        self.settings = settings
        self.begin = begin
        cancelHandle = cancel
    }

    deinit {
        entry?.abandon()
    }

    /// Whether it was ever told to start.
    var wasStarted: Bool {
        phase.withLock { phase in
            if case .created = phase { false } else { true }
        }
    }

    /// Starts the request, the first time in its group: there it waits for a slot if the group or
    /// the client is limited, and is cancelled instead if the group is.
    ///
    /// Further calls pass on to the client as soon as it has started.
    public func start() {
        let phase = self.phase.withLock { phase in
            defer {
                switch phase {
                case .created: phase = .starting(further: 0)
                case .starting(let further): phase = .starting(further: further + 1)
                case .started: break
                }
            }
            return phase
        }
        switch phase {
        case .created: startInGroup()
        case .starting: break
        case .started: begin(handle)
        }
    }

    private func startInGroup() {
        guard let admission = entry?.enter() else { return startNow() }
        let start = { admission.hand(self.startNow) }
        // In a cancelled group this cancels at once, and the client reports it as it always does.
        InterceptedCall(admission.membership)
            .onCancel(HandleReference(handle), settings: settings, cancelHandle)
        if admission.refusal != nil { return }
        if admission.isImmediate { return start() }
        DeferredStart(
            admission,
            place: StartingPlace(queue: settings.queue, isolation: nil),
            start: start,
            // Cancelling the handle is all that it takes.
            refuse: { _ in }
        )
        .run()
    }

    private func startNow() {
        let before = phase.withLock { phase in
            defer { phase = .started }
            return phase
        }
        begin(handle)
        // Those that came while it waited: a client may count them, as `URLSession` does.
        if case .starting(let further) = before { for _ in 0..<further { begin(handle) } }
    }
}

private enum Phase {
    case created
    /// On its way, waiting for a slot perhaps, or never to start.
    case starting(further: Int)
    case started
}

extension RequestIntercepting {
    /// Creates a request that is started later.
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is where it has to wait; by default that of its
    ///     group, or of the current task.
    ///   - start: starts what was created; called by ``PreparedCall/start()``, or later
    ///     where ``InterceptionSettings/queue`` says.
    ///   - cancel: cancels it, started or not. The client then has to call back.
    ///   - make: creates the request, with each callback wrapped by a role of the call.
    /// - Returns: the request, which waits for its ``PreparedCall/start()``.
    public func prepare<Handle>(
        _ label: @escaping @autoclosure @Sendable () -> String,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        start: @escaping @Sendable (Handle) -> Void,
        cancel: @escaping @Sendable (Handle) -> Void,
        _ make: (InterceptedCall) throws -> Handle
    ) rethrows -> PreparedCall<Handle> {
        #if DEBUG
        let isExcluded = RequestGroup.isExcluded
        #endif
        let client = interceptedClient
        let entry = PreparedEntry(home: .here) { [interceptionSettings] group in
            #if DEBUG
            if group == nil, !isExcluded { interceptionSettings.reportStray(label) }
            #endif
            guard group != nil || interceptionSettings.limiter != nil else { return nil }
            return Admission(
                label(),
                isOptional: isOptional,
                priority: priority,
                client: client,
                settings: interceptionSettings,
                group: group
            )
        }
        let handle = try make(InterceptedCall(entry))
        return PreparedCall(
            handle: handle,
            entry: entry,
            settings: interceptionSettings,
            begin: start,
            cancel: cancel
        )
    }
}
