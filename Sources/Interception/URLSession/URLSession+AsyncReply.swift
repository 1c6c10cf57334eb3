import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Waits for the reply of a session task, for the asynchronous methods.
extension InterceptingClient<URLSession> {
    /// Performs a request; throws a `URLError` for a cancelled request and for a timeout, as the session does.
    ///
    /// The article *Wrapping a URLSession* lists all errors.
    func throwingURLError<Value>(_ request: () async throws -> Value) async throws -> Value {
        do {
            return try await request()
        } catch is CancellationError {
            throw URLError(.cancelled)
        } catch let timeout as RequestTimeoutError {
            throw URLError(.timedOut, userInfo: [NSUnderlyingErrorKey: timeout])
        }
    }

    func reply<Form: LoadableForm>(
        to form: Form,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Form.Value, URLResponse) {
        let pipelineRequest = makePipelineRequest(form)
        let send = sender(of: form, pipelineRequest, delegate)
        return try await throwingURLError {
            try await issuing(pipelineRequest).awaitReply(
                form.kind.label(form.source(pipelineRequest)),
                isOptional: interceptionSettings.isOptional,
                priority: interceptionSettings.priority
            ) { (reply: AwaitedReply<(Form.Value, URLResponse)>) in
                // A request that never starts uses no stub. On Linux, the bare session's asynchronous methods, which
                // load a request with a delegate, notice too slowly that their Swift task is cancelled.
                if reply.call.membership == nil, Task.isCancelled {
                    return reply.failure(URLError(.cancelled))
                }
                AsyncRequest(
                    session: self,
                    form: form,
                    pipelineRequest: pipelineRequest,
                    reply: reply
                ).start(send)
            }
        }
    }

    /// Returns a closure that sends the request, for the case that no local response exists.
    ///
    /// Call the closure after the permit was granted.
    private func sender<Form: LoadableForm>(
        of form: Form,
        _ pipelineRequest: PipelineRequest?,
        _ delegate: (any URLSessionTaskDelegate)?
    ) -> @Sendable (AsyncRequest<Form>) -> Void {
        #if canImport(FoundationNetworking)
        // On Linux only the asynchronous methods of the bare session call all methods of a request's delegate.
        if let delegate {
            let mayWait = needsPermit || pipelineRequest?.mayBeAnswered == true
            let reservation = mayWait ? TaskReservation(in: base) : nil
            return { $0.load(delegate, reservation) }
        }
        #endif
        let isMadeNow = needsPermit && pipelineRequest?.mayBeSent != false
        let make = taskMaker(form, pipelineRequest, isMadeNow: isMadeNow)
        let registry = proxiedRegistry
        return { request in
            guard let task = make(request.reply.call, .answer { request.end($0) }) else {
                return request.end(.cancelled)
            }
            #if !canImport(FoundationNetworking)
            if let delegate { task.delegate = self.delegate(delegate, of: request.reply.call) }
            #endif
            request.reply.onCancel(task) { $0.cancel(in: registry) }
            task.resume()
        }
    }

    private var needsPermit: Bool {
        // If the current group has completed, the request joins an enclosing group, so check the enclosing groups too.
        let groups = RequestGroup.current.map { sequence(first: $0, next: \.parent) }
        return interceptionSettings.limiter != nil || groups?.contains { !$0.isUnlimited } == true
    }
}

/// A request that the caller of an asynchronous method awaits.
private struct AsyncRequest<Form: LoadableForm>: Sendable {
    let session: InterceptingClient<URLSession>
    let form: Form
    let pipelineRequest: PipelineRequest?
    let reply: AwaitedReply<(Form.Value, URLResponse)>

    /// Answers the request with a local response; without a local response, sends the request.
    func start(_ send: @escaping @Sendable (Self) -> Void) {
        guard let pipelineRequest else { return send(self) }
        pipelineRequest.start()
        guard pipelineRequest.mayBeAnswered else { return send(self) }
        let loading = Task {
            let isFile = form.kind == .download
            let answer = await pipelineRequest.localAnswer(in: reply.call, asFile: isFile)
            if let answer { end(answer) } else { send(self) }
        }
        reply.onCancel(loading) { $0.cancel() }
    }

    /// Notifies the pipeline of an answer; the first answer also reaches the caller.
    func end(_ answer: TaskAnswer, isFirst: Bool = true) {
        let reply = isFirst ? reply : nil
        let end = {
            var answer =
                pipelineRequest?.receive(answer) ?? session.interceptionSettings.checked(answer)
            do {
                let kept = answer.error == nil ? try form.keep(answer) : nil
                pipelineRequest?.finish(answer)
                guard let kept, let response = answer.response else {
                    reply?.completion(nil, answer.response, answer.error)
                    return
                }
                let isWanted = reply?.success((kept, response), recording: answer.rejection)
                if isWanted != true { DownloadedFile.remove(kept as? URL) }
            } catch {
                answer.error = error
                pipelineRequest?.finish(answer)
                reply?.failure(error)
            }
        }
        if let pipelineRequest { pipelineRequest.bind(end) } else { end() }
    }

    #if canImport(FoundationNetworking)
    /// Sends a request that has its own delegate, with an asynchronous method of the session.
    ///
    /// Cancelling a Swift task in such a method can block the session for ever, so cancel the session task.
    func load(_ delegate: any URLSessionTaskDelegate, _ reservation: TaskReservation?) {
        guard let request = form.source(pipelineRequest)?.request else { return }
        let (tag, base, registry) = (RequestTag(request), session.base, session.proxiedRegistry)
        let pieces = form.kind == .download ? WrittenPieces(for: delegate, by: base) : nil
        let known = RegisteredTask(call: reply.call)
        let proxy = DelegateProxy.proxy(
            for: delegate,
            registry: TaskRegistry(pipeline: session.interceptionSettings.pipeline) { known },
            noting: pieces
        )
        // The Swift task starts immediately, so that the session's task exists when `make` returns.
        let make = {
            _ = Task.immediate {
                let answer: TaskAnswer
                do {
                    let loaded = try await form.load((base, tag.tagged, proxy))
                    if let file = loaded.file {
                        try await pieces?.removeCopies(from: file, of: base)
                    }
                    answer = loaded
                } catch {
                    answer = TaskAnswer(error: error)
                }
                tag.forget(in: registry)
                end(answer, isFirst: tag.end())
            }
        }
        let isMade: Void? = if let reservation { reservation.make(make) } else { make() }
        guard isMade != nil else { return end(.cancelled) }
        reply.onCancel(base) { [weak reply] session in
            // If the session task cannot be cancelled safely, the task continues, and only the caller stops waiting.
            if !tag.cancel(in: session, registry), tag.end() {
                reply?.failure(URLError(.cancelled))
            }
        }
    }
    #endif
}
