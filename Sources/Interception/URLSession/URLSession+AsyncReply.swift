import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<URLSession> {
    func reply<Form: LoadableForm>(
        to form: Form,
        _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Form.Value, URLResponse) {
        let (piped, context) = (piped(form), proxiedContext)
        let mayWait = needsPermit || piped?.mayBeAnswered == true
        #if canImport(FoundationNetworking)
        // On Linux only the session's own asynchronous method calls a delegate of one request.
        let isOwn = delegate != nil
        let reservation = isOwn && mayWait ? TaskReservation(in: base) : nil
        #else
        let isOwn = false
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
                let request = AwaitedRequest(session: self, form: form, piped: piped, reply: reply)
                request.answerLocally {
                    #if canImport(FoundationNetworking)
                    if let delegate { return request.load(delegate, reservation) }
                    #endif
                    guard let task = make(reply.call, { request.end($0) }) else {
                        return request.end(.cancelled)
                    }
                    #if !canImport(FoundationNetworking)
                    if let delegate { setDelegate(delegate, of: task, reply.call) }
                    #endif
                    reply.onCancel(task) { $0.cancel(in: context) }
                    task.resume()
                }
            }
        }
    }

    private var needsPermit: Bool {
        // If the current group has completed, the request joins an enclosing group, so check the enclosing groups too.
        let groups = sequence(state: RequestGroup.current) { group in
            defer { group = group?.parent }
            return group
        }
        return interceptionSettings.limiter != nil || groups.contains { !$0.isUnlimited }
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
            let context = DelegateContext(of: known, adaptRedirect: adaptRedirect)
            let place = DelegateRouting.Place.handledTaskDelegate
            task.delegate = DelegateProxy(delegate, at: place, of: base, context: context)
        }
    }
    #endif
}

/// A request that the caller of an asynchronous method awaits.
private struct AwaitedRequest<Form: LoadableForm>: Sendable {
    let session: InterceptingClient<URLSession>
    let form: Form
    let piped: PipelineRequest?
    let reply: AwaitedReply<(Form.Value, URLResponse)>

    /// Answers the request with a local response; without a local response, sends the request.
    func answerLocally(orElse send: @escaping @Sendable () -> Void) {
        guard let piped else { return send() }
        piped.start()
        guard piped.mayBeAnswered else { return send() }
        let loading = Task {
            let answer = await piped.localAnswer(
                in: reply.call,
                of: session.interceptedClient,
                asFile: form.kind == .download
            )
            if let answer { end(answer) } else { send() }
        }
        reply.onCancel(loading) { $0.cancel() }
    }

    /// Notifies the pipeline of an answer; the first answer also reaches the caller.
    func end(_ answer: TaskAnswer, isFirst: Bool = true) {
        let reply = isFirst ? reply : nil
        let end = {
            let result = piped?.receive(answer) ?? session.interceptionSettings.result(of: answer)
            do {
                let kept = answer.error == nil ? try answer.value.flatMap(form.keep) : nil
                piped?.finish(result, from: answer.origin)
                guard let kept, let response = answer.response else {
                    reply?.completion(nil, answer.response, answer.error)
                    return
                }
                let isWanted = reply?.success((kept, response), recording: result.reportedFailure)
                if isWanted != true { DownloadedFile.remove(kept as? URL) }
            } catch {
                piped?.finish(.failure(error), from: answer.origin)
                reply?.failure(error)
            }
        }
        if let piped { piped.bind(end) } else { end() }
    }

    #if canImport(FoundationNetworking)
    /// Sends a request that has its own delegate, with an asynchronous method of the session.
    ///
    /// Cancelling a Swift task in such a method can block the session for ever, so cancel the session task.
    func load(_ delegate: any URLSessionTaskDelegate, _ reservation: TaskReservation?) {
        guard let request = piped?.request ?? form.name.request else { return }
        let (tag, base, context) = (RequestTag(request), session.base, session.proxiedContext)
        let pieces = form.kind == .download ? WrittenPieces.record(for: delegate, by: base) : nil
        let known = RegisteredTask(call: reply.call)
        let proxy = DelegateProxy.proxy(
            for: delegate,
            context: DelegateContext(of: known, adaptRedirect: session.adaptRedirect),
            noting: pieces
        )
        // The Swift task starts immediately, so that the session's task exists when `make` returns.
        let make = {
            _ = Task.immediate {
                let answer: TaskAnswer
                do {
                    let loaded = try await form.load((base, tag.tagged, proxy))
                    if let file = loaded.value?.file {
                        try await pieces?.removeCopies(from: file, of: base)
                    }
                    answer = loaded
                } catch {
                    answer = TaskAnswer(error: error)
                }
                tag.forget(in: context)
                end(answer, isFirst: tag.end())
            }
        }
        let isMade: Void? = if let reservation { reservation.make(make) } else { make() }
        guard isMade != nil else { return end(.cancelled) }
        reply.onCancel(base) { [weak reply] session in
            // If the session task cannot be cancelled safely, the task continues, and only the caller stops waiting.
            if !tag.cancel(in: session, context), tag.end() {
                reply?.failure(URLError(.cancelled))
            }
        }
    }
    #endif
}
