// The examples of the documentation comments in Sources/, where `scripts/snippets` looks for them.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// MARK: - GroupContext

func severalSettings() {
    // InterceptionSettings.init
    let settings = InterceptionSettings {
        $0.limiter = RequestLimiter(limit: 5)
        $0.queue = .main
    }
    _ = InterceptingClient(URLSession.shared, settings: settings)
}

func sessions(_ url: URL, _ banner: URL, _ profile: URL) async throws {
    // InterceptingClient.init
    let session = InterceptingClient(
        URLSession.shared,
        settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 5) },
        statusCheck: .successful
    )

    // AnyInterceptedTask
    let tasks = [session.dataTask(with: url), session.downloadTask(with: url)]
    for task in tasks { task.resume() }

    // InterceptedTask.enter
    let task = session.dataTask(with: url).enter()
    task.resume()

    // InterceptingClient.requests
    session.requests(isOptional: true).dataTask(with: banner).resume()
    let user = try await session.requests(priority: .high).data(from: profile)
    _ = user

    // PipelineAdapter.atStart
    let signing = PipelineAdapter.atStart { request, _ in
        var request = request
        request.setValue(try await token(), forHTTPHeaderField: "Authorization")
        return request
    }
    _ = signing
}

@Sendable func token() async throws -> String { "" }

@MainActor
func groups() async throws {
    // CapturedGroup
    queue.async(execute: CapturedGroup.capturing { network.post("feed") })

    let captured = CapturedGroup()
    Task.detached { await captured.run { await load() } }

    // Membership
    let membership = RequestGroup.current?.enter("GET /feed")
    client.get("/feed") { answer in
        show(answer)
        membership?.leave()
    }

    // RequestGroup.progressUpdates
    try await withRequestGroup("home page") { group in
        Task { for await progress in group.progressUpdates { bar.show(progress) } }
        network.post("feed", success: show, failure: report)
    }

    // RequestGroupError
    do {
        try await withRequestGroup("home page") { await load() }
    } catch let error as RequestGroupError {
        for failure in error.causes { show(failure.label, failure.error) }
    }

    // RequestGroupObserver
    struct Log: RequestGroupObserver {
        func observe(_ event: RequestGroupEvent) { print(event) }
    }
    try await withRequestGroup("home page", options: .observer(Log())) { await load() }

    // RequestGroupOption
    try await withRequestGroup("images", options: .limit(3), .timeout(.seconds(10)), .failFast) {
        for path in images { network.post(path, success: show, failure: report) }
    }

    // RequestGroupOption.quorum
    try await withRequestGroup("write", options: .quorum(2)) {
        for replica in replicas { network.post(replica, success: show, failure: report) }
    }

    // RequestGroupOption.cancelsBody
    try await withRequestGroup("feed", options: .timeout(.seconds(5)), .cancelsBody) {
        await load()
    }

    // RequestGroupOption.onStall
    let option = RequestGroupOption.onStall(after: .seconds(10)) { stall in print(stall) }
    try await withRequestGroup("home page", options: option) { await load() }

    // withRequestGroup
    let user = try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
        network.post("feed", success: show, failure: report)  // a wrapped client, called as before
        return try await network.user()
    }
    show(user)

    // withRequestGroupOutcome
    let outcome = await withRequestGroupOutcome("home page") { await load() }
    for failure in outcome.failures { report(failure) }

    // withoutRequestGroup
    withoutRequestGroup { analytics.ping() }  // must not hold up the page
}

// MARK: - Interception

@MainActor
func drawing() async throws {
    // RequestTimeline
    let timeline = RequestTimeline()
    try await withRequestGroup("home page", options: .observer(timeline)) { await load() }
    print(timeline.recording.text())
}

@MainActor
func progressTrees() async throws {
    // RequestGroupOption.progress
    let parent = Progress(totalUnitCount: 10)
    let share = RequestGroupOption.progress(childOf: parent, pendingUnitCount: 3)
    try await withRequestGroup("home page", options: share) { await load() }

    // withProgressTree
    let fraction = withProgressTree { parent.fractionCompleted }
    show(fraction)
}

func ungroupedRequests() {
    // InterceptionSettings.onUngroupedRequest
    var settings = InterceptionSettings()
    settings.onUngroupedRequest = { request in print(request) }
    let network = InterceptingClient(NetworkTool.shared, settings: settings)
    network.post("feed")
}

