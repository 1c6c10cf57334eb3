public import GroupContext

// `intercept` for one to four callbacks with roles.
extension RequestIntercepting {
    /// Passes one request to the client, and wraps the callback according to its role.
    ///
    /// In a group the request enters before the client is called, and leaves after its last callback has returned.
    /// Outside any group, a client without a limiter and propagated task-locals gets the caller's own callback.
    ///
    /// ```swift
    /// func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {
    ///     intercept("GET \(path)", .completion(completion)) { completion in
    ///         base.get(path, completion: completion)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: the label of the request in errors, progress and events; evaluated only if needed. The label
    ///     must not contain secrets.
    ///   - role1: the caller's callback, and its role in the request; most roles also report a rejection.
    ///   - isOptional: a Boolean value that indicates whether the group tolerates a failure of the request.
    ///   - priority: the priority of the request while it waits for a permit; by default, the priority of its
    ///     group or of the current task.
    ///   - isolation: the actor on which the request is issued.
    ///   - start: the closure that calls the client with the callback. The closure runs later if the request has
    ///     to wait for a permit, and never if the group is cancelled before.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (R1.Callback) -> Void
    ) {
        issue(groupToEnter(label), (isOptional, priority, isolation), role1, start)
    }

    /// Passes one request with two callbacks to the client, and wraps each callback according to its role.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole, R2: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        _ role2: R2,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (R1.Callback, R2.Callback) -> Void
    ) {
        issue(groupToEnter(label), (isOptional, priority, isolation), role1, role2, start)
    }

    /// Passes one request with three callbacks to the client, and wraps each callback according to its role.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        _ role2: R2,
        _ role3: R3,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (R1.Callback, R2.Callback, R3.Callback) -> Void
    ) {
        issue(groupToEnter(label), (isOptional, priority, isolation), role1, role2, role3, start)
    }

    /// Passes one request with four callbacks to the client, and wraps each callback according to its role.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole, R4: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: R1,
        _ role2: R2,
        _ role3: R3,
        _ role4: R4,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (R1.Callback, R2.Callback, R3.Callback, R4.Callback) -> Void
    ) {
        let options = (isOptional, priority, isolation)
        issue(groupToEnter(label), options, role1, role2, role3, role4, start)
    }
}

// Not inlined, so that all wrapper methods whose roles have the same types share these functions. `start` is
// optional, because the compiler would otherwise generate a specialized copy of the function for each closure.
extension RequestIntercepting {
    @inlinable @inline(never)
    func issue<R1: CallbackRole>(
        _ group: GroupToEnter?,
        _ options: IssueOptions,
        _ role1: R1,
        _ start: ((R1.Callback) -> Void)?
    ) {
        guard let start else { return }
        func callClient(_ call: InterceptedCall) { start(call.wrap(role1, [])) }
        func perform(_ step: IssueStep) {
            if case .start(let call) = step { return callClient(call) }
            role1.report(step)
        }
        issue(in: group, options, isOnMain: role1.traits.contains(.onMain), callClient, perform)
    }

    @inlinable @inline(never)
    func issue<R1: CallbackRole, R2: CallbackRole>(
        _ group: GroupToEnter?,
        _ options: IssueOptions,
        _ role1: R1,
        _ role2: R2,
        _ start: ((R1.Callback, R2.Callback) -> Void)?
    ) {
        guard let start else { return }
        let traits = role1.traits.union(role2.traits)
        func callClient(_ call: InterceptedCall) {
            start(call.wrap(role1, traits), call.wrap(role2, traits))
        }
        func perform(_ step: IssueStep) {
            if case .start(let call) = step { return callClient(call) }
            role1.report(step)
            role2.report(step)
        }
        issue(in: group, options, isOnMain: traits.contains(.onMain), callClient, perform)
    }

    @inlinable @inline(never)
    func issue<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole>(
        _ group: GroupToEnter?,
        _ options: IssueOptions,
        _ role1: R1,
        _ role2: R2,
        _ role3: R3,
        _ start: ((R1.Callback, R2.Callback, R3.Callback) -> Void)?
    ) {
        guard let start else { return }
        let traits = role1.traits.union(role2.traits).union(role3.traits)
        func callClient(_ call: InterceptedCall) {
            start(call.wrap(role1, traits), call.wrap(role2, traits), call.wrap(role3, traits))
        }
        func perform(_ step: IssueStep) {
            if case .start(let call) = step { return callClient(call) }
            role1.report(step)
            role2.report(step)
            role3.report(step)
        }
        issue(in: group, options, isOnMain: traits.contains(.onMain), callClient, perform)
    }

    @inlinable @inline(never)
    func issue<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole, R4: CallbackRole>(
        _ group: GroupToEnter?,
        _ options: IssueOptions,
        _ role1: R1,
        _ role2: R2,
        _ role3: R3,
        _ role4: R4,
        _ start: ((R1.Callback, R2.Callback, R3.Callback, R4.Callback) -> Void)?
    ) {
        guard let start else { return }
        let traits = role1.traits.union(role2.traits).union(role3.traits).union(role4.traits)
        func callClient(_ call: InterceptedCall) {
            start(
                call.wrap(role1, traits),
                call.wrap(role2, traits),
                call.wrap(role3, traits),
                call.wrap(role4, traits)
            )
        }
        func perform(_ step: IssueStep) {
            if case .start(let call) = step { return callClient(call) }
            role1.report(step)
            role2.report(step)
            role3.report(step)
            role4.report(step)
        }
        issue(in: group, options, isOnMain: traits.contains(.onMain), callClient, perform)
    }
}
