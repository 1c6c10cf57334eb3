import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private typealias AnswerHandler =
    @Sendable (TaskValue?, URLResponse?, (any Error)?, RequestOutcome.Origin) -> Void

extension InterceptingClient<URLSession> {
    func reply<Form: LoadableForm>(
        to form: Form,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Form.Value, URLResponse) {
        let (piped, context) = (piped(form), proxiedContext)
        let mayWait = needsPermit || piped?.mayBeAnswered == true
        let isOwn = needsOwnMethod(delegate)
        #if canImport(FoundationNetworking)
        let reservation = isOwn && mayWait ? TaskReservation(in: base) : nil
        #endif
        let make = taskMaker(
            form,
            piped,
            isMadeNow: needsPermit && piped?.mayBeSent != false && !isOwn,
            isReserved: mayWait && !isOwn
        )
        return try await throwingURLError {
            try await issuing(piped).awaitReply(
                form.name(piped).label,
                isOptional: attributes.isOptional,
                priority: attributes.priority
            ) { (reply: AwaitedReply<(Form.Value, URLResponse)>) in
                // The session's own method reacts slowly to the cancelling of the Swift task, and the server might
                // answer first. So do not start the method in a cancelled task.
                if isOwn, Task.isCancelled { return reply.failure(URLError(.cancelled)) }
                let one = FirstEnd()
                let end: AnswerHandler = { value, response, error, origin in
                    // Each end notifies the pipeline, but only the first of several ends answers the caller.
                    let reply = one.isFirst ? reply : nil
                    self.end(form, piped, value, response, error, from: origin, reply)
                }
                answer(piped, for: reply, asFile: form.kind == .download, end) {
                    #if canImport(FoundationNetworking)
                    if let delegate {
                        return load(form, piped, delegate, reservation, reply, one, end)
                    }
                    #endif
                    let task = make(reply.call) { end($0, $1, $2, .network) }
                    guard let task else { return end(nil, nil, URLError(.cancelled), .network) }
                    #if !canImport(FoundationNetworking)
                    if let delegate { setDelegate(delegate, of: task, reply.call) }
                    #endif
                    let cancel = form.cancel(in: base)
                    reply.onCancel(task) { task in
                        if let cancel { cancel(task) } else { task.cancel(in: context) }
                    }
                    task.resume()
                }
            }
        }
    }

    /// Returns whether a request has to use the session's asynchronous method, because the request has a delegate.
    private func needsOwnMethod(_ delegate: (any URLSessionTaskDelegate)?) -> Bool {
        #if canImport(FoundationNetworking)
        delegate != nil
        #else
        false
        #endif
    }

    /// Notifies the pipeline that an awaited request has ended, and answers the caller if `reply` is given.
    private func end<Form: LoadableForm>(
        _ form: Form,
        _ piped: PipelineRequest?,
        _ value: TaskValue?,
        _ response: URLResponse?,
        _ error: (any Error)?,
        from origin: RequestOutcome.Origin,
        _ reply: AwaitedReply<(Form.Value, URLResponse)>?
    ) {
        let end = {
            let received = piped?.receive(value, response, error, from: origin)
            let result = received?.result ?? .failure(error ?? URLError(.unknown))
            do {
                guard error == nil, let response, let kept = try value.flatMap(form.keep) else {
                    piped?.finish(result, from: origin)
                    reply?.completion(nil, response, error)
                    return
                }
                piped?.finish(result, from: origin)
                let failure =
                    received == nil
                    ? interceptionSettings.failure(response, nil) : result.reportedFailure
                let isWanted = reply?.success((kept, response), recording: failure)
                if isWanted != true { DownloadedFile.remove(kept as? URL) }
            } catch {
                piped?.finish(.failure(error), from: origin)
                reply?.failure(error)
            }
        }
        if let piped { piped.bind(end) } else { end() }
    }

    private var needsPermit: Bool {
        // If the current group has completed, the request joins an enclosing group, so check the enclosing groups too.
        let groups = sequence(state: RequestGroup.current) { group in
            defer { group = group?.parent }
            return group
        }
        return interceptionSettings.limiter != nil || groups.contains { !$0.isUnlimited }
    }

