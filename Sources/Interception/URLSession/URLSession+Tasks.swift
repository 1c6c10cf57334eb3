import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The completion handler of a task; the value is data or the place of a downloaded file.
typealias TaskHandler<Value> = @Sendable (Value?, URLResponse?, (any Error)?) -> Void

// What the methods that create tasks have in common; see URLSession+PipedTasks.swift for what comes
// before.

extension InterceptingClient where Base: URLSession {
    func prepareTask<Task: URLSessionTask>(
        _ label: @escaping @autoclosure @Sendable () -> String,
        cancel: @escaping @Sendable (Task) -> Void,
        make: (InterceptedCall) -> Task,
        start: @escaping @Sendable (Task) -> Void = { $0.resume() }
    ) -> PreparedCall<Task> {
        prepare(label(), start: start, cancel: cancel, make)
    }
}

// MARK: - Tasks with a handler

extension InterceptingClient where Base: URLSession {
    /// The funnel of the tasks that enter when they are resumed.
    func task<Task: URLSessionTask, Value>(
        _ label: @escaping @autoclosure @Sendable () -> String,
        _ handler: @escaping TaskHandler<Value>,
        cancel: (@Sendable (Task) -> Void)? = nil,
        make: (@escaping TaskHandler<Value>) -> Task
    ) -> InterceptedTask<Task> {
        let context = proxiedContext
        let cancel = cancel ?? canceling(in: context)
        let prepared = prepareTask(label(), cancel: cancel) {
            makeTask(of: $0, grouped(handler, by: $0), make)
        }
        return InterceptedTask(prepared, context: context)
    }

    /// The funnel of the tasks that enter at once.
    func ownTask<Task: URLSessionTask, Value>(
        _ label: @autoclosure () -> String,
        _ handler: @escaping TaskHandler<Value>,
        cancel: (@Sendable (Task) -> Void)? = nil,
        make: (@escaping TaskHandler<Value>) -> Task
    ) -> Task {
        intercept(label(), cancel: cancel ?? canceling(in: proxiedContext)) { call in
            makeTask(of: call, grouped(handler, by: call), make)
        }
    }

    private func grouped<Value>(
        _ handler: @escaping TaskHandler<Value>,
        by call: InterceptedCall
    ) -> TaskHandler<Value> {
        guard call.isGrouped else { return handler }
        return { [interceptionSettings] value, response, error in
            call.answer(interceptionSettings.failure(response, error)) {
                handler(value, response, error)
            }
        }
    }

    /// Creates a task whose handler ends the call.
    ///
    /// The delegate of the session hears of such a task too, but not of its end. Outside any group
    /// the session gets the handler itself, unless it is this library that cancels the task there.
    func makeTask<Task: URLSessionTask, Value>(
        of call: InterceptedCall,
        isOurs: Bool = false,
        _ handler: @escaping TaskHandler<Value>,
        _ make: (@escaping TaskHandler<Value>) -> Task
    ) -> Task {
        guard call.isGrouped || isOurs else { return make(handler) }
        let (context, own) = (proxiedContext, OwnTask())
        let task = make { value, response, error in
            own.willEnd()
            handler(value, response, error)
            if let context, let task = own.identifier { context.remove(task) }
        }
        own.set(task)
        context?.insert(call, for: task, check: nil)
        #if !canImport(FoundationNetworking)
        (context ?? .request(call, RequestStubs.scope))
            .follow(task, of: call, in: base, isPiped: isPiped, hasHandler: true)
        #endif
        return task
    }

    var proxiedContext: TaskContext? { (base.delegate as? DelegateProxy)?.context }

    /// How a task is cancelled about which a delegate in this context is asked.
    func canceling<Task: URLSessionTask>(in context: TaskContext?) -> @Sendable (Task) -> Void {
        // A closure that captures nothing costs nothing.
        guard let context else { return { $0.cancel(in: nil) } }
        return { $0.cancel(in: context) }
    }
}

/// The task that a handler ends, and that is created after it.
private final class OwnTask: Sendable {
    #if canImport(FoundationNetworking)
    // The session keeps both until the handler has run.
    private let task = Locked<URLSessionTask?>(nil)

