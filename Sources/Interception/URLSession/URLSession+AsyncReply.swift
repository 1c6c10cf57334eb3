import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the asynchronous methods have in common.

extension InterceptingClient where Base: URLSession {
    /// The funnel of the asynchronous methods of a request that are built on tasks with handlers.
    func reply<Value>(
        to request: URLRequest,
        isCached: Bool = false,
        _ delegate: (any URLSessionTaskDelegate)?,
        keeping keep: @escaping @Sendable (Value) throws -> Value = { $0 },
        _ make: @escaping (URLSession, URLRequest, @escaping TaskHandler<Value>) -> URLSessionTask
    ) async throws -> (Value, URLResponse) {
        let piped = piped(request, isCached: isCached)
        if let piped, piped.answer != nil { return try await reply(toAnswered: piped) }
        let request = piped?.request ?? request
        return try await reply(request.requestLabel, delegate, piped, keeping: keep) {
            make(base, request, $0)
        }
    }

    /// The funnel of the asynchronous methods that are built on tasks with handlers.
    ///
    /// `keep` makes something of the value that outlives the handler.
    func reply<Value>(
        _ label: String,
        _ delegate: (any URLSessionTaskDelegate)?,
        _ piped: PipedRequest? = nil,
        keeping keep: @escaping @Sendable (Value) throws -> Value = { $0 },
        _ make: @escaping (@escaping TaskHandler<Value>) -> URLSessionTask
    ) async throws -> (Value, URLResponse) {
        try await throwingURLError {
            try await awaitReply(label) { (reply: AwaitedReply<(Value, URLResponse)>) in
                let handler: TaskHandler<Value> = { value, response, error in
                    let failure = failure(of: piped, value, response, error)
                    guard let value, let response, error == nil else {
                        return reply.completion(nil, response, error)
                    }
                    do {
                        let kept = try keep(value)
                        let isWanted = reply.answer(
                            .success((kept, response)),
                            failure: failure
                        )
                        if !isWanted { DownloadedFile.removeIfAny(kept) }
                    } catch {
                        reply.failure(error)
                    }
                }
                piped?.start()
                let task = makeTask(of: reply.call, isOurs: true, handler, make)
                #if !canImport(FoundationNetworking)
                if let delegate {
                    task.delegate = DelegateProxy(delegate, context: .request(reply.call))
                }
                #endif
                reply.onCancel(task) { $0.cancel() }
                task.resume()
            }
        }
    }

    /// Replies with an answer that is ready, for which no task is needed.
    private func reply<Value>(
        toAnswered piped: PipedRequest
    ) async throws -> (Value, URLResponse) {
        try await throwingURLError {
            try await awaitReply(piped.request.requestLabel) { reply in
                piped.start()
                let loading = Task {
                    let (value, response, error) = await piped.currentAnswer.load(Value.self)
                    let received = piped.receive(value, response, error)
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
        }
    }

    /// Why a request failed, as far as its group is concerned; tells the pipeline of its end.
    private func failure(
        of piped: PipedRequest?,
        _ value: Any?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> (any Error)? {
        guard let piped else { return interceptionSettings.failure(response, error) }
        var failure: (any Error)?
        RequestStubs.bind(piped.scope) {
            let received = piped.receive(value, response, error)
            received.finish()
            failure = received.result.reportedFailure
        }
        return failure
    }

    /// Whether the session has methods of its own that a delegate of one request needs.
    func needsOwnMethod(_ delegate: (any URLSessionTaskDelegate)?) -> Bool {
        #if canImport(FoundationNetworking)
        delegate != nil
        #else
        false
        #endif
    }

    /// Reports a cancelling as the session does, also of a request that was never started.
    func throwingURLError<Value>(_ request: () async throws -> Value) async throws -> Value {
        do {
            return try await request()
        } catch is CancellationError {
            throw URLError(.cancelled)
        }
    }

    #if canImport(FoundationNetworking)
    /// The funnel of the asynchronous methods with a delegate.
    ///
    /// On Linux the session calls the delegate of one request in these methods only. Cancelling a
    /// Swift task inside them can block the session for ever, so nobody does: the task of the session
    /// is looked up and cancelled.
    func reply<Value: Sendable>(
        to request: URLRequest,
        isCached: Bool = false,
        _ delegate: any URLSessionTaskDelegate,
        _ method:
            @escaping @Sendable (URLRequest, any URLSessionTaskDelegate) async throws -> (
                Value, URLResponse
            )
    ) async throws -> (Value, URLResponse) {
        let piped = piped(request, isCached: isCached)
        if let piped, piped.answer != nil { return try await reply(toAnswered: piped) }
        let request = piped?.request ?? request
        return try await throwingURLError {
            try await awaitReply(request.requestLabel) { reply in
                // Cancelling takes a while here; the server might answer before.
                if Task.isCancelled { return reply.failure(URLError(.cancelled)) }
                let request = TaggedRequest(request)
                let proxy = DelegateProxy.standing(
                    before: delegate,
                    context: .request(reply.call),
                    hearsOfDownloads: false
                )
                piped?.start()
                // Immediate: the task has been created when this returns.
                Task.immediate {
                    do {
                        let (value, response) = try await method(request.tagged, proxy)
                        let isWanted = reply.answer(
                            .success((value, response)),
                            failure: failure(of: piped, value, response, nil)
                        )
                        if !isWanted { DownloadedFile.removeIfAny(value) }
                    } catch {
                        reply.failure(failure(of: piped, nil, nil, error) ?? error)
                    }
                }
                reply.onCancel(base) { [weak reply] session in
                    // One that must not be cancelled goes on, but nobody waits for it.
                    if !request.cancel(in: session) { reply?.failure(URLError(.cancelled)) }
                }
            }
        }
    }
    #endif
}

#if canImport(FoundationNetworking)
/// A request that can be found among the tasks of a session.
private struct TaggedRequest: Sendable {
    let tagged: URLRequest
    private let tag: URL?

    init(_ request: URLRequest) {
        var tagged = request
        // The one property that nobody reads here, neither the session nor its cookie storage; but
        // a delegate may, so it stays if the caller has set it.
        tag = request.mainDocumentURL == nil ? URL(string: "request:\(UUID().uuidString)") : nil
        tagged.mainDocumentURL = tag ?? request.mainDocumentURL
        self.tagged = tagged
    }

    /// Cancels the task of the request, if it can be found and survives it; returns whether it does.
    ///
    /// In a session with a cache it might end the process: see `URLSessionTask.awaitCancelling`, which
    /// has no place here, as the handler is the session's own.
    func cancel(in session: URLSession) -> Bool {
        guard let tag, session.configuration.urlCache == nil else { return false }
        session.getAllTasks { tasks in
            for task in tasks where task.originalRequest?.mainDocumentURL == tag { task.cancel() }
        }
        return true
    }
}
#endif
