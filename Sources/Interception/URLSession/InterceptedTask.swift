// URLSession: a wrapped session with the methods of the bare one, and its tasks.

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A task of a wrapped `URLSession`: starts like the real one, and enters its group when it does.
///
/// The task belongs to the group that was current when it was created, to none if that was in
/// `withoutRequestGroup`, else to the group that is current at its first ``resume()``. A task that is
/// never resumed holds up no group.
///
/// It is another object than the task that the session hands to its delegate, its ``base``. Compare the
/// two with `==`: `===` is always false there, and a table by `ObjectIdentifier` needs that of ``base``.
@dynamicMemberLookup
public final class InterceptedTask<Base: URLSessionTask>: StartingEnd {
    /// The task of the session itself.
    public let base: Base

    let request: PreparedRequest
    let settings: InterceptionSettings
    /// Where a delegate finds the group of this task.
    private let context: TaskContext?
    /// How it is started and cancelled, if not by resuming and cancelling it.
    private let startBase: (@Sendable (Base) -> Void)?
    private let cancelBase: (@Sendable (Base) -> Void)?

    init(
        _ base: Base,
        of request: PreparedRequest,
        settings: InterceptionSettings,
        context: TaskContext?,
        start: (@Sendable (Base) -> Void)? = nil,
        cancel: (@Sendable (Base) -> Void)? = nil
    ) {
        self.base = base
        self.request = request
        self.settings = settings
        self.context = context
        startBase = start
        cancelBase = cancel
    }

    deinit {
        // It will never be in a group, though the session may keep it for ever.
        if !request.wasStarted {
            request.abandon()
            // Of one that was cancelled its delegate has yet to be told.
            if let context, base.state == .suspended { context.remove(base.taskIdentifier) }
            AnsweringProtocol.abandon(base)
        }
    }

    /// Starts the task, the first time in its group; later, if the group is limited.
    public func resume() {
        startOrPassOn()
    }

    func begin() {
        if let startBase { startBase(base) } else { base.resume() }
    }

    func register(_ call: InterceptedCall) {
        let cancel: @Sendable (Base) -> Void =
            if let cancelBase { cancelBase } else { { [context] in $0.cancel(in: context) } }
        call.onCancel(HandleReference(base), settings: settings, cancel)
    }

    /// Suspends the task.
    public func suspend() {
        base.suspend()
    }

    /// Cancels the task: its handler is called with `URLError.cancelled`, or its delegate told.
    public func cancel() {
        base.cancel(in: context)
    }

    fileprivate func willBeCancelled() {
        base.willBeCancelled(in: context)
    }

    /// The delegate of this task alone; to be set before the task is resumed.
    public var delegate: (any URLSessionTaskDelegate)? {
        get {
            let delegate = base.delegate
            return if let proxy = delegate as? DelegateProxy { proxy.taskDelegate } else {
                delegate
            }
        }
        set {
            #if canImport(FoundationNetworking)
            // It never hears of the end of the task, but is asked about redirects.
            base.delegate = newValue.map {
                DelegateProxy.standing(before: $0, context: context ?? .tasks(TaskTable()))
            }
            #else
            // One that has no proxy gets it when it enters a group.
            if let proxy = base.delegate as? DelegateProxy {
                base.delegate = proxy.standing(before: newValue)
            } else {
                base.delegate = newValue
            }
            #endif
        }
    }

    /// Reads a property of the task.
    public subscript<Property>(dynamicMember keyPath: KeyPath<Base, Property>) -> Property {
        base[keyPath: keyPath]
    }

    /// Reads and writes a property of the task.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Property {
        get { base[keyPath: keyPath] }
        set { base[keyPath: keyPath] = newValue }
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

extension InterceptedTask: CustomStringConvertible {
    /// What the task of the session says of itself.
    public var description: String { base.description }
}
