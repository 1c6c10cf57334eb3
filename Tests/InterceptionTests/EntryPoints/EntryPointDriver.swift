@testable import InterceptionTestSupport

/// Issues requests through an entry point, and answers them as its client.
final class EntryPointDriver: Sendable {
    /// A task-local of an app; the driver propagates it.
    @TaskLocal static var trace = "none"

    /// An answer that reached the caller, and the context in which it did.
    struct Answer: Sendable {
        let path: String
        /// “ok”, “failed”, “cancelled”, “timed out” or “lost”, whatever the error of the entry point is.
        let text: String
        let context: Context
    }

    struct Context: Sendable {
        let group: String
        let trace: String
        let outstanding: [String]
        let isOnMain = mainQueue.isCurrent

        init() {
            group = RequestGroup.current?.name ?? "none"
            trace = EntryPointDriver.trace
            outstanding = RequestGroup.current?.outstanding ?? []
        }
    }

    /// The callbacks of a started request; the client can call them any number of times.
    struct Reply: Sendable {
        let succeed: @Sendable () -> Void
        let fail: @Sendable () -> Void
    }

    let entryPoint: EntryPoint
    let settings: InterceptionSettings
    let client: ManualClient
    let server = StubServer()
    let calls = DelegatedCalls<String>()
    let session: InterceptingClient<URLSession>
    let answers = Journal<Answer>()
    let starts = Journal<Context>()
    /// Counts the requests whose callbacks are retained.
    let living = LiveCount()
    let labels = Journal<String>()
    /// The paths of the requests whose cancel handler was called.
    let cancelled = Journal<String>()
    /// Whether each cancel handler was called on the main queue.
    let wereCancelledOnMain = Journal<Bool>()
    /// A Boolean value that indicates whether the client fails requests that are cancelled.
    let heedsCancelling: Bool
    let isOptional: Bool
    /// A Boolean value that indicates whether the group retains handles, and the caller does not.
    let holdsHandles: Bool
    /// A Boolean value that indicates whether the client throws instead of returning a handle.
    let throwsErrors: Bool
    private let react: @Sendable (EntryPointDriver, String) -> Void
    private let kept = Locked([String: any Sendable]())
    private let cancels = Locked([String: @Sendable () -> Void]())

    // `limit` is that of the client's own limiter; `answersInside` lets the client answer before its method returns;
    // `configure` changes the settings of the client; `react` is the caller's code, which receives the path of the
    // answered request.
    init(
        _ entryPoint: EntryPoint,
        limit: Int? = nil,
        propagates: Bool = false,
        answersInside: Bool = false,
        heedsCancelling: Bool = true,
        isOptional: Bool = false,
        holdsHandles: Bool = false,
        throwsErrors: Bool = false,
        react: @escaping @Sendable (EntryPointDriver, String) -> Void = { _, _ in },
        configure: (inout InterceptionSettings) -> Void = { _ in }
    ) {
        self.entryPoint = entryPoint
        self.heedsCancelling = heedsCancelling
        self.isOptional = isOptional
        self.holdsHandles = holdsHandles
        self.throwsErrors = throwsErrors
        self.react = react
        client = answersInside ? ManualClient { $0.succeed() } : ManualClient()
        settings = InterceptionSettings {
            $0.limiter = limit.map { RequestLimiter(limit: $0) }
            $0.propagated = propagates ? PropagatedTaskLocals(Self.$trace) : nil
            configure(&$0)
        }
        let delegate = EntryPointDelegate()
        session = server.session(
            delegate: entryPoint == .delegateTask || entryPoint == .bareDelegateTask
                ? delegate : nil,
            settings: settings
        )
        delegate.driver.withLock { $0.driver = self }
    }

    func label(_ path: String) -> String {
        switch entryPoint {
        case .uploadTask: "POST \(server.host)/\(path)"
        case .service, .awaitedService: path
        default: entryPoint.isOfSession ? "GET \(server.host)/\(path)" : "GET \(path)"
        }
    }

    /// Returns the label of a request, and records that it was built.
    func builtLabel(_ path: String) -> String {
        labels.append(path)
        return label(path)
    }

