/// The active call: the request that its client is performing on this thread, or whose asynchronous
/// operation is running in this task.
///
/// A request that the same client issues meanwhile is a subrequest. So a method of a subclass that calls
/// another overridden method is one request, and does not wait for the permit that it holds itself.
///
/// A callback runs with the active calls at the point of issue. So the callbacks of a subrequest belong to
/// its request, and the callbacks of the request itself belong to its caller.
enum HandedRequest {
    /// The calls whose operations are running in this task, innermost first.
    private static var operation: HandedContext? { CurrentContext.value.details.operation }

    /// A Boolean value that indicates whether this thread has an active call or a restored snapshot.
    static var isBeingHanded: Bool { !HandedStack.isEmptyHere() }

    /// Returns the innermost active request of the client, if it is in this group (or in none, for `nil`)
    /// and has not left.
    static func current(of client: ObjectIdentifier, in group: RequestGroup?) -> Membership? {
        for entry in HandedStack.entriesHere {
            switch entry {
            case .request(client, let membership):
                let membership = membership.takeUnretainedValue()
                if membership.takesParts(in: group) { return membership }
            case .request: break
            case .context(let context):
                return context?.takeUnretainedValue().request(of: client, in: group)
            }
        }
        return operation?.request(of: client, in: group)
    }

    /// The innermost active request, whatever its client.
    static var innermost: Membership? {
        for entry in HandedStack.entriesHere {
            switch entry {
            case .request(_, let membership): return membership.takeUnretainedValue()
            case .context(let context): return context?.takeUnretainedValue().innermost
            }
        }
        return operation?.innermost
    }

    /// Captures the active calls, to be restored elsewhere.
    static func capture() -> HandedContext? {
        var handed: [(client: ObjectIdentifier, membership: Membership)] = []
        var context: HandedContext?
        search: do {
            for entry in HandedStack.entriesHere {
                switch entry {
                case .request(let client, let membership):
                    handed.append((client, membership.takeUnretainedValue()))
                case .context(let restored):
                    context = restored?.takeUnretainedValue()
                    break search
                }
            }
            context = operation
        }
        return handed.reversed().reduce(context) { outer, next in
            HandedContext(client: next.client, membership: next.membership, outer: outer)
        }
    }

    /// Runs the closure with the captured active calls instead of those of the caller.
    static func bind<Result, Failure: Error>(
        _ context: HandedContext?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if context == nil, !isBeingHanded, operation == nil { return try body() }
        let stack = HandedStack.here()
        stack.push(.context(context.map { .passUnretained($0) }))
        defer { stack.pop(context) }
        return try body()
    }

    /// Runs the asynchronous closure with the captured active calls.
    static func bind<Result>(
        _ context: HandedContext?,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await CurrentContext.value.changing { $0.operation = context }.run {
            // Capturing the isolated parameter keeps this closure on its actor.
            _ = isolation
            return try await body()
        }
    }
}

/// A snapshot of active calls, innermost first, which outlives the stack.
final class HandedContext: Sendable {
    private let client: ObjectIdentifier
    // Weak: only its callbacks may keep a request in its group, or a lost callback goes unnoticed.
    // Safe: set once, before the object is shared.
    private nonisolated(unsafe) weak var membership: Membership?
    private let outer: HandedContext?

    fileprivate init(client: ObjectIdentifier, membership: Membership, outer: HandedContext?) {
        self.client = client
        self.membership = membership
        self.outer = outer
    }

    /// The snapshot without requests that have left, so that a long chain of operations does not let it grow.
    fileprivate var present: HandedContext? {
        var (all, count) = ([(client: ObjectIdentifier, membership: Membership)](), 0)
        var next: HandedContext? = self
        while let context = next {
            count += 1
            if let membership = context.membership, membership.isPresent {
                all.append((context.client, membership))
            }
            next = context.outer
        }
        if all.count == count { return self }
        return all.reversed().reduce(nil) { outer, next in
            HandedContext(client: next.client, membership: next.membership, outer: outer)
        }
    }

