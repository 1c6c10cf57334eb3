// Wrapping by roles: the request of a wrapper method enters the group of its call site.

public import GroupContext

extension RequestIntercepting {
    /// Passes one request on to the client, with its callback wrapped by its role.
    ///
    /// In a group the request enters before the client is called, and leaves after its last callback has
    /// returned. Outside any group the client gets the caller's own callback.
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
    ///   - label: what the request is called in errors, progress and events; built only in a
    ///     group. Put nothing secret into it.
    ///   - role1: the caller's callback, and what it means to the request. It also reports that the
    ///     request was rejected.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is while it waits for a permit; by default the priority of its
    ///     group, or of the current task.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client with the callback; later, if the request has to wait for a permit, and
    ///     never if its group was cancelled before.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (R1.Callback) -> Void
    ) {
        guard let group = groupToEnter(label) else {
            return start(role1().parts.callback)
        }
        interceptionSettings.issue(
            group,
            built(label),
            (interceptedClient, isOptional, priority, isolation),
            role1().parts,
            start
        )
    }

    /// Passes one request on to the client, with each of its two callbacks wrapped by its role.
    ///
    /// The closure gets the callbacks in the order of the roles.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole, R2: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        _ role2: @autoclosure () -> R2,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start: @escaping (R1.Callback, R2.Callback) -> Void
    ) {
        guard let group = groupToEnter(label) else {
            return start(role1().parts.callback, role2().parts.callback)
        }
        interceptionSettings.issue(
            group,
            built(label),
            (interceptedClient, isOptional, priority, isolation),
            role1().parts,
            role2().parts,
            start
        )
    }

    /// Passes one request on to the client, with each of its three callbacks wrapped by its role.
    ///
    /// The closure gets the callbacks in the order of the roles.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        _ role2: @autoclosure () -> R2,
        _ role3: @autoclosure () -> R3,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start:
            @escaping (R1.Callback, R2.Callback, R3.Callback) -> Void
    ) {
        guard let group = groupToEnter(label) else {
            return start(
                role1().parts.callback,
                role2().parts.callback,
                role3().parts.callback
            )
        }
        interceptionSettings.issue(
            group,
            built(label),
            (interceptedClient, isOptional, priority, isolation),
            role1().parts,
            role2().parts,
            role3().parts,
            start
        )
    }

    /// Passes one request on to the client, with each of its four callbacks wrapped by its role.
    ///
    /// The closure gets the callbacks in the order of the roles.
    @inlinable @inline(__always)
    public func intercept<R1: CallbackRole, R2: CallbackRole, R3: CallbackRole, R4: CallbackRole>(
        _ label: @autoclosure () -> String,
        _ role1: @autoclosure () -> R1,
        _ role2: @autoclosure () -> R2,
        _ role3: @autoclosure () -> R3,
        _ role4: @autoclosure () -> R4,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        isolation: (any Actor)? = #isolation,
        _ start:
            @escaping (
                R1.Callback, R2.Callback, R3.Callback,
                R4.Callback
            ) -> Void
    ) {
        guard let group = groupToEnter(label) else {
            return start(
                role1().parts.callback,
                role2().parts.callback,
                role3().parts.callback,
                role4().parts.callback
            )
        }
        interceptionSettings.issue(
            group,
            built(label),
            (interceptedClient, isOptional, priority, isolation),
            role1().parts,
            role2().parts,
            role3().parts,
            role4().parts,
            start
        )
    }
}

// MARK: - Waiting and rejected requests

/// The client of a request, whether the request is optional, its priority, and the actor that issued it.
@usableFromInline
typealias IssueOptions = (
    client: ObjectIdentifier, isOptional: Bool, priority: RequestPriority?, isolation: (any Actor)?
)

// Not inlined: all wrapper methods with callbacks of the same types share these functions. `start` is optional, as the
// compiler would make a copy of the function for each closure otherwise.
extension InterceptionSettings {
    @inlinable @inline(never)
    func issue<C1>(
        _ group: RequestGroup,
        _ label: String,
        _ options: IssueOptions,
        _ role1: RoleParts<C1>,
        _ start: ((C1) -> Void)?
    ) {
        guard let start else { return }
        guard let (call, stack) = group.enterCall(label, options) else {
            let rejections = { [role1.rejection] }
            return issue(label, options, rejections: rejections) { call in
                start(call.wrap(role1))
            }
        }
        start(role1.wrapped(by: call))
        stack.pop(call)
    }

    @inlinable @inline(never)
    func issue<C1, C2>(
        _ group: RequestGroup,
        _ label: String,
        _ options: IssueOptions,
        _ role1: RoleParts<C1>,
        _ role2: RoleParts<C2>,
        _ start: ((C1, C2) -> Void)?
    ) {
        guard let start else { return }
        guard let (call, stack) = group.enterCall(label, options) else {
            let rejections = { [role1.rejection, role2.rejection] }
            return issue(label, options, rejections: rejections) { call in
                start(call.wrap(role1), call.wrap(role2))
            }
        }
        start(role1.wrapped(by: call), role2.wrapped(by: call))
        stack.pop(call)
    }

    @inlinable @inline(never)
    func issue<C1, C2, C3>(
        _ group: RequestGroup,
        _ label: String,
        _ options: IssueOptions,
        _ role1: RoleParts<C1>,
        _ role2: RoleParts<C2>,
        _ role3: RoleParts<C3>,
        _ start: ((C1, C2, C3) -> Void)?
    ) {
        guard let start else { return }
        guard let (call, stack) = group.enterCall(label, options) else {
            let rejections = { [role1.rejection, role2.rejection, role3.rejection] }
            return issue(label, options, rejections: rejections) { call in
                start(call.wrap(role1), call.wrap(role2), call.wrap(role3))
            }
        }
        start(role1.wrapped(by: call), role2.wrapped(by: call), role3.wrapped(by: call))
        stack.pop(call)
    }

    @inlinable @inline(never)
    func issue<C1, C2, C3, C4>(
        _ group: RequestGroup,
        _ label: String,
        _ options: IssueOptions,
        _ role1: RoleParts<C1>,
        _ role2: RoleParts<C2>,
        _ role3: RoleParts<C3>,
        _ role4: RoleParts<C4>,
        _ start: ((C1, C2, C3, C4) -> Void)?
    ) {
        guard let start else { return }
        guard let (call, stack) = group.enterCall(label, options) else {
            let rejections = {
                [role1.rejection, role2.rejection, role3.rejection, role4.rejection]
            }
            return issue(label, options, rejections: rejections) { call in
                start(call.wrap(role1), call.wrap(role2), call.wrap(role3), call.wrap(role4))
            }
        }
        start(
            role1.wrapped(by: call),
            role2.wrapped(by: call),
            role3.wrapped(by: call),
            role4.wrapped(by: call)
        )
        stack.pop(call)
    }
}
