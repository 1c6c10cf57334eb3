// Scopes: the ways to open a group without `async`: with a completion, or blocking.

public import Dispatch
public import GroupContext

/// Opens a group around the body, for code that is not asynchronous yet: returns when the body has
/// returned, and calls the completion on the main actor when every request has finished too.
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
/// The completion is called once and always later, even for an empty group. It runs with the group
/// *around* this one as the current one, which waits for it. The group needs no reference to live.
///
/// - Parameters:
///   - name: what the group is called in errors, events and its description. By default the name of the calling function;
///     in top-level code that is the name of the module, so give a name there.
///   - options: how the group behaves; see `RequestGroupOption`.
///   - body: issues the requests, at once and on the calling thread. If it throws, what is
///     outstanding is cancelled.
///   - completion: gets the value of the body, or its error, or a `RequestGroupError` with every
///     failure.
/// - Returns: the group, to watch or to cancel it.
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

/// The callback form of a group, with the completion called on a queue of your choice; otherwise
/// the same as without one.
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

/// The callback form of a group with one callback for success and one for failure, as group
/// requests of old clients had them.
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
///   - name: what the group is called in errors, events and its description. By default the name of the calling function;
///     in top-level code that is the name of the module, so give a name there.
///   - options: how the group behaves; see `RequestGroupOption`.
///   - body: issues the requests, at once and on the calling thread.
///   - success: called on the main actor if no request failed.
///   - failure: called on the main actor otherwise, with every failure in the order in which the
///     requests were issued.
/// - Returns: the group, to watch or to cancel it.
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

/// The form with success and failure, called on a queue of your choice; otherwise the same as
/// without one.
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
    /// Runs the body in the group, and calls the completion in the group around it.
    fileprivate func perform<Value: Sendable>(
        _ body: () throws -> Value,
        on queue: DispatchQueue,
        _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        // In the callback of a request what goes along with that goes along with the group.
        let context = IssuingContext(for: parent, carrying: CarriedTaskLocals.capturedHere)
        // What is generic in the value is as little as can be: each step would look up its type.
        var value = Result<Value, any Error>.failure(CancellationError())
        runCallback {
            do { value = .success(try body()) } catch { value = .failure(error) }
        }
        close(bodyThrew: value.reportedFailure != nil)
        let complete: @Sendable ((any Error)?) -> Void = { [value] error in
            completion(Self.outcome(of: value, orElse: error))
        }
        whenCompleted(on: queue, context, complete)
    }

    /// Calls the completion with the error of the group, in the group around it.
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

    /// What a group ends with: the error of its body, else its own, else the value.
    static func outcome<Value>(
        of value: Result<Value, any Error>,
        orElse error: (any Error)?
    ) -> Result<Value, any Error> {
        guard case .success = value, let error else { return value }
        return .failure(error)
    }
}
