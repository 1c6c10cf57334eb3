// The callbacks of an intercepted call, by their roles.

extension InterceptedCall {
    /// Wraps a callback by its role, for the client.
    ///
    /// Outside any group the callback comes back as it is.
    ///
    /// ```swift
    /// intercept("GET \(path)") { call in
    ///     let job = base.makeJob(path)
    ///     job.completion = call.wrap(.completion(completion))
    ///     job.start()
    /// }
    /// ```
    ///
    /// - Parameter role: the callback, and what it means to the request.
    /// - Returns: the callback for the client.
    @inlinable
    public func wrap<Role: CallbackRole>(_ role: Role) -> Role.Callback {
        wrap(role.parts)
    }

    @inlinable
    func wrap<Callback>(_ parts: RoleParts<Callback>) -> Callback {
        isGrouped ? parts.wrapped(by: self) : parts.callback
    }

    /// Runs a callback in the group of the request, and ends the request if its role does.
    @inlinable
    func run<Meaning: RoleMeaning, Return>(
        _ meaning: Meaning,
        _ values: Meaning.Values,
        _ callback: () -> Return
    ) -> Return {
        var result: Return?
        meaning.run(self, values) { result = callback() }
        // `result` is set: the callback has run.
        return result ?? callback()
    }
}