@MainActor
func scopes() {
    // withBlockingRequestGroup
    DispatchQueue.global().async {
        do {
            try withBlockingRequestGroup("nightly report") { network.post("report") }
        } catch {
            print(error)
        }
    }

    // withRequestGroup … completion:
    withRequestGroup("home page") {
        network.post("feed", success: show, failure: report)
        network.post("profile", success: show, failure: report)
    } completion: { result in
        if case .failure(let error) = result { report(error) }
    }

    // withRequestGroup … success: … failure:
    withRequestGroup("home page") {
        network.post("feed", success: show, failure: report)
    } success: {
        show(page)
    } failure: { failures in
        for failure in failures { report(failure) }
    }
}

// InterceptingClient
extension InterceptingClient<NetworkTool> {
    func post(
        _ path: String,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}

let network = InterceptingClient(NetworkTool.shared)

// RequestIntercepting
enum Subclass {
    final class GroupedNetworkTool: NetworkTool, RequestIntercepting {
        override func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {
            intercept("GET \(path)", .completion(completion)) {
                super.get(path, completion: $0)
            }
        }
    }

    class NetworkTool {
        func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {}
    }
}

extension InterceptingClient<Backend> {
    // RequestIntercepting.intercept, asynchronous
    func user() async throws -> User {
        try await intercept("GET user") { try await base.user() }
    }

    // RequestIntercepting.intercept, with a role and a handle
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> Request {
        intercept("GET \(path)", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.get(path, completion: completion)
        }
    }

    // InterceptedCall.answer
    func fetch(_ path: String, callback: @escaping (Int, [String], Data?, Problem?) -> Void) {
        intercept("fetch \(path)") { call in
            base.fetch(path) { status, headers, body, problem in
                call.answer(problem?.error) { callback(status, headers, body, problem) }
            }
        }
    }
}

extension InterceptingClient<OddClient> {
    // RequestIntercepting.intercept, with a role
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {
        intercept("GET \(path)", .completion(completion)) { completion in
            base.get(path, completion: completion)
        }
    }

    // CallbackRole
    func post(_ path: String, success: @escaping (Any) -> Void, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    // InterceptedCall.wrap
    func run(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {
        intercept("GET \(path)") { call in
            let job = base.makeJob(path)
            job.completion = call.wrap(.completion(completion))
            job.start()
        }
    }
}

// RequestIntercepting.intercept, with callbacks that the closure wraps, and with a handle
enum EscapeHatch {
    struct GroupedClient: RequestIntercepting {
        let base = Client()

        typealias Done = (Int, [String: String], Data?, Problem?) -> Void

        func fetch(_ path: String, done: @escaping Done) {
            intercept("GET \(path)", onRejection: { done(0, [:], nil, Problem($0)) }) { call in
                base.fetch(path) { status, headers, data, problem in
                    call.answer(problem) { done(status, headers, data, problem) }
                }
            }
        }

        func get(_ path: String, done: @escaping Done) -> Request {
            intercept("GET \(path)", cancel: { $0.cancel() }) { call in
                base.get(path) { status, headers, data, problem in
                    call.answer(problem) { done(status, headers, data, problem) }
                }
            }
        }
    }

    struct Client {
        func fetch(_ path: String, done: @escaping GroupedClient.Done) {}
        func get(_ path: String, done: @escaping GroupedClient.Done) -> Request { Request() }
    }

    struct Problem: Error {
        init(_ error: any Error) {}
    }
}

extension InterceptingClient<NetworkTool> {
    // RequestIntercepting.awaitReply
    func user() async throws -> User {
        try await awaitReply("GET user") { reply in
            base.getUser(success: reply.success, failure: reply.failure)
        }
    }
}

// DelegatedCalls
final class GroupedDownloads: DownloaderDelegate, RequestIntercepting {
    let downloader = Downloader()
    private let calls = DelegatedCalls<String>()
    private weak var delegate: (any DownloaderDelegate)?

    init(delegate: any DownloaderDelegate) {
        self.delegate = delegate
        downloader.delegate = self
    }

    func download(_ name: String) {
        intercept("download \(name)", onRejection: { [self] in report(of: name, $0) }) {
            [self] call in
            calls.insert(call, for: name)
            downloader.download(name)
            call.onCancel(downloader) { $0.cancel(name) }
        }
    }

    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {
        calls.run(name) { delegate?.downloader(downloader, didReceive: count, of: name) }
    }

    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        calls.end(name, error) { report(of: name, error) }
    }

    private func report(of name: String, _ error: (any Error)?) {
        delegate?.downloader(downloader, didFinish: name, error: error)
    }
}

// HTTPStatusCheck
let checked = InterceptingClient(
    URLSession.shared,
    statusCheck: .successful
)

func cache() throws {
    // ResponseCache
    let cache = ResponseCache(directory: caches, lifetime: .seconds(300))
    cache.user = "42"
    do {
        show(try cache.response(for: request))
    } catch {
        print(error)  // "nothing is cached", "the cached response has expired: …"
    }

    // CacheMiss
    do {
        show(try cache.response(for: request))
    } catch {
        guard error.age != nil else { throw error }
        show(try cache.response(for: request, allowingExpired: true))
    }
}

// MARK: - Services

/// The names of the examples of services mean these.
enum ServiceExamples {
    struct User: Decodable, Sendable {}
    struct Account: Decodable, Sendable {}

