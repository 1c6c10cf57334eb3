// URLSession: a wrapped session with the methods of the bare one, and its tasks.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A task of a wrapped `URLSession`: starts like the real one, and enters its group when it does.
///
/// The task belongs to the group that was current when it was created, to none if that was in
/// `withoutRequestGroup`, else to the group that is current at its first ``AnyInterceptedTask/resume()``.
/// A task that is never resumed holds up no group. Where code needs the task of the session itself, ``enter()`` returns it.
///
/// Compare it with the tasks that a delegate is handed by `==`; see ``AnyInterceptedTask``.
@dynamicMemberLookup
public final class InterceptedTask<Base: URLSessionTask>: AnyInterceptedTask,
    @unchecked Sendable
{
    /// The task of the session itself.
    public var base: Base {
        request.noteCancelling()
        return ownTask
    }

    /// The task of the session itself, which is not handed out.
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

    /// Enters the group at once, and returns the task of the session itself.
    ///
    /// It is for code that needs that task, and for tasks that others resume. Until the task has ended its
    /// group waits for it, so it has to be resumed or cancelled. It does not wait for a slot: under a limit it
    /// counts, and starts when it is resumed. Call it in place of ``AnyInterceptedTask/resume()``: of a task that was resumed, and
    /// may still wait for its slot, it returns the task of the session and does nothing else.
    ///
    /// ```swift
    /// let task = session.dataTask(with: url).enter()
    /// task.resume()
    /// ```
    ///
    /// - Returns: the task of the session, which `resume()` starts.
    @discardableResult
    public func enter() -> Base {
        switch enterAtOnce() {
        case true?: _ = prepare()
        // Here, and not on the queue of the client: its user may resume it first.
        case false?: if isCancelledAsUsual { cancel() }
        case nil: break
        }
        return base
    }

    fileprivate func willBeCancelled() {
        request.noteCancelling()
        ownTask.willBeCancelled(in: context)
    }

    /// Reads a property of the task.
    public subscript<Property>(dynamicMember keyPath: KeyPath<Base, Property>) -> Property {
        // A `Progress` cancels its task, as does every tree of progress that it becomes a part of.
        if Property.self == Progress.self { request.noteCancelling() }
        return ownTask[keyPath: keyPath]
    }

    /// Reads and writes a property of the task.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Property {
        get { ownTask[keyPath: keyPath] }
        set { ownTask[keyPath: keyPath] = newValue }
    }
}

extension InterceptedTask where Base: URLSessionDownloadTask {
    /// Cancels the download, and hands over what is needed to resume it later, if it can be.
    ///
    /// - Parameter completionHandler: gets the data for `downloadTask(withResumeData:)`, or `nil`.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void)
    {
        willBeCancelled()
        base.cancel(byProducingResumeData: completionHandler)
    }

    #if !canImport(FoundationNetworking)
    /// Cancels the download, and returns what is needed to resume it later, if it can be.
    public func cancelByProducingResumeData() async -> Data? {
        willBeCancelled()
        return await base.cancelByProducingResumeData()
    }
    #endif
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension InterceptedTask where Base: URLSessionUploadTask {
    /// Cancels the upload, and hands over what is needed to resume it later, if it can be.
    ///
    /// - Parameter completionHandler: gets the data for `uploadTask(withResumeData:)`, or `nil`.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void)
    {
        willBeCancelled()
        base.cancel(byProducingResumeData: completionHandler)
    }

    /// Cancels the upload, and returns what is needed to resume it later, if it can be.
    public func cancelByProducingResumeData() async -> Data? {
        willBeCancelled()
        return await base.cancelByProducingResumeData()
    }
}
#endif

extension InterceptingClient where Base: URLSession {
    /// The wrapper of a task that a delegate or ``getAllTasks(completionHandler:)`` hands out.
    ///
    /// It equals what the wrapper returned when the task was created, and cancels the task in the same way.
    /// Start a task by what was returned then: it knows its group.
    ///
    /// - Parameter task: a task of this session.
    /// - Returns: the task, wrapped.
    public func interceptedTask<Task: URLSessionTask>(for task: Task) -> InterceptedTask<Task> {
        // The one that was returned then does not hear of it.
        OwnTask.noteCancellingOfAll()
        return InterceptedTask(
            task,
            of: PreparedRequest(),
            settings: interceptionSettings,
            context: session.proxiedContext
        )
    }
}
