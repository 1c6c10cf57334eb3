/// The requests that clients are performing on this thread, or asynchronously in this task.
///
/// A request that the same client issues during an active call is a subrequest. For example, an overridden method
/// may call another overridden method of the same client. Both calls are one request, so the inner call does not
/// wait for a permit that the outer call holds.
///
/// A callback runs with the active calls that were captured when its request was issued. So a request that is
/// issued in a callback of a subrequest is a subrequest, too. A request that is issued in a callback of the outer
/// request is not a subrequest.
///
/// An object is a snapshot of one call and its enclosing calls, for callbacks that run later and for operations.
package final class ActiveCalls: Sendable {
    fileprivate typealias Call = (client: ObjectIdentifier, membership: Membership)

    fileprivate let client: ObjectIdentifier
    // Weak, because a snapshot must not keep a request alive: a request fails as lost when all its callbacks have been
    // released. Safe, because the property is set once, before the object is shared.
    fileprivate nonisolated(unsafe) weak var membership: Membership?
    private let outer: ActiveCalls?

    fileprivate init(_ call: Call, in outer: ActiveCalls?) {
        (client, membership) = call
        self.outer = outer
    }

    /// Creates a snapshot of `calls`, which are ordered innermost first; the calls of `outer` enclose them.
    @inline(__always)
    fileprivate static func make(
        _ calls: [Call],
        in outer: ActiveCalls? = nil
    ) -> ActiveCalls? {
        calls.reversed().reduce(outer) { outer, call in ActiveCalls(call, in: outer) }
    }

    /// This call and the calls that enclose this call, innermost first.
    var all: some Sequence<ActiveCalls> { sequence(first: self, next: \.outer) }

    /// The call, unless its request has left.
    private var presentCall: Call? {
        guard let membership, membership.isPresent else { return nil }
        return (client, membership)
    }

    /// The snapshot without the requests that have left, which would otherwise pile up in a long chain of operations.
    fileprivate var present: ActiveCalls? {
        let calls = all.map(\.presentCall)
        return calls.contains { $0 == nil } ? .make(calls.compactMap(\.self)) : self
    }

    package var innermost: Membership? { all.lazy.compactMap(\.presentCall).first?.membership }
}

extension ActiveCalls {
    private static var operation: ActiveCalls? { CurrentContext.value.details.operation }

    /// A Boolean value that indicates whether this task runs the asynchronous operation of a request.
    package static var hasOperation: Bool { operation != nil }

    /// Returns the client's innermost active request in the group; `group` is `nil` for ungrouped requests.
    ///
    /// The group of a batch or a chain stands for the group around it.
    package static func current(of client: ObjectIdentifier, in group: RequestGroup?) -> Membership?
    {
        capture()?.all.lazy.filter { $0.client == client }.compactMap(\.membership)
            .first { membership in
                // A hidden group is a part of the group of its step.
                let groups = sequence(first: group?.plainGroup) {
                    $0?.planStep.map(\.request.group.plainGroup)
                }
                // A request of a completed group joins the nearest open enclosing group.
                return groups.contains { membership.group === $0?.nearestOpen ?? .ungrouped }
                    && membership.isPresent
            }
    }

    static var innermost: Membership? {
        if let top = ActiveCallStack.entriesHere.first { return top.innermost }
        return operation?.innermost
    }

    /// Captures the active calls of this thread; the calls of `operation` enclose them.
    package static func capture(
        in operation: @autoclosure () -> ActiveCalls? = operation
    ) -> ActiveCalls? {
        var calls: [Call] = []
        for entry in ActiveCallStack.entriesHere {
            switch entry {
            case .request(let client, let membership):
                calls.append((client, membership.takeUnretainedValue()))
            case .snapshot(let restored): return .make(calls, in: restored?.takeUnretainedValue())
            }
        }
        return .make(calls, in: operation())
    }

    /// Runs the closure with the captured active calls instead of the caller's active calls and operation.
    ///
    /// If the closure itself binds a context without an operation, pass `nil` as the operation.
    package static func bind(
        _ snapshot: ActiveCalls?,
        in operation: @autoclosure () -> ActiveCalls? = operation,
        _ body: () -> Void
    ) {
        if snapshot == nil, ActiveCallStack.isEmptyHere(), operation() == nil { return body() }
        let stack = ActiveCallStack.here()
        stack.push(.snapshot(snapshot.map { .passUnretained($0) }))
        body()
        stack.pop(snapshot)
    }
}

extension Membership {
    /// Runs the closure, which calls the client, with this request as the active call.
    ///
    /// Inlined to save stack space, because every step of a long chain of synchronous callbacks calls this method.
    @inlinable
    @inline(__always)
    package final func withActiveCall<Handle, Failure: Error>(
        of client: ObjectIdentifier,
        _ start: () throws(Failure) -> Handle
    ) throws(Failure) -> Handle {
        let stack = pushActiveCall(of: client)
        defer { stack.pop(self) }
        return try start()
    }

    /// Makes this request the active call, until the returned stack is popped on the same thread.
    @usableFromInline
    package final func pushActiveCall(of client: ObjectIdentifier) -> ActiveCallStack {
        let stack = ActiveCallStack.here(group.stackPointer)
        stack.push(.request(client: client, .passUnretained(self)))
        return stack
    }

    /// Runs the asynchronous operation of the request, with this request as the active call.
    package final func withActiveOperation(
        of client: ObjectIdentifier,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async -> Void
    ) async {
        let calls = ActiveCalls((client, self), in: ActiveCalls.capture()?.present)
        await CurrentContext.value.changing { $0.operation = calls }.run(operation)
    }

    /// Enters a subrequest, which keeps the group open, but is not counted as a request of the group.
    ///
    /// If `keepsCancelHandlers` is `false`, this request gets the cancel handlers of the subrequest, and the
    /// handlers run only if this request has no cancel handler of its own. The label is for errors of the
    /// subrequest. The result is `nil` if every enclosing group has completed.
    package final func enterSubrequest(
        _ label: String,
        keepsCancelHandlers: Bool,
        _ metadata: RequestMetadata? = nil
    ) -> Membership? {
        guard let subrequest = group.hold(label, isHidden: true, metadata) else { return nil }
        subrequest.captureContext()
        // Outside any group, a callback that the client retains must not keep this request, and its permit, alive.
        guard group.isGrouping else { return subrequest }
        subrequest.group.shared.withLock { _ in
            let details = subrequest.member.ensureDetails()
            // If the group of this request has completed, the subrequest is in another group, whose lock does not
            // protect the state of this request.
            let keepsHandlers = keepsCancelHandlers || subrequest.group !== group
            (details.outerRequest, details.keepsCancelHandlers) = (self, keepsHandlers)
        }
        return subrequest
    }

    func captureContext() {
        guard let calls = ActiveCalls.capture() else { return }
        group.shared.withLock { _ in member.ensureDetails().activeCalls = calls }
        hasContext = true
    }
}
