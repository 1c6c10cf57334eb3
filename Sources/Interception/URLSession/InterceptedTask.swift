// URLSession: a wrapped session with the methods of the bare one, and its tasks.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A task of a wrapped `URLSession`, which enters its group when it is resumed.
///
/// The task belongs to the group that is current when the task is created. If there is none, it belongs to the
/// group that is current at its first ``AnyInterceptedTask/resume()``, or to no group if it was created in
/// `withoutRequestGroup`. A task that is never resumed keeps no group open. For code that needs the session's
/// own task, ``enter()`` returns it.
///
/// Compare its ``base`` with a task that a delegate receives.
@dynamicMemberLookup
public final class InterceptedTask<Base: URLSessionTask>: AnyInterceptedTask,
    @unchecked Sendable
{
    /// The session's own task.
    public var base: Base {
        request.noteCancelling()
        return ownTask
    }

    /// The session's own task, for internal use: code that reads ``base`` may cancel it.
    private let ownTask: Base

    init(
        _ task: Base,
        of request: PreparedRequest,
        settings: InterceptionSettings,
        context: TaskContext?,
        prepare: (@Sendable (URLSessionTask) -> Bool)? = nil,
        cancel: (@Sendable (URLSessionTask) -> Void)? = nil
    ) {
        ownTask = task
        super.init(
            task,
            of: request,
            settings: settings,
            context: context,
            prepare: prepare,
            cancel: cancel
        )
    }

    /// Enters the group at once, and returns the session's own task.
    ///
    /// Call it in place of ``AnyInterceptedTask/resume()``, for code that needs that task and for tasks that
    /// other code resumes. The group waits until the task has ended, so resume or cancel the task. The task
    /// counts towards a limit, but does not wait for a permit. After `resume()`, this method only returns the
    /// session's task, even if the task still waits for its permit.
    ///
    /// ```swift
    /// let task = session.dataTask(with: url).enter()
    /// task.resume()
    /// ```
    ///
    /// - Returns: the session's own task, to be resumed.
    @discardableResult
    public func enter() -> Base {
        switch enterAtOnce() {
        case true?: _ = prepare()
        // Cancelled here and not on the client's queue, because the user may resume the task first.
        case false?: if isCancelledAsUsual { cancel() }
        case nil: break
        }
        return base
    }

    fileprivate func willBeCancelled() {
        request.noteCancelling()
        ownTask.willBeCancelled(in: context)
    }

    /// Reads a property of the session's task.
    public subscript<Property>(dynamicMember keyPath: KeyPath<Base, Property>) -> Property {
        // A `Progress` cancels its task, and so does each parent of that progress.
        if Property.self == Progress.self { request.noteCancelling() }
        return ownTask[keyPath: keyPath]
    }

    /// Reads or writes a property of the session's task.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Property {
        get { ownTask[keyPath: keyPath] }
        set { ownTask[keyPath: keyPath] = newValue }
    }
}

extension InterceptedTask where Base: URLSessionDownloadTask {
    /// Cancels the download, and calls a handler with the data to resume it.
    ///
    /// - Parameter completionHandler: receives the data for `downloadTask(withResumeData:)`, or `nil`.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void)
    {
        willBeCancelled()
        base.cancel(byProducingResumeData: completionHandler)
    }

    #if !canImport(FoundationNetworking)
    /// Cancels the download, and returns the data to resume it, or `nil`.
    public func cancelByProducingResumeData() async -> Data? {
        willBeCancelled()
        return await base.cancelByProducingResumeData()
    }
    #endif
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension InterceptedTask where Base: URLSessionUploadTask {
    /// Cancels the upload, and calls a handler with the data to resume it.
    ///
    /// - Parameter completionHandler: receives the data for `uploadTask(withResumeData:)`, or `nil`.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void)
    {
        willBeCancelled()
        base.cancel(byProducingResumeData: completionHandler)
    }

    /// Cancels the upload, and returns the data to resume it, or `nil`.
    public func cancelByProducingResumeData() async -> Data? {
        willBeCancelled()
        return await base.cancelByProducingResumeData()
    }
}
#endif

extension InterceptingClient where Base: URLSession {
    /// Returns a wrapper of a task that a delegate or ``getAllTasks(completionHandler:)`` provides.
    ///
    /// It equals the wrapper that was returned when the task was created, and cancels the task in the same way.
    /// Start the task with that first wrapper, which knows the group.
    ///
    /// - Parameter task: a task of this session.
    /// - Returns: the wrapper.
    public func interceptedTask<Task: URLSessionTask>(for task: Task) -> InterceptedTask<Task> {
        // The first wrapper of the task is not notified that this one may cancel it.
        OwnTask.noteCancellingOfAll()
        return InterceptedTask(
            task,
            of: PreparedRequest(),
            settings: interceptionSettings,
            context: session.proxiedContext
        )
    }
}