    static let company = ResponseEnvelope()

    static func envelopes(network: any RequestSender, request: URLRequest) {
        // ResponseEnvelope
        let envelope = ResponseEnvelope(
            messageKey: "errorMsg",
            successCodes: [.integer(0), .integer(200)]
        )

        network.send(request) { result in
            do {
                show(try envelope.decode(Account.self, from: result.get().data))
            } catch let error as EnvelopeError where error.code == .integer(401) {
                logIn(error.message)
            } catch {
                report(error)
            }
        }
    }

    // Service
    enum Services {
        static let user = ServiceDefinition<User>("users/{id}", envelope: company)
        static let search = ServiceDefinition<[User]>("users/search", envelope: company)
        static let rename = ServiceDefinition<NoPayload>(
            "rename",
            path: "users/{id}/name",
            method: "POST",
            parameters: .json,
            envelope: company
        )
    }

    static func mediators(network: any RequestSender, server: URL) async throws {
        // ServiceMediator
        let mediator = ServiceMediator(client: network, baseURL: server)

        mediator.send(Services.user, parameters: ["id": 7]) { result in
            if case .success(let user) = result { show(user) }
        }

        let users = try await mediator.send(Services.search, parameters: ["name": "Ann"])
        show(users)
    }

    static func plans(_ mediator: ServiceMediator, session: any RequestSender) async throws {
        // ServiceMediator.plan
        let users = [1, 2, 3].map { mediator.plan(Services.user, parameters: ["id": $0]) }
        let results = await session.batch(users).results()
        show(results)
    }

    @Sendable static func logIn(_ message: String?) {}
}

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {}
    func getUser(success: @escaping (User) -> Void, failure: @escaping (any Error) -> Void) {}
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String) { post(path, success: nil, failure: nil) }
}

/// A client that reports to a delegate.
final class Downloader {
    weak var delegate: (any DownloaderDelegate)?

    func download(_ name: String) {}
    func cancel(_ name: String) {}
}

protocol DownloaderDelegate: AnyObject {
    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String)
    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?)
}

/// A client with methods of other shapes.
struct Backend: Sendable {
    func user() async throws -> User { User() }
    func get(_ path: String, completion: (Data?, (any Error)?) -> Void) -> Request { Request() }
    func fetch(_ path: String, _ done: @escaping (Int, [String], Data?, Problem?) -> Void) {}
}

final class Request: Sendable {
    func cancel() {}
}

struct Problem {
    var error: any Error
}

struct User: Sendable {}

struct OddClient: Sendable {
    func get(_ path: String, answer: @escaping (Any) -> Void) {}
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {}
    func post(_ path: String, success: @escaping (Any) -> Void, failure: ((any Error) -> Void)?) {}
    func makeJob(_ path: String) -> Job { Job() }
    func ping() {}
}

final class Job {
    var completion: ((Data?, (any Error)?) -> Void)?

    func start() {}
}

struct ProgressBar: Sendable {
    func show(_ progress: GroupProgress) {}
}

let client = OddClient()
let analytics = OddClient()
let bar = ProgressBar()
let queue = DispatchQueue(label: "parsing")
let images = ["1.png", "2.png"]
let replicas = ["a", "b", "c"]
let page = "the page"
let caches = FileManager.default.temporaryDirectory
let request = URLRequest(url: caches)

@Sendable func load() async {}
@Sendable func show(_ answer: Any) {}
@Sendable func show(_ label: String, _ error: any Error) {}
@Sendable func report(_ error: any Error) {}

// MARK: - Requests

