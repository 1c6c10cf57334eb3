public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A task of a wrapped `URLSession`, which enters its group when it is resumed.
///
/// The task belongs to the group that is current when the task is created, or else to the group that is current
/// at the first ``AnyInterceptedTask/resume()``. A task that is created in `withoutRequestGroup` belongs to no
/// group. A task that is never resumed holds no group open. For code that needs the bare session task, call
/// ``enter()``, which enters the group at once.
///
/// To recognize a task that a delegate receives, compare that task with ``base``.
@dynamicMemberLookup
public final class InterceptedTask<Base: URLSessionTask>: AnyInterceptedTask, @unchecked Sendable {
    /// The bare session task, which this object wraps; to resume it instead of this object, call ``enter()`` first.
    public var base: Base {
        request.recordCancelling()
        return bareTask
    }

    // Safe: the initializer stores a task of this type.
    /// The bare session task; reading ``base`` instead would record that user code may cancel the task.
    private var bareTask: Base { unsafeDowncast(task, to: Base.self) }

    init(
        _ task: Base,
        _ sessionRequest: SessionRequest,
        _ delivery: LocalResponseDelivery? = nil
    ) {
        super.init(task, sessionRequest, delivery)
    }

    /// Enters the group at once, and returns the bare session task.
    ///
    /// Call this method instead of ``AnyInterceptedTask/resume()`` if other code needs the bare session task, or
    /// resumes the task. The group waits until the task has ended, so resume or cancel the task. The task counts
    /// towards a limit, but does not wait for a permit. After `resume()`, this method only returns the bare session
    /// task, even if the task still waits for a permit.
    ///
    /// ```swift
    /// let task = session.dataTask(with: url).enter()
    /// task.resume()
    /// ```
    public func enter() -> Base {
        switch enterDespiteLimits() {
        case true?: _ = prepare()
        // The cancel handler may run later, on a queue. The user could resume the task before, so cancel the task now.
        case false?: if sessionRequest.isCancelledAsUsual { cancel() }
        case nil: break
        }
        return base
    }

    /// Reads a property of the bare session task.
    public subscript<Property>(dynamicMember keyPath: KeyPath<Base, Property>) -> Property {
        // The user may cancel the task through the returned `Progress` or through the parent of that progress.
        if Property.self == Progress.self { request.recordCancelling() }
        return bareTask[keyPath: keyPath]
    }

    /// Reads or writes a property of the bare session task.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Property {
        get { bareTask[keyPath: keyPath] }
        set { bareTask[keyPath: keyPath] = newValue }
    }
}

extension InterceptedTask where Base: URLSessionDownloadTask {
    /// Cancels the download, and calls a handler with the data for `downloadTask(withResumeData:)`, or with `nil`.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void)
    {
        task.willBeCancelled(in: registry)
        base.cancel(byProducingResumeData: completionHandler)
    }

    #if !canImport(FoundationNetworking)
    /// Cancels the download, and returns the data to resume it, or `nil`.
    public func cancelByProducingResumeData() async -> Data? {
        task.willBeCancelled(in: registry)
        return await base.cancelByProducingResumeData()
    }
    #endif
}

#if !canImport(FoundationNetworking)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension InterceptedTask where Base: URLSessionUploadTask {
    /// Cancels the upload, and calls a handler with the data for `uploadTask(withResumeData:)`, or with `nil`.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void)
    {
        task.willBeCancelled(in: registry)
        base.cancel(byProducingResumeData: completionHandler)
    }

    /// Cancels the upload, and returns the data to resume it, or `nil`.
    public func cancelByProducingResumeData() async -> Data? {
        task.willBeCancelled(in: registry)
        return await base.cancelByProducingResumeData()
    }
}
#endif

extension InterceptingClient where Base: URLSession {
    /// Returns a wrapper of a task that a delegate or ``getAllTasks(completionHandler:)`` provides.
    ///
    /// The returned wrapper equals the first wrapper of the task, and cancels the task in the same way. Resume the
    /// task with the first wrapper, because only that wrapper knows the group.
    public func interceptedTask<Task: URLSessionTask>(for task: Task) -> InterceptedTask<Task> {
        // On Linux a handler checks its task only if the first wrapper has recorded a possible cancellation. The new
        // wrapper cannot record a cancellation for that handler, so make every handler check its task from now on.
        UnstartedRequest.recordCancellingOfAll()
        return InterceptedTask(task, SessionRequest(ofStartedTaskIn: urlSession))
    }
}
