public import Dispatch
public import GroupContext

/// Opens a group around a synchronous body, and calls the completion when every request has finished.
///
/// The function returns as soon as the body has returned.
///
/// ```swift
/// withRequestGroup("home page") {
///     network.post("feed", success: show, failure: report)
///     network.post("profile", success: show, failure: report)
/// } completion: { result in
///     if case .failure(let error) = result { report(error) }
/// }
/// ```
///
/// The completion is called once on the main actor, always asynchronously, even for an empty group. The completion runs
/// in the enclosing group, which waits for the completion. The new group stays alive without a reference from the
/// caller.
///
/// - Parameters:
///   - name: the name of the group; pass a name in top-level code, where `#function` is the name of the module.
///   - options: the behavior of the group; see `RequestGroupOption`.
///   - body: the closure that issues the requests, at once and on the calling thread. An error that the closure
///     throws cancels the outstanding requests.
///   - completion: the closure that receives the value of the body, the error of the body, a
///     `RequestGroupError` with every failure, or a `CancellationError`.
/// - Returns: the group, to observe or cancel it.
@discardableResult
@inlinable
public func withRequestGroup<Value: Sendable>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void
) -> RequestGroup {
    RequestGroup(opening: name, options: options).perform(body, on: .main) { result in
        MainActor.assumeIsolated { completion(result) }
    }
}

/// Opens a group around a synchronous body, and calls the completion on a queue of your choice.
@discardableResult
@inlinable
public func withRequestGroup<Value: Sendable>(
    _ name: String = #function,
    options: RequestGroupOption...,
    queue: DispatchQueue,
    body: () throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
) -> RequestGroup {
    RequestGroup(opening: name, options: options).perform(body, on: queue, completion)
}

/// Opens a group around a synchronous body, with separate callbacks for success and failure.
///
/// ```swift
/// withRequestGroup("home page") {
///     network.post("feed", success: show, failure: report)
/// } success: {
///     show(page)
/// } failure: { failures in
///     for failure in failures { report(failure) }
/// }
/// ```
///
/// The callbacks are called on the main actor: `success` if the group succeeded, and otherwise `failure`, with every
/// failure in the order in which the requests were issued. The array is empty if no request failed, for example if a
/// group misses the quorum of `.quorum` because it issued too few requests. The other parameters and the result are
/// those of the form with one completion.
@discardableResult
@inlinable
public func withRequestGroup(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () -> Void,
    success: @escaping @MainActor () -> Void,
    failure: @escaping @MainActor ([RequestFailure]) -> Void
) -> RequestGroup {
    let group = RequestGroup(opening: name, options: options)
    return group.perform(body, on: .main) { result in
        MainActor.assumeIsolated {
            if result.reportedFailure == nil { success() } else { failure(group.failures) }
        }
    }
}

/// Opens a group around a synchronous body, and calls `success` or `failure` on a queue of your choice.
@discardableResult
@inlinable
public func withRequestGroup(
    _ name: String = #function,
    options: RequestGroupOption...,
    queue: DispatchQueue,
    body: () -> Void,
    success: @escaping @Sendable () -> Void,
    failure: @escaping @Sendable ([RequestFailure]) -> Void
) -> RequestGroup {
    let group = RequestGroup(opening: name, options: options)
    return group.perform(body, on: queue) { result in
        if result.reportedFailure == nil { success() } else { failure(group.failures) }
    }
}

extension RequestGroup {
    /// Runs the body, and calls the completion on the queue when the group has completed; returns the group.
    @inlinable
    func perform<Value: Sendable>(
        _ body: () throws -> Value,
        on queue: DispatchQueue,
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> RequestGroup {
        var result: Result<Value, any Error>?
        run { result = Result(catching: body) }
        guard let result else { preconditionFailure("The group has not run its body.") }
        finish(bodyThrew: result.reportedFailure != nil, on: queue) { error in
            completion(result.flatMap { value in error.map(Result.failure) ?? .success(value) })
        }
        return self
    }

    /// Calls the closure in the parent group when the group has completed, with the error of the group.
    @usableFromInline
    func finish(
        bodyThrew: Bool,
        on queue: DispatchQueue,
        _ complete: @escaping @Sendable ((any Error)?) -> Void
    ) {
        // If a request's callback opens the group, the completion runs with the propagated task-locals of that request.
        let context = ContextSnapshot(in: outer ?? .ungrouped)
        let isExcluded = RequestGroup.currentOrPlaceholder.isExcluded
        close(bodyThrew: bodyThrew)
        #if DEBUG
        let mainThreadTimer = MainQueue.isEqual(to: queue) ? watchMainThread() : nil
        #endif
        // Created outside the handler below, so that the queue gets this closure without a copy of its captures.
        let call = { @Sendable [self] in
            #if DEBUG
            mainThreadTimer?.cancel()
            #endif
            let error = thrownError
            func runCompletion() { context.run { complete(error) } }
            if isExcluded { withoutRequestGroup(runCompletion) } else { runCompletion() }
            releaseParent()
        }
        whenCompleted { [self] in
            guard let endWatch = watchCompletion() else { return queue.async(execute: call) }
            queue.async {
                endWatch()
                call()
            }
        }
    }
}
