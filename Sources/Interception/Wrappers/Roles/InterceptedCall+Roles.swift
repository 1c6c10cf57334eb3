// Wraps single callbacks by their roles, and runs them.
extension InterceptedCall {
    /// Returns the callback, wrapped according to its role; outside any group usually returns the callback unchanged.
    ///
    /// ```swift
    /// intercept("GET \(path)") { call in
    ///     let job = base.makeJob(path)
    ///     job.completion = call.wrap(.completion(completion))
    ///     job.start()
    /// }
    /// ```
    ///
    /// - Parameter role: the callback, and its role in the request.
    /// - Returns: the callback for the client.
    @inlinable
    public func wrap<Role: CallbackRole>(_ role: Role) -> Role.Callback {
        if role.traits.contains(.reportsSuccess) { expectAnswer() }
        return wrap(role, [])
    }

    @usableFromInline
    func expectAnswer() { whenEntered { $0.expectAnswer() } }

    /// Returns the callback, wrapped according to its role in a request whose roles have these traits.
    @inlinable
    func wrap<Role: CallbackRole>(_ role: Role, _ traits: RoleTraits) -> Role.Callback {
        wrap(role.plainRole, traits)
    }

    // Not part of the method above, because code that is generic over the role would retain the role once more.
    @inlinable
    func wrap<Callback>(_ role: PlainRole<Callback>, _ traits: RoleTraits) -> Callback {
        wrapsCallbacks ? role.wrap(role.callback, self, traits) : role.callback
    }

    /// Runs a callback in the group of the request; some roles then end the request.
    @inlinable
    func run<Meaning: RoleMeaning, Return>(
        _ meaning: Meaning,
        _ values: Meaning.Values,
        _ callback: () -> Return
    ) -> Return {
        #if DEBUG
        if isOfMainActor { reportOffMainActor() }
        #endif
        var result: Return?
        meaning.run(self, values) { result = callback() }
        // `run` always calls its closure, so `result` is set and `callback` is not called again.
        return result ?? callback()
    }

    #if DEBUG
    /// Reports on the debug console if a callback of the main actor is called on another thread.
    @usableFromInline
    func reportOffMainActor() {
        guard !MainQueue.isCurrent, let membership else { return }
        membership.report(.offMainActor(label: membership.label))
    }
    #endif
}
