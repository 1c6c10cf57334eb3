/// Opens a group around the body, and waits for the body, its requests and their callbacks.
///
/// ```swift
/// let user = try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
///     network.post("feed", success: show, failure: report)  // a wrapped client, called as before
///     return try await network.user()
/// }
/// ```
///
/// The body runs on the caller's actor. If the body throws, its outstanding requests are cancelled, and the error
/// of the body is thrown after these requests have finished. Cancelling the task that awaits the group cancels the
/// group. With the option ``RequestGroupOption/cancelsBody``, cancelling the group cancels the body, too. To get
/// both the value and the failures, use ``withRequestGroupOutcome(_:options:body:)-2fsen``.
///
/// - Parameters:
///   - name: The name of the group in errors, events and descriptions; by default the name of the calling
///     function. In top-level code the default is the name of the module, so pass a name there.
///   - options: The options of the group; see ``RequestGroupOption``.
///   - body: The closure that issues the requests; it receives the group.
/// - Returns: The value of the body.
/// - Throws: The error of the body, or ``RequestGroupError`` with every failure, or `CancellationError`. A
///   `RequestGroupError` means that requests failed, the deadline was missed, or the group cancelled the body for
///   one of these reasons. A `CancellationError` means that requests were cancelled, and no required request
///   failed for another reason.
@inlinable
public func withRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) async throws -> Value
) async throws -> Value {
    let group = RequestGroup(opening: name, options: options)
    var value: Value?
    try await group.perform { value = try await body(group) }
    guard let value else { preconditionFailure("The group has not run its body.") }
    return value
}

/// Opens a group around a body that takes no parameter.
///
/// Otherwise the same as ``withRequestGroup(_:options:body:)-(_,_,(RequestGroup)->Value)``.
@inlinable
public func withRequestGroup<Value>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () async throws -> Value
) async throws -> Value {
    var value: Value?
    try await RequestGroup(opening: name, options: options).perform { value = try await body() }
    guard let value else { preconditionFailure("The group has not run its body.") }
    return value
}

/// Opens a group around the body, and returns the result of the body and every failure of its requests.
///
/// ```swift
/// let outcome = await withRequestGroupOutcome("home page") { await load() }
/// for failure in outcome.failures { report(failure) }
/// ```
///
/// This function does not throw. Apart from that, its parameters and its behavior are the same as those of
/// ``withRequestGroup(_:options:body:)-(_,_,(RequestGroup)->Value)``.
public func withRequestGroupOutcome<Value, Failure: Error>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) async throws(Failure) -> Value
) async -> RequestGroupOutcome<Value, Failure> {
    await RequestGroup(opening: name, options: options).outcome(of: body)
}

/// Opens a group around a body that takes no parameter, and returns the outcome of the group.
public func withRequestGroupOutcome<Value, Failure: Error>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () async throws(Failure) -> Value
) async -> RequestGroupOutcome<Value, Failure> {
    await RequestGroup(opening: name, options: options).outcome { _ throws(Failure) in
        try await body()
    }
}

extension RequestGroup {
    /// Runs the body, waits until the group has completed, and throws the error of the body or of the group.
    ///
    /// Not generic, because generic code looks up metadata at run time.
    @usableFromInline
    func perform(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Void
    ) async throws {
        defer { releaseParent() }
        try await withTaskCancellationHandler {
            // Capturing the isolated parameter keeps each closure on the caller's actor.
            _ = isolation
            let context = CurrentContext.value.entering(self)
            var thrown: (any Error)?
            do {
                try await CurrentContext.$value.withValue(context) {
                    _ = isolation
                    if configuration.cancelsBody {
                        try await performCancellable(isolation: isolation, body)
                    } else {
                        try await body()
                    }
                }
            } catch {
                thrown = error
            }
            close(bodyThrew: thrown != nil)
            // Wait until the group has completed, even if the task is cancelled.
            if shared.withLock({ $0.phase != .notified }) {
                // Safe: a group calls such a closure exactly once, at once if it has completed.
                await withUnsafeContinuation { continuation in
                    whenCompleted { continuation.resume() }
                }
            }
            if let error = thrown.map(error(replacing:)) ?? thrownError { throw error }
        } onCancel: {
            cancelWithoutBlocking(.requested)
        }
    }

    fileprivate func outcome<Value, Failure: Error>(
        of body: (RequestGroup) async throws(Failure) -> Value
    ) async -> RequestGroupOutcome<Value, Failure> {
        var (result, thrown) = (Result<Value, Failure>?.none, (any Error)?.none)
        do {
            try await perform {
                do throws(Failure) {
                    result = .success(try await body(self))
                } catch {
                    result = .failure(error)
                    throw error
                }
            }
        } catch {
            thrown = error
        }
        guard let result else { preconditionFailure("The group has not run its body.") }
        return RequestGroupOutcome(body: result, failures: failures, error: thrown)
    }

    private func performCancellable(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Void
    ) async throws {
        let (task, hold) = (ChildTask(), hold(isHidden: true))
        defer { hold?.release() }
        hold?.add(.cancellingOperation { _ in task.cancel() })
        var thrown: (any Error)?
        await task.run(isolation: isolation) {
            do { try await body() } catch { thrown = error }
        }
        if let thrown { throw thrown }
    }
}

/// Runs the body outside any group, so that its requests join no group.
///
/// ```swift
/// withoutRequestGroup { analytics.ping() }  // must not hold up the page
/// ```
public func withoutRequestGroup<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try result(of: body) { CurrentContext.value.entering(.excluded).run($0) }
}

/// Runs the asynchronous body outside any group, on the caller's actor.
public func withoutRequestGroup<Result>(
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await CurrentContext.value.entering(.excluded).run { try await body() }
}

extension RequestGroup {
    /// Runs the closure with this group as the current group; a placeholder leaves the current group unchanged.
    @usableFromInline
    package func run(_ body: () -> Void) {
        // Binding the task-local allocates memory, so skip the binding if this group is the current group already.
        let context = CurrentContext.value
        if !isGrouping || context.group === self { return body() }
        context.entering(self).run(body)
    }

    /// Runs a callback that needs only the group: no issuer, no active calls and no propagated task-locals.
    ///
    /// If `mayBeCurrent` is `true`, the method looks up the current group, to avoid an unnecessary binding.
    package func runCallback(mayBeCurrent: Bool = true, _ callback: () -> Void) {
        if !isGrouping || !ActiveCallStack.isEmptyHere(stackPointer) {
            return ActiveCalls.bind(nil) { run(callback) }
        }
        if mayBeCurrent, case .plain(let group) = CurrentContext.value, group === self {
            return callback()
        }
        CurrentContext.$value.withValue(.plain(self)) { callback() }
    }
}