    var identifier: Int? { task.withLock { $0?.taskIdentifier } }

    func set(_ created: URLSessionTask) {
        task.withLock { $0 = created }
    }

    func willEnd() {
        task.withLock { $0 }?.awaitCancelling()
    }
    #else
    private let created = Locked<Int?>(nil)

    var identifier: Int? { created.withLock { $0 } }

    func set(_ task: URLSessionTask) {
        created.withLock { $0 = task.taskIdentifier }
    }

    func willEnd() {}
    #endif
}

// MARK: - Tasks without a handler

extension InterceptingClient where Base: URLSession {
    /// A handler for a task that has none, in a session that would report to nobody.
    typealias IdleHandler = TaskHandler<Any>

    /// The funnel of the tasks without a handler that enter when they are resumed.
    func task<Task: URLSessionTask>(
        _ label: @escaping @autoclosure @Sendable () -> String,
        refusal: TaskRefusal? = nil,
        cancel: (@Sendable (Task) -> Void)? = nil,
        make: () -> Task,
        idle: ((@escaping IdleHandler) -> Task)? = nil
    ) -> InterceptedTask<Task> {
        switch delegateKind {
        case .proxied(let context):
            let cancel = cancel ?? canceling(in: context)
            let start: @Sendable (Task) -> Void =
                if let refusal {
                    { $0.resume(in: context, unless: refusal()) }
                } else {
                    { $0.resume() }
                }
            let make = { makeTask(of: $0, context, make) }
            let prepared = prepareTask(label(), cancel: cancel, make: make, start: start)
            return InterceptedTask(prepared, context: context)
        case .none:
            if let idle { return task(label(), Self.idleHandler, cancel: cancel, make: idle) }
        case .foreign: break
        }
        return untrackedTask(label(), refusal: refusal, make)
    }

    /// The funnel of the tasks without a handler that enter at once.
    func ownTask<Task: URLSessionTask>(
        _ label: @autoclosure () -> String,
        refusal: TaskRefusal? = nil,
        cancel: (@Sendable (Task) -> Void)? = nil,
        make: () -> Task,
        idle: ((@escaping IdleHandler) -> Task)? = nil
    ) -> Task {
        switch delegateKind {
        case .proxied(let context):
            return intercept(label(), cancel: cancel ?? canceling(in: context)) { call in
                let task = makeTask(of: call, context, make)
                if call.isRefused {
                    // Here, and not on the queue of the client: its user may resume it first.
                    if refusal != nil { task.cancel(in: context) }
                } else if let error = refusal?() {
                    task.refuse(in: context, error)
                }
                return task
            }
        case .none:
            if let idle { return ownTask(label(), Self.idleHandler, cancel: cancel, make: idle) }
        case .foreign: break
        }
        return ownUntrackedTask(label(), refusal: refusal, make)
    }

    private func makeTask<Task: URLSessionTask>(
        of call: InterceptedCall,
        _ context: TaskContext,
        _ make: () -> Task
    ) -> Task {
        let task = make()
        context.insert(call, for: task, check: interceptionSettings.statusCheck?.failure)
        #if !canImport(FoundationNetworking)
        context.follow(task, of: call, in: base, isPiped: isPiped)
        #endif
        return task
    }

    static var idleHandler: IdleHandler {
        { value, _, _ in DownloadedFile.removeIfAny(value) }
    }
}

// MARK: - Delegates

extension InterceptingClient where Base: URLSession {
    /// Who is told that a task without a handler has ended.
    enum DelegateKind {
        /// A delegate of ours.
        case proxied(TaskContext)
        /// Nobody.
        case none
        /// A delegate that keeps it to itself.
        case foreign
    }

    var delegateKind: DelegateKind {
        let delegate = base.delegate
        if let proxy = delegate as? DelegateProxy { return .proxied(proxy.context) }
        #if canImport(FoundationNetworking)
        return delegate is any URLSessionTaskDelegate ? .foreign : .none
        #else
        return switch DelegateRouting(of: base).endOfTasks {
        case .sessionDelegate, .taskDelegate: .proxied(.tasks(TaskTable()))
        case .handler: .none
        case .nobody: .foreign
        }
        #endif
    }
}