    /// Answers a request with a local response; without a local response, sends the request.
    private func answer<Value>(
        _ piped: PipelineRequest?,
        for reply: AwaitedReply<Value>,
        asFile isFile: Bool = false,
        _ end: @escaping AnswerHandler,
        orElse send: @escaping @Sendable () -> Void
    ) {
        guard let piped else { return send() }
        piped.start()
        guard piped.mayBeAnswered else { return send() }
        let (call, client) = (reply.call, interceptedClient)
        let loading = Task {
            if let answer = await piped.answerFound(in: call, of: client) {
                let (value, response, error) = await answer.load(asFile: isFile)
                end(value, response, error, answer.origin)
            } else if Task.isCancelled {
                end(nil, nil, URLError(.cancelled), .network)
            } else {
                send()
            }
        }
        reply.onCancel(loading) { $0.cancel() }
    }

    #if !canImport(FoundationNetworking)
    /// Sets a delegate whose methods run in the group of the request, and do not end the request.
    private func setDelegate(
        _ delegate: any URLSessionTaskDelegate,
        of task: URLSessionTask,
        _ call: InterceptedCall
    ) {
        let known = RegisteredTask(call: call)
        if !call.wrapsCallbacks, known.scope.isEmpty, adaptRedirect == nil {
            task.delegate = delegate
        } else {
            let context = DelegateContext.request(known, adaptRedirect)
            let place = DelegateRouting.Place.handledTaskDelegate
            task.delegate = DelegateProxy(delegate, at: place, of: base, context: context)
        }
    }
    #endif

    #if canImport(FoundationNetworking)
    /// Sends a request that has its own delegate, with an asynchronous method of the session.
    ///
    /// Cancelling a Swift task in such a method can block the session for ever, so cancel the session task.
    private func load<Form: LoadableForm>(
        _ form: Form,
        _ piped: PipelineRequest?,
        _ delegate: any URLSessionTaskDelegate,
        _ reservation: TaskReservation?,
        _ reply: AwaitedReply<(Form.Value, URLResponse)>,
        _ one: FirstEnd,
        _ end: @escaping AnswerHandler
    ) {
        guard let request = (piped?.request ?? form.name.request).map(RequestTag.init) else {
            return
        }
        let context = proxiedContext
        let pieces = form.kind == .download ? WrittenPieces.record(for: delegate, by: base) : nil
        let proxy = DelegateProxy.proxy(
            for: delegate,
            context: .request(RegisteredTask(call: reply.call), adaptRedirect),
            noting: pieces
        )
        // The Swift task starts immediately, so that the session's task exists when `make` returns.
        let make = {
            _ = Task.immediate {
                var loaded: TaskValue?
                do {
                    let (value, response) = try await form.load((base, request.tagged, proxy))
                    loaded = value
                    try await pieces?.removeCopies(from: value, of: base)
                    request.forget(in: context)
                    end(value, response, nil, .network)
                } catch {
                    DownloadedFile.remove(loaded?.file)
                    request.forget(in: context)
                    end(nil, nil, error, .network)
                }
            }
        }
        let isMade: Void? = if let reservation { reservation.make(make) } else { make() }
        guard isMade != nil else { return end(nil, nil, URLError(.cancelled), .network) }
        reply.onCancel(base) { [weak reply] session in
            // If the session task cannot be cancelled safely, the task continues, and only the caller stops waiting.
            if !request.cancel(in: session, context), one.isFirst {
                reply?.failure(URLError(.cancelled))
            }
        }
    }
    #endif
}

/// Determines which of several events ends a request; only the first event counts.
private final class FirstEnd: Sendable {
    private let hasCome = Locked(false)

    /// A Boolean value that is `true` for the first reader, and `false` for every later reader.
    var isFirst: Bool {
        hasCome.withLock { hasCome in
            defer { hasCome = true }
            return !hasCome
        }
    }
}
