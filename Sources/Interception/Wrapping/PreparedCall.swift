public import GroupContext

/// A request that is created but not started, such as a task of `URLSession`.
///
/// It enters at its first ``start()``. It belongs to the group that was current when it was created; to none if it
/// was created in `withoutRequestGroup`; otherwise to the group that is current at the first ``start()``. An
/// unstarted request delays no group. Create it with
/// ``RequestIntercepting/prepare(_:isOptional:priority:start:cancel:_:)``.
public final class PreparedCall<Handle>: StartingEnd {
    // Safe: passed only to `start` and `cancel`, on the threads that the client documents.
    ///  The handle that the client returned.
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

    /// Starts the request; the first call enters its group.
    ///
    /// The request waits for a permit if the group or the client is limited. In a cancelled group it is cancelled
    /// instead. Further calls reach the client once the request has started.
    public func start() {
        startOrPassOn()
    }

    func begin() {
        startHandle(handle)
    }

    // The type of the handle is not known, so the group needs the cancel handler of `register(_:)`.
    var handleToCancel: RequestHandle? { nil }

    func register(_ call: InterceptedCall) {
        call.onCancel(HandleReference(handle), settings: settings, cancelHandle)
    }
}

extension RequestIntercepting {
    /// Creates a request that is started later.
    ///
    /// - Parameters:
    ///   - label: the name of the request in errors, progress and events.
    ///   - isOptional: a Boolean value that indicates whether a failure of the request leaves the group successful.
    ///   - priority: the priority while the request waits for a permit; by default that of its group, or of the
    ///     current task.
    ///   - start: starts the request in the client; called by ``PreparedCall/start()``, or later on the
    ///     ``InterceptionSettings/queue``.
    ///   - cancel: cancels the request, started or not. The client still has to call back.
    ///   - make: creates the request, with each callback wrapped by a role of the call.
    /// - Returns: the request, which waits for its ``PreparedCall/start()``.
    /// - Throws: the error that `make` throws.
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
