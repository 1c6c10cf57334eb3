public import GroupContext

/// A request that was created but not started, as a task of `URLSession`.
///
/// It belongs to the group that was current when it was created, to none if that was in
/// `withoutRequestGroup`, else to the group that is current at its first ``start()``; it enters at that
/// ``start()``. One that is never started holds up
/// nobody. Make it with ``RequestIntercepting/prepare(_:isOptional:priority:start:cancel:_:)``.
public final class PreparedCall<Handle>: StartingEnd {
    // Safe: the handle is only handed to `start` and `cancel`, as the client's documentation has it.
    /// What the client created.
    public nonisolated(unsafe) let handle: Handle

    let request: PreparedRequest
    let settings: InterceptionSettings
    private let startHandle: @Sendable (Handle) -> Void
    private let cancelHandle: @Sendable (Handle) -> Void

    init(
        _ handle: Handle,
        of request: PreparedRequest,
        settings: InterceptionSettings,
        start: @escaping @Sendable (Handle) -> Void,
        cancel: @escaping @Sendable (Handle) -> Void
    ) {
        self.handle = handle
        self.request = request
        self.settings = settings
        startHandle = start
        cancelHandle = cancel
    }

    deinit {
        request.abandon()
    }

    /// Starts the request, the first time in its group: there it waits for a slot if the group or
    /// the client is limited, and is cancelled instead if the group is.
    ///
    /// Further calls pass on to the client as soon as it has started.
    public func start() {
        startOrPassOn()
    }

    func begin() {
        startHandle(handle)
    }

    // It may be anything, and so may be its label.
    var handleToCancel: RequestHandle? { nil }

    func register(_ call: InterceptedCall) {
        call.onCancel(HandleReference(handle), settings: settings, cancelHandle)
    }
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
        let request = preparedRequest(isOptional: isOptional, priority: priority, label)
        let handle = try make(InterceptedCall(AnsweringEnd(request)))
        return PreparedCall(
            handle,
            of: request,
            settings: interceptionSettings,
            start: start,
            cancel: cancel
        )
    }

    /// The state of a request that is created here and now.
    func preparedRequest(
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        _ label: @escaping @Sendable () -> String
    ) -> PreparedRequest {
        #if DEBUG
        let isExcluded = RequestGroup.isExcluded
        #endif
        let (client, interceptionSettings) = (interceptedClient, interceptionSettings.noted)
        let carried = interceptionSettings.issue?.carried
        return PreparedRequest(home: .here, carrying: carried) { group, handle in
            #if DEBUG
            if group == nil, !isExcluded { interceptionSettings.reportStray(label) }
            #endif
            guard group != nil || interceptionSettings.needsAdmission else { return nil }
            return Admission(
                label,
                isOptional: isOptional,
                priority: priority,
                handle: handle,
                client: client,
                settings: interceptionSettings,
                group: group
            )
        }
    }
}
