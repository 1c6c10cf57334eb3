// The common implementation of the asynchronous methods.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    /// Performs a request with a task that has a handler; `keep` makes a value that outlives the handler.
    func reply<Form: HandledTaskForm>(
        to form: Form,
        _ delegate: (any URLSessionTaskDelegate)?,
        keeping keep: @escaping @Sendable (Form.Value) throws -> Form.Value = { $0 }
    ) async throws -> (Form.Value, URLResponse) {
        let piped = piped(form)
        let (owner, context) = (TaskBox(), proxiedContext)
        let unstarted = unstartedTask(form, piped, by: owner, in: context)
        let late = unstarted == nil && mayWait(piped) ? LateTask(in: base) : nil
        return try await throwingURLError {
            try await issuing(piped).awaitReply(
                piped?.request.requestLabel ?? form.name.label,
                isOptional: marks.isOptional,
                priority: marks.priority
            ) {
                (reply: AwaitedReply<(Form.Value, URLResponse)>) in
                let handler: TaskHandler<Form.Value> = { value, response, error in
                    let take = {
                        receive(value, response, error, of: piped, keeping: keep, reply)
                    }
                    if let piped { piped.bind(take) } else { take() }
                }
                answer(piped, to: reply) {
                    let task: Form.Task
                    if let unstarted {
                        guard let made = unstarted.start(handler) else { return }
                        task = note(made, of: reply.call, by: owner, in: context)
                    } else {
                        let made = make(late) {
                            makeTask(
                                form,
                                piped?.request,
                                of: reply.call,
                                by: owner,
                                in: context,
                                handler
                            )
                        }
                        guard let made else { return handler(nil, nil, URLError(.cancelled)) }
                        task = made
                    }
                    #if !canImport(FoundationNetworking)
                    if let delegate { setDelegate(delegate, of: task, reply.call) }
                    #endif
                    reply.onCancel(task, cancelling(form, in: context))
                    task.resume()
                }
            }
        }
    }

    /// Replies with the arguments of a task's handler, and then notifies the pipeline.
    private func receive<Value>(
        _ value: Value?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        of piped: PipedRequest?,
        keeping keep: (Value) throws -> Value,
        _ reply: AwaitedReply<(Value, URLResponse)>
    ) {
        let received = piped?.receive(value, response, error)
        guard let value, let response, error == nil else {
            received?.finish()
            return reply.completion(nil, response, error)
        }
        do {
            let kept = try keep(value)
            received?.finish()
            let failure =
                received.map(\.result.reportedFailure)
                ?? interceptionSettings.failure(response, nil)
            let isWanted = reply.answer(.success((kept, response)), failure: failure)
            if !isWanted { DownloadedFile.removeIfAny(kept) }
        } catch {
            received?.finish(failure: error)
            reply.failure(error)
        }
    }

    /// Creates the task of a request that may wait for a permit: its session may be invalidated by then.
    ///
    /// On Linux the task has the cookies of this moment, as in a bare session. Returns `nil` if the request
    /// needs no permit, is never sent, or is yet to be adapted.
    private func unstartedTask<Form: HandledTaskForm>(
        _ form: Form,
        _ piped: PipedRequest?,
        by owner: TaskBox,
        in context: TaskContext?
    ) -> UnstartedTask<Form.Task, Form.Value>? {
        guard needsPermit, piped?.isLate != true, piped?.mayBeSent != false else { return nil }
        return UnstartedTask { end in
            form.make(in: base, piped?.request) { value, response, error in
                owner.end(error, in: context) { end(value, response, error) }
            }
        }
    }

    /// Returns whether the request may have to wait before it is sent.
    private func mayWait(_ piped: PipedRequest?) -> Bool {
        needsPermit || piped?.mayBeAnswered == true
    }

    /// A Boolean value that indicates whether a limiter has to admit the request.
    private var needsPermit: Bool {
        // The enclosing groups count, too: they take the requests of the current group once it has completed.
        let groups = sequence(state: RequestGroup.current) { group in
            defer { group = group?.parent }
            return group
        }
        return interceptionSettings.limiter != nil || groups.contains { !$0.isUnlimited }
    }

    private func make<Made>(_ late: LateTask?, _ make: () -> Made) -> Made? {
        if let late { late.make(make) } else { make() }
    }

    /// Starts a request: replies with a local response, or sends the request.
    private func answer<Value>(
        _ piped: PipedRequest?,
        to reply: AwaitedReply<(Value, URLResponse)>,
        orElse send: @escaping @Sendable () -> Void
    ) {
        guard let piped else { return send() }
        piped.start()
        guard piped.mayBeAnswered else { return send() }
        let (call, client) = (reply.call, interceptedClient)
        let loading = Task {
            var found = await piped.answerFound(in: call, of: client)
            if found == nil, Task.isCancelled {
                found = ReadyAnswer(.network, .failure(URLError(.cancelled)))
            }
            guard let answer = found else { return send() }
            let (value, response, error) = await answer.load(Value.self)
            let received = piped.receive(value, response, error, from: answer.origin)
            received.finish()
            guard let value, let response else {
                return reply.failure(received.error ?? URLError(.unknown))
            }
            let isWanted = reply.answer(
                .success((value, response)),
                failure: received.result.reportedFailure
            )
            if !isWanted { DownloadedFile.removeIfAny(value) }
        }
        reply.onCancel(loading) { $0.cancel() }
    }

    /// Returns the failure of a request for its group, and notifies the pipeline of the end.
    private func failure(
        of piped: PipedRequest?,
        _ value: Any?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> (any Error)? {
        guard let piped else { return interceptionSettings.failure(response, error) }
        var failure: (any Error)?
        piped.bind {
            let received = piped.receive(value, response, error)
            received.finish()
            failure = received.result.reportedFailure
        }
        return failure
    }

    /// Returns whether a delegate of one request needs the session's own asynchronous methods.
    func needsOwnMethod(_ delegate: (any URLSessionTaskDelegate)?) -> Bool {
        #if canImport(FoundationNetworking)
        delegate != nil
        #else
        false
        #endif
    }

    #if !canImport(FoundationNetworking)
    /// Sets the delegate of one request: it runs in the request's group, and is not notified of the end.
    private func setDelegate(
        _ delegate: any URLSessionTaskDelegate,
        of task: URLSessionTask,
        _ call: InterceptedCall
    ) {
        let scope = RequestStubs.scope
        if !call.isGrouped, scope.isEmpty, adaptRedirect == nil {
            task.delegate = delegate
        } else {
            let context = TaskContext.request(call, scope, adaptRedirect)
            let place = DelegateRouting.Place.handledTaskDelegate
            task.delegate = DelegateProxy(delegate, at: place, of: base, context: context)
        }
    }
    #endif

    #if canImport(FoundationNetworking)
    /// Performs a request with a delegate of its own, in an asynchronous method of the session.
    ///
    /// On Linux a session calls such a delegate in these methods only. Cancelling a Swift task inside them can
    /// block the session for ever, so the session's task is found and cancelled instead. `pieces` records the
    /// pieces of a download, which the session writes twice.
    func reply<Value: Sendable>(
        to request: URLRequest,
        isCached: Bool = false,
        _ delegate: any URLSessionTaskDelegate,
        noting pieces: WrittenPieces? = nil,
        _ method:
            @escaping @Sendable (URLRequest, any URLSessionTaskDelegate) async throws -> (
                Value, URLResponse
            )
    ) async throws -> (Value, URLResponse) {
        let piped = piped(request, isCached: isCached)
        let late = mayWait(piped) ? LateTask(in: base) : nil
        return try await throwingURLError {
            try await issuing(piped).awaitReply(
                (piped?.request ?? request).requestLabel,
                isOptional: marks.isOptional,
                priority: marks.priority
            ) { reply in
                // Cancelling takes a while here, and the server might answer before.
                if Task.isCancelled { return reply.failure(URLError(.cancelled)) }
                answer(piped, to: reply) {
                    let request = TaggedRequest(piped?.request ?? request)
                    let (context, end) = (proxiedContext, OneEnd())
                    let proxy = DelegateProxy.standing(
                        before: delegate,
                        of: reply.call,
                        noting: pieces,
                        adaptRedirect: adaptRedirect
                    )
                    // Immediate, so that the session's task exists when this returns.
                    let isMade: Void? = make(late) {
                        _ = Task.immediate {
                            var (value, response, error): (Value?, URLResponse?, (any Error)?)
                            do {
                                let (received, itsResponse) = try await method(
                                    request.tagged,
                                    proxy
                                )
                                (value, response) = (received, itsResponse)
                                try await pieces?.removeCopies(from: received, of: base)
                            } catch let thrown {
                                DownloadedFile.removeIfAny(value)
                                (value, response, error) = (nil, nil, thrown)
                            }
                            request.forget(in: context)
                            // The pipeline is notified of every end, the caller only if it still waits.
                            let failure = failure(of: piped, value, response, error)
                            guard end.isFirst else { return DownloadedFile.removeIfAny(value) }
                            guard let value, let response else {
                                return reply.failure(failure ?? error ?? URLError(.unknown))
                            }
                            let isWanted = reply.answer(
                                .success((value, response)),
                                failure: failure
                            )
                            if !isWanted { DownloadedFile.removeIfAny(value) }
                        }
                    }
                    guard isMade != nil else {
                        _ = failure(of: piped, nil, nil, URLError(.cancelled))
                        return reply.failure(URLError(.cancelled))
                    }
                    reply.onCancel(base) { [weak reply] session in
                        // A task that cannot be cancelled safely goes on, but its caller stops waiting.
                        if !request.cancel(in: session, context), end.isFirst {
                            reply?.failure(URLError(.cancelled))
                        }
                    }
                }
            }
        }
    }
    #endif
}
