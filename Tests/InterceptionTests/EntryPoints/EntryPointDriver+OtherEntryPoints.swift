@testable import InterceptionTestSupport

// MARK: - Wrappers that use the call

extension EntryPointDriver {
    func issueByCall(
        _ path: String,
        _ priority: RequestPriority?,
        _ isolation: (any Actor)?,
        _ done: @escaping Done
    ) {
        let reject = { (error: any Error) in done(.failure(error)) }
        switch entryPoint {
        case .raw, .delegate:
            network.intercept(
                builtLabel(path),
                isOptional: isOptional,
                priority: priority,
                onRejection: reject,
                isolation: isolation
            ) { [self] call in
                call.onCancel { [self] in stop(path) }
                if entryPoint == .delegate { calls.insert(call, for: path) }
                begin(path, { [self] in answer(call, path, .success($0), done) }) { [self] error in
                    answer(call, path, .failure(error), done)
                }
            }
        case .subclass:
            Subclass(self, priority, isolation)
                .get(path, success: { done(.success($0)) }, failure: reject)
        default:
            // swift-format-ignore: OnlyOneTrailingClosureArgument
            let prepared = network.prepare(
                self.builtLabel(path),
                isOptional: isOptional,
                priority: priority,
                start: { $0.start() },
                cancel: { $0.cancel() }
            ) { call in
                UnstartedItem(
                    self,
                    path,
                    call.wrap(.success { @Sendable (value: String) in done(.success(value)) }),
                    call.wrap(.failure { @Sendable (error: any Error) in done(.failure(error)) })
                )
            }
            keep(path, prepared.handle) {}
            prepared.start()
        }
    }

    /// Ends a request as its wrapper does, by the call or by its delegate method.
    private func answer(
        _ call: InterceptedCall,
        _ path: String,
        _ result: Result<String, any Error>,
        _ done: Done
    ) {
        let error = result.reportedFailure
        if entryPoint == .delegate {
            calls.end(path, error) { done(result) }
        } else {
            call.answer(error) { done(result) }
        }
    }

    /// A request that is created before its start, and calls back if it is cancelled before its start.
    private final class UnstartedItem: Sendable {
        private let driver: EntryPointDriver
        private let path: String
        private let success: @Sendable (String) -> Void
        private let failure: @Sendable (any Error) -> Void
        private let hasStarted = Locked(false)

        init(
            _ driver: EntryPointDriver,
            _ path: String,
            _ success: @escaping @Sendable (String) -> Void,
            _ failure: @escaping @Sendable (any Error) -> Void
        ) {
            (self.driver, self.path, self.success, self.failure) = (driver, path, success, failure)
        }

        func start() {
            hasStarted.withLock { $0 = true }
            driver.begin(path, success, failure)
        }

        func cancel() {
            if hasStarted.withLock({ $0 }) {
                driver.stop(path)
            } else {
                failure(ClientError("cancelled"))
            }
        }
    }

    /// A subclass that overrides the method of an open client.
    private final class Subclass: ManualClient, RequestIntercepting, @unchecked Sendable {
        // Unchecked because its superclass is; it adds only constants.
        private let driver: EntryPointDriver
        private let priority: RequestPriority?
        private let isolation: (any Actor)?
        var interceptionSettings: InterceptionSettings { driver.settings }

        init(_ driver: EntryPointDriver, _ priority: RequestPriority?, _ isolation: (any Actor)?) {
            (self.driver, self.priority, self.isolation) = (driver, priority, isolation)
            super.init()
        }

        override func get(
            _ path: String,
            success: ((String) -> Void)?,
            failure: ((any Error) -> Void)?
        ) {
            intercept(
                driver.builtLabel(path),
                .success(success),
                .failure(failure),
                isOptional: driver.isOptional,
                priority: priority,
                isolation: isolation
            ) { [driver] success, failure in
                driver.begin(path, { success?($0) }, { failure?($0) })
            }
        }
    }
}

// MARK: - Awaited requests

