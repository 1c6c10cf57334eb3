public import GroupContext

/// A request that is created but not started, such as a task of `URLSession`.
///
/// At the first ``start()``, the request enters the group that was current when the request was created. A request that
/// was created in `withoutRequestGroup` has no group. Any other request that was created outside a group joins the
/// group that is current at the first ``start()``. A group does not wait for an unstarted request. Create the request
/// with ``RequestIntercepting/prepare(_:isOptional:priority:start:cancel:_:)``.
public final class PreparedCall<Handle>: UnstartedRequestOwner {
    // Safe: this class passes the handle only to the `@Sendable` closures `start` and `cancel`. Other code that reads
    // the property has to follow the thread rules of the client.
    /// The handle that the client returned.
    public nonisolated(unsafe) let handle: Handle

    let request: UnstartedRequest
    let settings: InterceptionSettings
    let label: RequestLabel
    private let (isOptional, priority): (Bool, RequestPriority?)
    private let client: ObjectIdentifier
    private let startHandle: @Sendable (Handle) -> Void
    private let cancelHandle: @Sendable (Handle) -> Void

    fileprivate init(
        _ label: RequestLabel,
        of client: some RequestIntercepting,
        isOptional: Bool,
        priority: RequestPriority?,
        start: @escaping @Sendable (Handle) -> Void,
        cancel: @escaping @Sendable (Handle) -> Void,
        _ make: (InterceptedCall) throws -> Handle
    ) rethrows {
        (self.label, self.isOptional, self.priority) = (label, isOptional, priority)
        self.client = client.interceptedClient
        // Capture the metadata now, because the request is started later.
        var settings = client.interceptionSettings
        if let metadata = settings.metadataAtIssue { settings.change { $0.metadata = metadata } }
        self.settings = settings
        request = UnstartedRequest(propagating: settings.metadata?.propagated)
        (startHandle, cancelHandle) = (start, cancel)
        handle = try make(InterceptedCall(.unstarted(UnstartedRequestCallbacks(request))))
    }

    deinit {
        _ = request.abandon()
    }

    /// Starts the request; the first call makes the request enter its group.
    ///
    /// If the group or the client is limited, the request waits for a permit. In a cancelled group the request is
    /// cancelled instead of started. Further calls are passed to the client once the request has started.
    public func start() {
        startOrForward()
    }

    func startClient() {
        startHandle(handle)
    }

    func admit(to group: RequestGroup?) -> Admission? {
        guard group != nil || settings.needsAdmission else { return nil }
        return Admission(
            // Make the text now, because the user's closure must not run under the lock of the group.
            .text(label.text),
            isOptional: isOptional,
            priority: priority,
            client: client,
            settings: settings,
            group: group
        )
    }

    func addCancelHandler(to membership: Membership) {
        HandleReference(handle, settings, cancelHandle).add(to: membership)
    }
}

extension RequestIntercepting {
    /// Creates a request that is started later.
    ///
    /// - Parameters:
    ///   - label: the label of the request in errors, progress and events.
    ///   - isOptional: a Boolean value that indicates whether the group tolerates a failure of the request.
    ///   - priority: the priority of the request while it waits for a permit; by default, the priority of its
    ///     group or of the current task.
    ///   - start: the closure that starts the request in the client; called by ``PreparedCall/start()`` or, after
    ///     a wait for a permit, on the thread that ``InterceptionSettings/queue`` documents.
    ///   - cancel: the closure that cancels the request, started or not. The client still has to call back.
    ///   - make: the closure that creates the request, and wraps each callback with
    ///     ``InterceptedCall/wrap(_:)``.
    /// - Returns: the unstarted request.
    /// - Throws: the error that `make` throws.
    public func prepare<Handle>(
        _ label: @escaping @autoclosure @Sendable () -> String,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        start: @escaping @Sendable (Handle) -> Void,
        cancel: @escaping @Sendable (Handle) -> Void,
        _ make: (InterceptedCall) throws -> Handle
    ) rethrows -> PreparedCall<Handle> {
        try PreparedCall(
            .onDemand(label),
            of: self,
            isOptional: isOptional,
            priority: priority,
            start: start,
            cancel: cancel,
            make
        )
    }
}