func requests() async throws {
    let hasBody = { @Sendable (response: LoadedResponse) throws in
        if response.data.isEmpty { throw URLError(.zeroByteResource) }
    }

    // PipelineAdapter
    let signing = PipelineAdapter { request, _ in
        var request = request
        request.setValue(try signature(of: request), forHTTPHeaderField: "X-Signature")
        return request
    }

    // RequestPipeline
    let pipeline = RequestPipeline(
        adapters: [.queryItems { _ in ["platform": "ios"] }, .headers(["X-App": "3.1"])],
        validators: [ResponseEnvelope().validator]
    )
    let session = InterceptingClient(
        URLSession.shared,
        pipeline: pipeline,
        statusCheck: .successful
    )

    // RequestStubs
    let stubs = RequestStubs()
    stubs.answer(.method("GET", "/users/*"), with: .json(#"{"name": "Ada"}"#))
    stubs.answer(.method("POST", "/orders"), with: .data(status: 503), .data(status: 201))
    try await withRequestStubs(stubs) { try await loadPage() }
    print(stubs.requests.count)

    // RequestMatch
    stubs.answer(.method("GET", "/users/*"), with: .data(status: 404))
    stubs.answer(.method("GET", "api.example.com/feed?page=2"), with: .json("[]"))
    stubs.answer(RequestMatch { $0.timeoutInterval < 5 }, with: .failure(URLError(.timedOut)))

    // StubAnswer
    stubs.answer(.method("GET", "/feed"), with: .json(#"{"items": []}"#).delayed(by: .seconds(2)))
    stubs.answer(.method("GET", "/icon"), with: .file(icon, headers: ["Content-Type": "image/png"]))
    stubs.answer(.url("*"), with: .failure(URLError(.notConnectedToInternet)))
    use(hasBody, signing, session)
}

@MainActor
func refresh(_ session: InterceptingClient<URLSession>, _ feed: URL) {
    // InterceptingClient.cachedResponse
    var request = URLRequest(url: feed)
    if let old = try? session.cachedResponse(for: request, allowingExpired: true) { show(old) }
    request.cachePolicy = .reloadIgnoringLocalCacheData
    session.send(request) { result in show(result) }
}

func signature(of request: URLRequest) throws -> String { "" }
func loadPage() async throws {}
func use(
    _ validator: @Sendable (LoadedResponse) throws -> Void,
    _ adapter: PipelineAdapter,
    _ session: InterceptingClient<URLSession>
) {}
let icon = URL(fileURLWithPath: "icon.png")

// RequestObserver
final class Spinner: RequestObserver {
    func requestWillStart(_ request: RequestSnapshot) { show() }
    func request(_ request: RequestSnapshot, didFinishWith outcome: RequestOutcome) { hide() }
}

extension Spinner {
    func show() {}
    func hide() {}
}

// ServiceListener
final class Badge: ServiceListener {
    func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {
        if case .success(let user as User) = result { show(user) }
    }
}

// RequestSender
struct NetworkSender: RequestSender, RequestIntercepting {
    let tool: NetworkTool

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> CancelHandle {
        let handle = intercept("sent request", .completion(completion), cancel: { $0.cancel() }) {
            tool.send(request, completion: $0)
        }
        return CancelHandle(handle) { $0.cancel() }
    }
}

extension NetworkTool {
    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> URLSessionDataTask { URLSession.shared.dataTask(with: request) }
}

// MARK: - Batches and chains

@MainActor
func batchesAndChains(_ session: InterceptingClient<URLSession>) async throws {
    let (feed, profile, logIn) = (URLRequest(url: caches), URLRequest(url: caches), request)
    let (images, firstPage) = ([feed, profile], feed)

    // RequestSender.batch, with a completion
    session.batch(images, options: .limit(3)) { progress in
        bar.show(progress)
    } completion: { results in
        for case .success(let image) in results { show(image) }
    }

    // RequestSender.batch, to be awaited
    func awaited() async throws -> [LoadedResponse] {
        let batch = session.batch([feed, profile], options: .failFast)
        let responses = try await batch.results().values()
        return responses
    }

    // BatchResults
    func results() async throws -> [LoadedResponse] {
        let results = await session.batch([feed, profile]).results()
        if case .success(let response) = results[0] { show(response) }
        let responses = try results.values()
        return responses
    }

    // RequestPlan.chain
    func chained() async throws -> [LoadedResponse] {
        let pages = RequestPlan.chain(firstPage) { response in try nextPage(after: response) }
        let responses = try await session.perform(pages)
        return responses
    }

    // RequestPlan
    let plan = logIn.plan.then { response in
        RequestPlan.batch([feed, profile].map { authorized($0, by: response) })
    }
    let pages = try await session.perform(plan).values()
    show([pages, try await awaited(), try await results(), try await chained()])
}

extension ProgressBar {
    func show(_ progress: BatchProgress) {}
}

@Sendable func nextPage(after response: LoadedResponse) throws -> URLRequest? { nil }
@Sendable func authorized(_ request: URLRequest, by response: LoadedResponse) -> URLRequest {
    request
}

// MARK: - Testing

// ScriptedClient
struct ScriptedNetwork: Network {
    let client: ScriptedClient<String>

    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        client.send("GET \(path)", success: success, failure: failure)
    }
}

func scripts() throws {
    // ScriptedClient
    let client = ScriptedClient<String>()
    let model = PageModel(network: ScriptedNetwork(client: client))
    model.load()
    XCTAssert(client.outstanding == ["GET feed", "GET profile"])
    try client.answer("GET profile", with: .success("Ada"))
    try client.answer("GET feed", with: .failure(Offline()))
    XCTAssert(model.hasEnded)

    // ScriptedAnswer
    try client.answer("GET feed", with: .success("[]"))
    try client.answer("GET user", with: .failure(Offline()))
    try client.answer("GET icon", with: .success("icon").then(.failure(Offline())))
    try client.answer("GET menu", with: .dropped)

    // withEveryCompletionOrder
    try withEveryCompletionOrder(answers: .success("[]"), .failure(Offline())) { client in
        let model = PageModel(network: ScriptedNetwork(client: client))
        model.load()
        try client.answerAll()
        XCTAssert(model.hasEnded, "\(client)")
    }
}

func awaitedScripts(_ client: ScriptedClient<String>) async throws {
    // ScriptedClient.issued
    async let page = model(ScriptedNetwork(client: client))
    try await client.waitForRequests("GET feed", "GET profile")
    try client.answer("GET profile", with: .success("Ada"))
    show(await page)

    // withEveryCompletionOrder, asynchronous
    try await withEveryCompletionOrder(answers: .success("[]")) { client in
        async let page = model(ScriptedNetwork(client: client))
        try await client.waitForRequests("GET feed", "GET profile")
        try client.answerAll()
        let hasEnded = await page.hasEnded
        XCTAssert(hasEnded, "\(client)")
    }
}

protocol Network: Sendable {
    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    )
}

struct PageModel: Sendable {
    var network: any Network
    var hasEnded: Bool { true }

    func load() {}
}

struct Offline: Error {}

@Sendable func model(_ network: any Network) async -> PageModel { PageModel(network: network) }
// swift-format-ignore: AlwaysUseLowerCamelCase
func XCTAssert(_ condition: Bool, _ message: String = "") {}

// MARK: - Tracing

enum Session {
    @TaskLocal static var current: String?
}

enum Log {
    @TaskLocal static var metadata: [String: String] = [:]
}

func carrying() {
    // PropagatedTaskLocals, InterceptionSettings.propagated
    let settings = InterceptionSettings {
        $0.propagated = PropagatedTaskLocals(Session.$current, Log.$metadata)
    }
    let network = InterceptingClient(NetworkTool.shared, settings: settings)
    _ = network
}

func servers(_ header: String) -> [RequestGroupOption] {
    var options: [RequestGroupOption] = []
    // TraceParent
    // A server that calls other servers continues the trace of its own client.
    if let parent = TraceParent(header) { options.append(.traceParent(parent)) }
    return options
}

struct TracedClient {
    let baseURL: URL
    let traceHeaders: TraceHeaders

    // RequestIdentity
    func request(_ path: String) -> URLRequest {
        var request = URLRequest(url: baseURL.appendingPathComponent(path))
        traceHeaders.add(to: &request, of: .current)
        return request
    }
}

func traces(_ timeline: RequestTimeline) {
    // TraceHeaders
    let traceHeaders = TraceHeaders(hosts: ["api.example.com"])
    let session = InterceptingClient(
        URLSession.shared,
        pipeline: RequestPipeline(adapters: [traceHeaders.adapter], observers: [timeline])
    )
    _ = session

    // TimelineRecording.otlp
    let documents = timeline.recording.otlp(
        service: "shop app",
        attributes: ["service.version": "3.1"]
    )
    _ = documents
}

func oldErrors() {
    // InterceptionSettings.cancellationError
    let settings = InterceptionSettings { $0.cancellationError = { URLError(.cancelled) } }
    _ = settings
}
