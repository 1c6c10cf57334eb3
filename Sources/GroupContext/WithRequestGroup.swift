/// Opens a group around the body, and returns when the body has returned and every request that
/// was issued in it has finished, callbacks included.
///
/// ```swift
/// let user = try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
///     network.post("feed", success: show, failure: report)  // a wrapped client, called as ever
///     return try await network.user()
/// }
/// ```
///
/// The body runs on the caller's actor. If it throws, what is outstanding is cancelled and waited
/// for, and its error is thrown. Cancelling the task that awaits the group cancels the group. With the option
/// ``RequestGroupOption/cancelsBody`` the group cancels the body, too. Where both the value and the failures
/// are wanted, use ``withRequestGroupOutcome(_:options:body:)-2fsen``.
///
/// - Parameters:
///   - name: what the group is called in errors, events and its description. By default the name of the calling function;
///     in top-level code that is the name of the module, so give a name there.
///   - options: how the group behaves; see ``RequestGroupOption``.
///   - body: issues the requests. It is handed the group.
/// - Returns: the value of the body.
/// - Throws: the error of the body, unless that only says that the group has cancelled the body at its
///   deadline or after a failure; ``RequestGroupError`` with every failure if requests failed or the deadline was missed;
///   `CancellationError` if requests were only cancelled, by the group, by the awaiting task or by their
///   user.
public func withRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) async throws -> Value
) async throws -> Value {
    try await open(RequestGroup(opening: name, options: options), body: body).get()
}

/// Opens a group around a body that does not need the group itself; otherwise the same as
/// ``withRequestGroup(_:options:body:)-(_,_,(RequestGroup)->Value)``.
public func withRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () async throws -> Value
) async throws -> Value {
    try await open(RequestGroup(opening: name, options: options)) { _ in try await body() }.get()
}

/// Opens a group around the body, and returns both what came of the body and every failure of its
/// requests; it throws nothing itself.
///
/// ```swift
/// let outcome = await withRequestGroupOutcome("home page") { await load() }
/// for failure in outcome.failures { report(failure) }
/// ```
///
/// Otherwise the same as ``withRequestGroup(_:options:body:)-(_,_,(RequestGroup)->Value)``.
///
/// - Parameters:
///   - name: what the group is called in errors, events and its description. By default the name of the calling function;
///     in top-level code that is the name of the module, so give a name there.
///   - options: how the group behaves; see ``RequestGroupOption``.
///   - body: issues the requests. It is handed the group.
/// - Returns: how the group ended.
public func withRequestGroupOutcome<Value, Failure: Error>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) async throws(Failure) -> Value
) async -> RequestGroupOutcome<Value, Failure> {
    await open(RequestGroup(opening: name, options: options), body: body)
}

/// Opens a group around a body that does not need the group itself, and returns how it ended.
public func withRequestGroupOutcome<Value, Failure: Error>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () async throws(Failure) -> Value
) async -> RequestGroupOutcome<Value, Failure> {
    await open(RequestGroup(opening: name, options: options)) { _ throws(Failure) in
        try await body()
    }
}

private func open<Value, Failure: Error>(
    _ group: RequestGroup,
    isolation: isolated (any Actor)? = #isolation,
    body: (RequestGroup) async throws(Failure) -> Value
) async -> RequestGroupOutcome<Value, Failure> {
    defer { group.releaseParent() }
    return await withTaskCancellationHandler {
        // What captures an isolated parameter stays on its actor.
        _ = isolation
        let result: Result<Value, Failure> = await bind(group, isolation: isolation) {
            _ = isolation
            if group.configuration.cancelsBody {
                return await group.runCancellable(isolation: isolation, body)
            }
            do throws(Failure) {
                return .success(try await body(group))
            } catch {
                return .failure(error)
            }
        }
        if case .failure = result {
            group.close(bodyThrew: true)
        } else {
            group.close(bodyThrew: false)
        }
        await group.completion()
        return RequestGroupOutcome(of: group, body: result)
    } onCancel: {
        group.cancelWithoutBlocking(.requested)
    }
}

extension RequestGroup {
    /// Runs the body in a child task that is cancelled with the group.
    fileprivate func runCancellable<Value, Failure: Error>(
        isolation: isolated (any Actor)?,
        _ body: (RequestGroup) async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        let (task, keep) = (ChildTask(), keepOpen())
        defer { keep?.release() }
        keep?.add(.cancellingOperation) { _ in task.cancel() }
        if isCancelled { task.cancel() }
        return await task.run(isolation: isolation) { () throws(Failure) in try await body(self) }
    }
}

/// Runs the body outside any group: requests issued in it are nobody's members.
///
/// ```swift
/// withoutRequestGroup { analytics.ping() }  // must not hold up the page
/// ```
public func withoutRequestGroup<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try bind(.excluded, body)
}

/// Runs the asynchronous body outside any group, on the caller's actor.
public func withoutRequestGroup<Result>(
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await bind(.excluded) { try await body() }
}

extension RequestGroup {
    /// Runs the closure with this group as the current one.
    package func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Binding allocates; in a callback that runs before its client's method has returned, the
        // group is the current one already.
        if !isGrouping || CurrentGroup.value === self { return try body() }
        return try bind(self, body)
    }

    /// Runs a callback with this group as the current one.
    ///
    /// The same as `run`, for the hot path: not generic, so nothing is instantiated at run time.
    package func runCallback(mayBeCurrent: Bool = true, _ callback: () -> Void) {
        if !isGrouping || mayBeCurrent && CurrentGroup.value === self { return callback() }
        CurrentGroup.$value.withValue(self) { callback() }
    }

    /// Returns when the group has completed, which no cancellation hastens.
    fileprivate func completion() async {
        await withCheckedContinuation { continuation in
            whenCompleted { continuation.resume() }
        }
    }
}

/// The one place that binds the task-local for synchronous code.
func bind<Result, Failure: Error>(
    _ group: RequestGroup,
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    // The function to bind with rethrows `any Error`; a `Result` carries the type across.
    try CurrentGroup.$value.withValue(group) {
        Swift.Result { () throws(Failure) in try body() }
    }
    .get()
}

/// The one place that binds the task-local for asynchronous code.
///
/// The library function that binds takes a closure that leaves the caller's actor, unless it
/// captures an isolated parameter; a function value would leave it, too.
func bind<Result>(
    _ group: RequestGroup,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await CurrentGroup.$value.withValue(group) {
        _ = isolation
        return try await body()
    }
}
