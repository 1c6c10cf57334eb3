import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The funnels of what has a request: through the pipeline first, if there is one.

extension InterceptingClient where Base: URLSession {
    /// Whether anything happens to requests on their way.
    var isPiped: Bool {
        interceptionSettings.pipeline != nil || !RequestStubs.scope.isEmpty
    }

    /// Sends the request through the pipeline, if there is one.
    func piped(
        _ request: URLRequest,
        isCached: Bool = false,
        isObserved: Bool = true
    ) -> PipedRequest? {
        let scope = RequestStubs.scope
        guard interceptionSettings.pipeline != nil || !scope.isEmpty else { return nil }
        return PipedRequest(
            request,
            settings: interceptionSettings,
            scope: scope,
            cache: isCached ? interceptionSettings.pipeline?.cache : nil,
            isObserved: isObserved,
            configuration: { base.configuration }
        )
    }
}

// MARK: - Tasks with a handler

extension InterceptingClient where Base: URLSession {
    /// The funnel of the tasks of a request that enter when they are resumed.
    func task<Task: URLSessionTask, Value>(
        _ request: URLRequest,
        isCached: Bool = false,
        _ handler: @escaping TaskHandler<Value>,
        make: (URLSession, URLRequest, @escaping TaskHandler<Value>) -> Task
    ) -> InterceptedTask<Task> {
        guard let piped = piped(request, isCached: isCached) else {
            return task(request.requestLabel, handler) { make(base, request, $0) }
        }
        return task(piped, make: make) { received in received.handOver(handler) }
    }

    /// The funnel of the tasks of a piped request that enter when they are resumed.
    func task<Task: URLSessionTask, Value>(
        _ piped: PipedRequest,
        make: (URLSession, URLRequest, @escaping TaskHandler<Value>) -> Task,
        handler: @escaping @Sendable (PipedRequest.Reception<Value>) -> Void
    ) -> InterceptedTask<Task> {
        // What is to be answered is a task of another session.
        let context = piped.mayBeAnswered ? nil : proxiedContext
        let prepared = prepareTask(piped.request.requestLabel, cancel: canceling(in: context)) {
            makeTask(of: $0, piped, make, handler)
        } start: { task in
            piped.start()
            task.resume()
        }
        return InterceptedTask(prepared, context: context)
    }

    /// The funnel of the tasks of a request that enter at once.
    func ownTask<Task: URLSessionTask, Value>(
        _ request: URLRequest,
        isCached: Bool = false,
        _ handler: @escaping TaskHandler<Value>,
        make: (URLSession, URLRequest, @escaping TaskHandler<Value>) -> Task
    ) -> Task {
        guard let piped = piped(request, isCached: isCached) else {
            return ownTask(request.requestLabel, handler) { make(base, request, $0) }
        }
        let context = piped.mayBeAnswered ? nil : proxiedContext
        return intercept(piped.request.requestLabel, cancel: canceling(in: context)) { call in
            // Its start is its user's and not seen here. In a cancelled group it has none.
            if !call.isRefused { piped.start() }
            return makeTask(of: call, piped, make) { received in received.handOver(handler) }
        }
    }

    private func makeTask<Task: URLSessionTask, Value>(
        of call: InterceptedCall,
        _ piped: PipedRequest,
        _ make: (URLSession, URLRequest, @escaping TaskHandler<Value>) -> Task,
        _ handler: @escaping @Sendable (PipedRequest.Reception<Value>) -> Void
    ) -> Task {
        if piped.mayBeAnswered {
            let answered = answeredRequest(of: call, piped, make, handler)
            return AnsweringProtocol.makeTask(for: answered, of: piped.request, make)
        }
        let handler: TaskHandler<Value> = { value, response, error in
            // What is issued in here is stubbed too, on whatever thread it runs.
            RequestStubs.bind(piped.scope) {
                let received = piped.receive(value, response, error)
                call.answer(received.result.reportedFailure) { handler(received) }
            }
        }
        return makeTask(of: call, handler) { make(base, piped.request, $0) }
    }

    /// The way of an answer to the handler of a call.
    func answeredRequest<Value, Task: URLSessionTask>(
        of call: InterceptedCall,
        _ piped: PipedRequest,
        _ make: (URLSession, URLRequest, @escaping TaskHandler<Value>) -> Task,
        _ handler: @escaping @Sendable (PipedRequest.Reception<Value>) -> Void
    ) -> AnsweredRequest<Value> {
        let answered = AnsweredRequest<Value>(
            piped,
            on: base.delegateQueue,
            in: proxiedContext
        ) { received in
            call.answer(received.result.reportedFailure) { handler(received) }
        }
        if piped.mayBeSent {
            answered.prepareFallback { handler in
                makeTask(of: call, isOurs: true, handler) { make(base, piped.request, $0) }
            }
        }
        return answered
    }
}

// MARK: - Tasks without a handler

extension InterceptingClient where Base: URLSession {
    /// The funnel of the tasks of a request without a handler that enter when they are resumed.
    ///
    /// `idle` creates the same task with a handler, if there is such a task.
    func task<Task: URLSessionTask>(
        _ request: URLRequest,
        make: (URLRequest) -> Task,
        idle: (@Sendable (URLSession, URLRequest, @escaping IdleHandler) -> Task)? = nil
    ) -> InterceptedTask<Task> {
        guard isPiped else {
            let idle = idle.map { idle in { idle(base, request, $0) } }
            return task(request.requestLabel, make: { make(request) }, idle: idle)
        }
        if let idle, case .none = delegateKind {
            return task(request, Self.idleHandler, make: idle)
        }
        let adapted = adapted(request)
        return task(adapted.label, refusal: adapted.refusal) { make(adapted.request) }
    }

    /// The funnel of the tasks of a request without a handler that enter at once.
    func ownTask<Task: URLSessionTask>(
        _ request: URLRequest,
        make: (URLRequest) -> Task,
        idle: (@Sendable (URLSession, URLRequest, @escaping IdleHandler) -> Task)? = nil
    ) -> Task {
        guard isPiped else {
            let idle = idle.map { idle in { idle(base, request, $0) } }
            return ownTask(request.requestLabel, make: { make(request) }, idle: idle)
        }
        if let idle, case .none = delegateKind {
            return ownTask(request, Self.idleHandler, make: idle)
        }
        let adapted = adapted(request)
        return ownTask(adapted.label, refusal: adapted.refusal) { make(adapted.request) }
    }
}