    var innermost: Membership? {
        var next: HandedContext? = self
        while let context = next {
            if let membership = context.membership, membership.isPresent { return membership }
            next = context.outer
        }
        return nil
    }

    var count: Int { 1 + (outer?.count ?? 0) }

    fileprivate func request(of client: ObjectIdentifier, in group: RequestGroup?) -> Membership? {
        var next: HandedContext? = self
        while let context = next {
            if context.client == client, let membership = context.membership,
                membership.takesParts(in: group)
            {
                return membership
            }
            next = context.outer
        }
        return nil
    }
}

extension Membership {
    /// Runs the closure, which calls the client, with this request as the active call.
    ///
    /// Inlined, because each step of a long chain of synchronous callbacks passes through it and needs
    /// stack space.
    @inlinable
    @inline(__always)
    package final func hand<Handle, Failure: Error>(
        to client: ObjectIdentifier,
        _ start: () throws(Failure) -> Handle
    ) throws(Failure) -> Handle {
        let stack = beginHanding(to: client)
        defer { stack.pop(self) }
        return try start()
    }

    /// Makes this request the active call, until the returned stack is popped on the same thread.
    @usableFromInline
    package final func beginHanding(to client: ObjectIdentifier) -> HandedStack {
        let stack = HandedStack.here()
        stack.push(.request(client: client, .passUnretained(self)))
        return stack
    }

    /// Runs the asynchronous operation of the request, with this request as the active call.
    package final func handOperation<Value>(
        to client: ObjectIdentifier,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async rethrows -> Value {
        group.update { state, _ in state.operations += 1 }
        defer { group.update { state, _ in state.operations -= 1 } }
        let outer = HandedRequest.capture()?.present
        let handed = HandedContext(client: client, membership: self, outer: outer)
        return try await HandedRequest.bind(handed, operation)
    }

    /// Returns the innermost active request of the client, if it is in this group (or in none, for `nil`)
    /// and has not left.
    package static func current(
        of client: ObjectIdentifier,
        in group: RequestGroup?
    ) -> Membership? {
        HandedRequest.current(of: client, in: group)
    }

    /// Enters a subrequest: it keeps the group open, and is not counted.
    ///
    /// - Parameters:
    ///   - isCancelledAlone: Whether the subrequest runs its cancel handlers itself. Otherwise they run with
    ///     the cancelling of this request, unless this request has a cancel handler of its own.
    ///   - issue: The metadata of the subrequest.
    /// - Returns: The membership; `nil` if no group waits for it.
    package final func enterPart(
        isCancelledAlone: Bool,
        _ issue: RequestIssue? = nil
    ) -> Membership? {
        guard group.isGrouping || issue?.carried != nil, let part = group.keepOpen(issue) else {
            return nil
        }
        part.noteContext()
        part.group.update { _, _ in
            let details = part.member.addingDetails()
            (details.whole, details.isCancelledAlone) = (self, isCancelledAlone)
        }
        return part
    }

    func noteContext() {
        guard let context = HandedRequest.capture() else { return }
        group.update { _, _ in member.addingDetails().context = context }
        member.hasContext = true
    }

    var handedContext: HandedContext? {
        guard member.hasContext else { return nil }
        return group.shared.withLock { _ in member.details?.context }
    }

    /// Returns whether a request that the client issues in the group becomes a subrequest of this one.
    fileprivate func takesParts(in group: RequestGroup?) -> Bool {
        // A request that is issued in a completed group joins the nearest enclosing group that is open.
        let group = (group?.interceptions?.home ?? group)?.nearestOpen
        guard self.group === group ?? .ungrouped else { return false }
        return isPresent
    }

    /// A Boolean value that indicates whether the request is still in its group.
    fileprivate var isPresent: Bool { group.shared.withLock { _ in member.isPresent } }
}