    var started: [String] { (entryPoint.isOfSession ? server.arrived : client.started).entries }

    func answers(
        _ count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [Answer] {
        await answers.waitForFirst(count, sourceLocation: sourceLocation)
    }

    func hasStarted(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await (entryPoint.isOfSession ? server.arrived : client.started).waitFor(
            path,
            sourceLocation: sourceLocation
        )
    }

    // MARK: - The client

    /// Waits until the client has received the request, and takes its callbacks from it.
    func reply(
        _ path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        await hasStarted(path, sourceLocation: sourceLocation)
        if entryPoint.isOfSession {
            nonisolated(unsafe) let request = try await server.take(
                path,
                sourceLocation: sourceLocation
            )
            return Reply {
                request.answer(Data("ok".utf8), status: 200)
            } fail: {
                request.fail(URLError(.networkConnectionLost))
            }
        }
        let call = try client.take(path, sourceLocation: sourceLocation)
        return Reply(succeed: { call.succeed() }, fail: { call.fail() })
    }

    func succeed(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await reply(path, sourceLocation: sourceLocation).succeed()
    }

    func fail(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await reply(path, sourceLocation: sourceLocation).fail()
    }

    /// Releases the callbacks of the request without calling them.
    func lose(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        _ = try await reply(path, sourceLocation: sourceLocation)
        calls.remove(path)
        release(path)
    }

    /// Passes the request to the client, as a wrapper does.
    func begin(
        _ path: String,
        _ success: @escaping (String) -> Void,
        _ failure: @escaping (any Error) -> Void
    ) {
        starts.append(Context())
        client.get(path, success: success, failure: failure)
    }

    func stop(_ path: String) {
        wereCancelledOnMain.append(mainQueue.isCurrent)
        cancelled.append(path)
        if heedsCancelling { for call in client.takeAll(path) { call.fail("cancelled") } }
    }

    // MARK: - The caller

    func cancel(_ path: String) { cancels.withLock { $0[path] }?() }

    func keep(_ path: String, _ handle: any Sendable, cancel: @escaping @Sendable () -> Void) {
        kept.withLock { $0[path] = handle }
        cancels.withLock { $0[path] = cancel }
        if answers.entries.contains(where: { $0.path == path }) { release(path) }
    }

    func release(_ path: String) {
        // Released after unlocking, because the release may end the request.
        let handle = kept.withLock { $0.removeValue(forKey: path) }
        let cancel = cancels.withLock { $0.removeValue(forKey: path) }
        withExtendedLifetime((handle, cancel)) {}
    }

    func note(_ path: String, _ result: Result<String, any Error>) {
        // The handle retains the callbacks, and these retain the driver.
        defer { release(path) }
        answers.append(Answer(path: path, text: Self.text(of: result), context: Context()))
        react(self, path)
    }

    private static func text(of result: Result<String, any Error>) -> String {
        switch result {
        case .success(let value): value
        case .failure(let error): text(of: error)
        }
    }

    static func text(of error: any Error) -> String {
        switch error {
        case ClientError("no"): "failed"
        case let error as URLError where error.code == .networkConnectionLost: "failed"
        case let error as URLError where error.code == .cancelled: "cancelled"
        case let error as URLError where error.code == .timedOut: "timed out"
        case is CancellationError, ClientError("cancelled"): "cancelled"
        case is RequestTimeoutError: "timed out"
        case is LostCallbackError: "lost"
        case let error as RequestGroupError:
            error.failures.first.map { text(of: $0.error) } ?? "cancelled"
        default: "\(error)"
        }
    }
}

private func ~= (pattern: ClientError, error: any Error) -> Bool {
    error as? ClientError == pattern
}

private final class EntryPointDelegate: NSObject, URLSessionDataDelegate {
    struct Weak { weak var driver: EntryPointDriver? }

    let driver = Locked(Weak())

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let path = String(task.originalRequest?.url?.path.dropFirst() ?? "")
        driver.withLock { $0.driver }?.note(path, error.map { .failure($0) } ?? .success("ok"))
    }
}

private let mainQueue = QueueMark(.main)
