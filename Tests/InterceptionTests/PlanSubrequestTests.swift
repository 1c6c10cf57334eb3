@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Plans as subrequests` {
    enum Kind: CaseIterable, Sendable {
        case request, batch, chain, batchThenRequest, batchOfChains, callInChain, callAfterLoss
        case service
    }

    private func perform(
        _ kind: Kind,
        through sender: InterceptingSender,
        _ done: @escaping @Sendable () -> Void
    ) {
        let request = URLRequest(path: "a")
        switch kind {
        case .request: sender.perform(request) { _ in done() }
        case .batch:
            let batch = sender.batch([request, request], queue: .global()) { _ in done() }
            #expect(batch.group.parent === RequestGroup.current)
            #expect(batch.group.progress.total == 2)
        case .chain: sender.perform(request.plan.then { _ in request }) { _ in done() }
        case .batchThenRequest:
            sender.perform(RequestPlan.batch([request]).then { _ in request }) { _ in done() }
        case .batchOfChains:
            let chain = request.plan.then { _ in request }
            let batch = sender.batch([chain, chain], queue: .global()) { _ in done() }
            #expect(batch.group.progress.total == 2)
        case .callInChain:
            let chain = request.plan.then { _ in
                _ = sender.send(request) { _ in done() }
                return request
            }
            sender.perform(chain) { _ in }
        case .callAfterLoss:
            let lost = URLRequest(path: "lost").plan.onCompletion { _ in
                _ = sender.send(request) { _ in done() }
            }
            sender.perform(lost.then { _ in request }) { _ in }
        case .service:
            ServiceMediator(client: sender, baseURL: URL(fileURLWithPath: "/"))
                .send(ServiceDefinition<Int>("a") { _ in 1 }) { _ in done() }
        }
    }

    @Test(.endsInTime, arguments: Kind.allCases)
    func `a plan in its sender's method is a subrequest (M7)`(kind: Kind) async throws {
        let sender = InterceptingSender(limiter: RequestLimiter(limit: 1))
        func performTwice() async throws {
            let ended = Gate()
            sender.intercept("page") { call in
                nonisolated(unsafe) let finish = call.wrap(.success {})
                perform(kind, through: sender) {
                    finish()
                    ended.open()
                }
            }
            await ended.waitUntilOpen()
            try await sender.intercept("awaited") {
                let ended = Gate()
                perform(kind, through: sender) { ended.open() }
                await ended.waitUntilOpen()
            }
        }
        let group = try await completedGroup(options: .limit(1)) { _ in try await performTwice() }
        try await performTwice()
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test func `a group awaits and cancels a sender's groups (N2, P2)`() async {
        let (tool, recorder, ended) = (InterceptingClient(HandleClient()), EventRecorder(), Gate())
        let (handles, cancelled, issued) = (
            Journal<HandleClient.Handle>(), Journal<String>(), Gate()
        )
        let sender = ClosureSender { _, completion in
            withRequestGroup("first", options: .mayBeEmpty, queue: DispatchQueue(label: "first")) {
            } completion: { _ in
                // The page does not count this request, which needs no permit besides that of the step.
                handles.append(tool.load("log", cancel: { cancelled.append($0.path) }) { _ in })
                issued.open()
            }
            withRequestGroup("inner", options: .mayBeEmpty, queue: .global()) {
            } completion: { _ in
            }
            completion(.success(LoadedResponse(text: "")))
            return CancelHandle {}
        }
        let page = withRequestGroup(
            "page",
            options: .limit(1),
            .observer(recorder),
            queue: .global()
        ) {
            sender.perform(URLRequest(path: "a")) { _ in }
        } completion: { _ in
            ended.open()
        }
        await issued.waitUntilOpen()
        #expect(page.progress == GroupProgress(finished: 1, total: 1))
        #expect(page.nearestOpen === page)
        page.cancel()
        #expect(cancelled.entries == ["log"])
        tool.base.answer("log")
        await ended.waitUntilOpen()
        let inner = recorder.events.filter { $0.groupName == "inner" }
        #expect(inner.last?.kind == .completed)
        #expect(Set(recorder.events.map(\.traceID)).count == 1)
    }

    @Test func `a request behind two senders has its plan's identity (O4)`() async throws {
        let (identities, recorder) = (Journal<RequestIdentity?>(), EventRecorder())
        let inner = InterceptingSender(limiter: nil) { identities.append(.current) }
        let outer = ClosureSender { request, completion in
            inner.perform(request) { completion($0) }
            return CancelHandle {}
        }
        let group = try await completedGroup("page", options: .observer(recorder)) { _ in
            outer.perform(URLRequest(path: "a")) { _ in }
        }
        let identity = try #require(identities.entries.first ?? nil)
        #expect(identity.traceID == group.traceID)
        #expect(identity.id == recorder.events.first { $0.kind == .entered }?.requestID)
    }

    @Test func `outside any group, a plan in its sender's method opens no group (S1)`() {
        let names = Journal<String?>()
        let sender = InterceptingSender(limiter: RequestLimiter(limit: 1)) {
            names.append(RequestGroup.current?.name)
        }
        sender.intercept("page", .success { @Sendable in }) { end in
            sender.perform(URLRequest(path: "a")) { _ in end() }
        }
        #expect(names.entries == [nil])
    }

    @Test func `a service's plan performed by another client is one request (M7)`() async throws {
        let mediator = ServiceMediator(InterceptingSender(limiter: nil))
        let plan = mediator.plan(ServiceDefinition<Int>("a") { _ in 1 })
        let group = try await completedGroup(options: .tolerant) { _ in
            InterceptingSender(limiter: nil).perform(plan) { _ in }
        }
        #expect(group.progress.total == 1)
    }

    @Test func `a sender's request through another client is not a subrequest (M7)`() async throws {
        let other = ManualClient()
        let wrapped = InterceptingClient(other)
        let sender = InterceptingSender(limiter: nil) {
            wrapped.intercept("audit", .success { _ in }, .failure { _ in }) {
                other.get("audit", success: $0, failure: $1)
            }
        }
        let outcome = await withRequestGroupOutcome { group in
            let ended = Gate()
            sender.perform(URLRequest(path: "fail")) { _ in ended.open() }
            await ended.waitUntilOpen()
            #expect(group.outstanding == ["audit"])
            try other.fail("audit")
        }
        #expect(outcome.failures.map(\.label) == ["GET fail", "audit"])
    }

    @Test func `a batch sender's request by another client joins the batch (M7)`() async throws {
        let (other, recorder) = (ManualClient(), EventRecorder())
        let wrapped = InterceptingClient(other)
        let sender = InterceptingSender(limiter: nil) { wrapped.get("audit") }
        try await withRequestGroup("page", options: .tolerant, .observer(recorder)) {
            sender.batch([URLRequest(path: "a")], name: "batch") { _ in }
            await other.started.waitFor("audit")
            try other.fail("audit")
        }
        let labels = recorder.events.filter { $0.groupName == "batch" }.compactMap(\.label)
        #expect(labels.contains("GET audit"))
    }
}

/// A sender that intercepts, and whose client answers at once.
private final class InterceptingSender: RequestSender, RequestIntercepting {
    let interceptionSettings: InterceptionSettings
    private let meanwhile: @Sendable () -> Void

    init(limiter: RequestLimiter?, meanwhile: @escaping @Sendable () -> Void = {}) {
        interceptionSettings = InterceptionSettings { $0.limiter = limiter }
        self.meanwhile = meanwhile
    }

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        intercept("send", .completion(completion)) {
            self.meanwhile()
            let fails = request.path == "fail"
            if request.path == "lost" { return }
            $0(fails ? .failure(ClientError("no")) : .success(LoadedResponse(text: "")))
        }
        return CancelHandle {}
    }
}