extension EntryPointDriver {
    func issueAwaited(_ path: String, _ priority: RequestPriority?, _ done: @escaping Done) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) else { return }
        let task = Task.immediate {
            do { done(.success(try await value(path, priority))) } catch { done(.failure(error)) }
        }
        keep(path, ()) { task.cancel() }
    }

    func value(_ path: String, _ priority: RequestPriority? = nil) async throws -> String {
        switch entryPoint {
        case .operation:
            return try await network.intercept(
                builtLabel(path),
                isOptional: isOptional,
                priority: priority
            ) { [self] in
                try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { [self] continuation in
                        begin(path, { continuation.resume(returning: $0) }) {
                            continuation.resume(throwing: $0)
                        }
                        if Task.isCancelled { stop(path) }
                    }
                } onCancel: { [self] in
                    stop(path)
                }
            }
        case .reply:
            return try await network.awaitReply(
                self.builtLabel(path),
                isOptional: isOptional,
                priority: priority
            ) { [self] reply in
                begin(path, reply.success, reply.failure)
                reply.onCancel(path) { [self] in stop($0) }
            }
        case .awaitedData:
            let session = session.requests(isOptional: isOptional, priority: priority)
            return String(decoding: try await session.data(from: server.url(path)).0, as: UTF8.self)
        case .awaitedBatch:
            let batch = batch([URLRequest(path: path)], name: label(path))
            return try await batch.results().values()[0].text
        case .awaitedService: return try await mediator.send(ServiceDefinition(path) { $0.text })
        default: return try await perform(URLRequest(path: path)).text
        }
    }
}

// MARK: - Session tasks

extension EntryPointDriver {
    func issueTask(_ path: String, _ priority: RequestPriority?, _ done: @escaping Done) {
        let session = session.requests(isOptional: isOptional, priority: priority)
        guard let url = URL(string: "http://\(server.host)/\(path)") else { return }
        let request = URLRequest(url: url)
        let handler = { @Sendable (data: Data?, _: URLResponse?, error: (any Error)?) in
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            done(error.map { .failure($0) } ?? .success(text))
        }
        switch entryPoint {
        case .dataTask: resume(path, session.dataTask(with: request, completionHandler: handler))
        case .uploadTask:
            var post = request
            post.httpMethod = "POST"
            let body = Data("body".utf8)
            resume(path, session.uploadTask(with: post, from: body, completionHandler: handler))
        case .bareTask:
            let task: URLSessionDataTask = session.dataTask(
                with: request,
                completionHandler: handler
            )
            resume(path, task)
        case .bareDelegateTask:
            let task: URLSessionDataTask = session.dataTask(with: request)
            resume(path, task)
        default: resume(path, session.dataTask(with: request))
        }
    }

    private func resume(_ path: String, _ task: any StartableTask) {
        nonisolated(unsafe) let task = task
        keep(path, ()) { task.cancel() }
        task.resume()
    }
}

// MARK: - Plans

extension EntryPointDriver {
    private var mediator: ServiceMediator {
        let url = URL(string: "test://service") ?? URL(fileURLWithPath: "/")
        return ServiceMediator(client: self, baseURL: url)
    }

    func issuePlan(_ path: String, _ done: @escaping Done) {
        let (request, label) = (URLRequest(path: path), label(path))
        let plan: RequestPlan<String> =
            switch entryPoint {
            case .batch: RequestPlan.batch([request], name: label).map { try $0[0].get().text }
            case .chain: RequestPlan.chain(request, name: label) { _ in nil }.map { $0[0].text }
            default: request.plan.map(\.text)
            }
        if entryPoint == .service {
            let call = mediator.send(ServiceDefinition(path) { $0.text }, completion: done)
            keep(path, ()) { call.cancel() }
        } else {
            let sent = perform(plan, completion: done)
            keep(path, ()) { sent.cancel() }
        }
    }
}

/// The driver is also the sender of its plans.
extension EntryPointDriver: RequestSender, RequestIntercepting {
    var interceptionSettings: InterceptionSettings { settings }

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        let isService = request.path == "service"
        let path = isService ? request.url?.lastPathComponent ?? "" : request.path
        let success = { @Sendable (text: String) in
            completion(.success(LoadedResponse(text: text)))
        }
        let failure = { @Sendable (error: any Error) in completion(.failure(error)) }
        if entryPoint == .interceptedPlan {
            intercept("sender", .success(success), .failure(failure)) { [self] in
                begin(path, $0, $1)
            }
        } else {
            begin(path, success, failure)
        }
        return CancelHandle { [self] in stop(path) }
    }
}
