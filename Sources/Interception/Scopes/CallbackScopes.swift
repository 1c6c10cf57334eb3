// Scopes: groups without `async`, with a completion or blocking.

public import Dispatch
public import GroupContext

/// Opens a group around a synchronous body, and calls the completion when every request has finished.
///
/// It returns as soon as the body has returned.
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
/// The completion is called once on the main actor, always asynchronously, even for an empty group. It runs in the
/// group *around* this one, which waits for it. The group stays alive without a reference.
///
/// - Parameters:
///   - name: the name of the group in errors, events and descriptions. The default is the name of the calling
///     function; at top level that is the name of the module, so set a name there.
///   - options: the behavior of the group; see `RequestGroupOption`.
///   - body: issues the requests, at once and on the calling thread. An error that it throws cancels the outstanding
///     requests.
///   - completion: receives the value of the body, its error, or a `RequestGroupError` with every failure.
/// - Returns: the group, to observe or cancel it.
@discardableResult
public func withRequestGroup<Value: Sendable>(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void
) -> RequestGroup {
    let group = RequestGroup(opening: name, options: options)
    group.perform(body, on: .main) { result in
        MainActor.assumeIsolated { completion(result) }
    }
    return group
}

/// Opens a group around a synchronous body, and calls the completion on a queue of your choice.
@discardableResult
public func withRequestGroup<Value: Sendable>(
    _ name: String = #function,
    options: RequestGroupOption...,
    queue: DispatchQueue,
    body: () throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
) -> RequestGroup {
    let group = RequestGroup(opening: name, options: options)
    group.perform(body, on: queue, completion)
    return group
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
/// - Parameters:
///   - name: the name of the group in errors, events and descriptions. The default is the name of the calling
///     function; at top level that is the name of the module, so set a name there.
///   - options: the behavior of the group; see `RequestGroupOption`.
///   - body: issues the requests, at once and on the calling thread.
///   - success: called on the main actor if no request failed.
///   - failure: called on the main actor otherwise, with every failure in the order in which the requests were
///     issued.
/// - Returns: the group, to observe or cancel it.
@discardableResult
public func withRequestGroup(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: () -> Void,
    success: @escaping @MainActor () -> Void,
    failure: @escaping @MainActor ([RequestFailure]) -> Void
) -> RequestGroup {
    let group = RequestGroup(opening: name, options: options)
    group.perform(body, on: .main) { result in
        MainActor.assumeIsolated {
            if result.reportedFailure == nil { success() } else { failure(group.failures) }
        }
    }
    return group
}

/// Opens a group around a synchronous body, and calls `success` or `failure` on a queue of your choice.
@discardableResult
public func withRequestGroup(
    _ name: String = #function,
    options: RequestGroupOption...,
    queue: DispatchQueue,
    body: () -> Void,
    success: @escaping @Sendable () -> Void,
    failure: @escaping @Sendable ([RequestFailure]) -> Void
) -> RequestGroup {
    let group = RequestGroup(opening: name, options: options)
    group.perform(body, on: queue) { result in
        if result.reportedFailure == nil { success() } else { failure(group.failures) }
    }
    return group
}

extension RequestGroup {
    fileprivate func perform<Value: Sendable>(
        _ body: () throws -> Value,
        on queue: DispatchQueue,
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        // If a request's callback opens the group, the completion gets that request's propagated task-locals.
        let context = IssuingContext(for: parent, carrying: CarriedTaskLocals.capturedHere)
        // Keep the generic code short: each step would look up the metadata of `Value` at run time.
        var value = Result<Value, any Error>.failure(CancellationError())
        run {
            do { value = .success(try body()) } catch { value = .failure(error) }
        }
        close(bodyThrew: value.reportedFailure != nil)
        let complete: @Sendable ((any Error)?) -> Void = { [value] error in
            completion(Self.outcome(of: value, orElse: error))
        }
        whenCompleted(on: queue, context, complete)
    }

    /// Calls the completion with the error of the group, in the parent group.
    private func whenCompleted(
        on queue: DispatchQueue,
        _ context: IssuingContext,
        _ complete: @escaping @Sendable ((any Error)?) -> Void
    ) {
        #if DEBUG
        let mainThreadTimer = queue === DispatchQueue.main ? watchMainThread() : nil
        #endif
        whenCompleted { [self] in
            let endWatch = watchCompletion()
            queue.async { [self] in
                endWatch?()
                #if DEBUG
                mainThreadTimer?.cancel()
                #endif
                let error = thrownError
                if let parent {
                    context.runCallback(in: parent) { complete(error) }
                } else {
                    context.carry { complete(error) }
                }
                releaseParent()
            }
        }
    }

    /// Returns the error of the body, else the error of the group, else the value.
    static func outcome<Value>(
        of value: Result<Value, any Error>,
        orElse error: (any Error)?
    ) -> Result<Value, any Error> {
        guard case .success = value, let error else { return value }
        return .failure(error)
    }
}
