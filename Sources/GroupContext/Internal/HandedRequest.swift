/// The request that is being handed to its client here and now, or whose asynchronous operation this is.
///
/// What the same client issues meanwhile is a part of that request: a method of a subclass that calls
/// another overridden method is one request, and does not wait for the slot that it holds itself.
///
/// A callback runs with what was being handed over where its request was issued. So the callbacks of a part
/// are in the request as well, and those of the request itself are not: they belong to its caller.
enum HandedRequest {
    /// The operations whose task this is, the innermost first.
    @TaskLocal fileprivate static var operation: HandedContext?

    /// Whether a request is being handed over on this thread.
    static var isBeingHanded: Bool { !HandedStack.isEmptyHere() }

    /// The request of the client that is in its hands here and now, if it is one of this group, or of
    /// none, and has not left.
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

    /// The request that is in the hands of its client here and now, whichever that is.
    static var innermost: Membership? {
        for entry in HandedStack.entriesHere {
            switch entry {
            case .request(_, let membership): return membership.takeUnretainedValue()
            case .context(let context): return context?.takeUnretainedValue().innermost
            }
        }
        return operation?.innermost
    }

    /// What is being handed over here and now, to be restored elsewhere.
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

    /// Runs the closure with what was being handed over where it was captured, and nothing else.
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

    /// Runs the asynchronous closure with what was being handed over where it was captured.
    static func bind<Result>(
        _ context: HandedContext?,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $operation.withValue(context) {
            // What captures an isolated parameter stays on its actor.
            _ = isolation
            return try await body()
        }
    }
}

/// What is being handed over somewhere, the innermost first, where it outlives the stack.
final class HandedContext: Sendable {
    private let client: ObjectIdentifier
    // Weak: only its callbacks keep a request in its group, or a lost one goes unnoticed.
    // Safe: set once, before anybody else has it.
    private nonisolated(unsafe) weak var membership: Membership?
    private let outer: HandedContext?

    fileprivate init(client: ObjectIdentifier, membership: Membership, outer: HandedContext?) {
        self.client = client
        self.membership = membership
        self.outer = outer
    }

    /// The same without those that have left: a chain of operations, each begun by the one before, would
    /// grow without end.
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

    /// The innermost that has not left.
    var innermost: Membership? {
        var next: HandedContext? = self
        while let context = next {
            if let membership = context.membership, membership.isPresent { return membership }
            next = context.outer
        }
        return nil
    }

    /// How many requests are being handed over.
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
    /// Hands the request to its client: what that issues through itself meanwhile is a part of it.
    ///
    /// Inlined: a chain of callbacks that are called at once goes through it at each step, and needs as
    /// little stack as can be.
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

    /// The request goes to its client, until the stack is popped on the same thread.
    @usableFromInline
    package final func beginHanding(to client: ObjectIdentifier) -> HandedStack {
        let stack = HandedStack.here()
        stack.push(.request(client: client, .passUnretained(self)))
        return stack
    }

    /// Runs the operation of the request: what the client issues through itself meanwhile is a part of it.
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

    /// The request of the client that is in its hands here and now, if it is one of this group, or of
    /// none, and has not left.
    package static func current(
        of client: ObjectIdentifier,
        in group: RequestGroup?
    ) -> Membership? {
        HandedRequest.current(of: client, in: group)
    }

    /// Enters what is a part of this request: it keeps the group open, and is not counted.
    ///
    /// - Parameters:
    ///   - isCancelledAlone: whether it has cancel actions of its own. Otherwise the request
    ///     cancels it, unless the request is cancelled in another way.
    ///   - issue: what is known of it from where it was issued.
    /// - Returns: the membership, or `nil` if no group waits for it.
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

    /// Notes what is being handed over where the request is issued.
    func noteContext() {
        guard let context = HandedRequest.capture() else { return }
        group.update { _, _ in member.addingDetails().context = context }
        member.hasContext = true
    }

    /// What was being handed over where the request was issued.
    var handedContext: HandedContext? {
        guard member.hasContext else { return nil }
        return group.shared.withLock { _ in member.details?.context }
    }

    /// Whether what its client issues in the group is a part of this request.
    fileprivate func takesParts(in group: RequestGroup?) -> Bool {
        // In a group the nearest that is open.
        let group = (group?.interceptions?.home ?? group)?.nearestOpen
        guard self.group === group ?? .ungrouped else { return false }
        return isPresent
    }

    /// Whether the group waits for it.
    fileprivate var isPresent: Bool { group.shared.withLock { _ in member.isPresent } }
}
