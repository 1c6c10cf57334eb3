// The places of the examples in documentation comments of Sources/. `scripts/examples` puts each example in its place,
// and `scripts/check newuser` compiles the result. `example: Batch 2` is the second example of Batch.swift.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument, OmitExplicitReturns

import Foundation
import Interception
@preconcurrency import OldKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// MARK: - Groups

@MainActor
func groups() async throws {
    // example: CapturedGroup
    // example: Membership
    // example: RequestGroup+Progress
    // example: RequestGroupError
    // example: RequestGroupObserver
    // example: RequestGroupOption 1
    // example: RequestGroupOption 2
    // example: RequestGroupOption 3
    // example: RequestGroupOption 4
    // example: RequestGroupOption 5
    // example: WithRequestGroup 1
    // example: WithRequestGroup 2
    // example: WithRequestGroup 3
    show(user)
}

@MainActor
func scopes(_ session: InterceptingClient<URLSession>, _ feed: URL) async throws {
    // example: BlockingScope
    // example: CallbackScopes 1
    // example: CallbackScopes 2
    // example: RequestTimeline
    // example: ProgressTree 1
    // example: ProgressTree 2
    // example: CacheLookup
    show(fraction)
}

// MARK: - Settings and sessions

func severalSettings() {
    // example: InterceptionSettings 1
    _ = InterceptingClient(URLSession.shared, settings: settings)
}

func ungroupedRequests() {
    // example: InterceptionSettings 2
    network.post("feed")
}

func oldErrors() {
    // example: InterceptionSettings 3
    _ = settings
}

func taskLocals() {
    // example: InterceptionSettings 4
    _ = settings
}

func propagating() {
    // example: PropagatedTaskLocals
    _ = (settings, network)
}

func sessions(_ url: URL, _ banner: URL, _ profile: URL) async throws {
    // example: URLSession+Session
    // example: AnyInterceptedTask
    // example: InterceptedTask
    // example: URLSession+Requests
    // example: PipelineAdapter 2
    _ = (user, signing)
}

// example: HTTPStatusCheck

// MARK: - Wrappers

// example: InterceptingClient

enum Subclass {
    // example: RequestIntercepting

    class NetworkTool {
        func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {}
    }
}

extension InterceptingClient<Backend> {
    // example: RequestIntercepting+Async

    // example: RequestIntercepting+Handles

    func fetch(_ path: String, callback: @escaping (Int, [String], Data?, Problem?) -> Void) {
        intercept("fetch \(path)") { call in
            // example: InterceptedCall
        }
    }
}

extension InterceptingClient<OddClient> {
    // example: RequestIntercepting+Roles

    func post(_ path: String, success: @escaping (Any) -> Void, failure: ((any Error) -> Void)?) {
        // example: CallbackRole
    }

    func run(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {
        // example: InterceptedCall+Roles
    }
}

enum EscapeHatch {
    struct GroupedClient: RequestIntercepting {
        let base = Client()

        // example: RequestIntercepting+Callbacks 1

        // example: RequestIntercepting+Callbacks 2
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
    // example: AwaitedReply
}

// example: DelegatedCalls

// MARK: - Services

enum Services {
    struct User: Decodable, Sendable {}
    struct Account: Decodable, Sendable {}

    static let company = ResponseEnvelope()

    // example: ServiceDefinition

    static func envelopes(network: any RequestSender, request: URLRequest) {
        // example: ResponseEnvelope
    }

    static func mediators(network: any RequestSender, server: URL) async throws {
        // example: ServiceMediator
        show(users)
    }

    static func plans(_ mediator: ServiceMediator, session: any RequestSender) async throws {
        // example: ServiceMediator+Plans
        show(results)
    }

    @Sendable static func logIn(_ message: String?) {}
}

// example: ServiceListener

// MARK: - Requests

func requests() async throws {
    let hasBody = { @Sendable (response: LoadedResponse) throws in
        if response.data.isEmpty { throw URLError(.zeroByteResource) }
    }
    // example: PipelineAdapter 1
    // example: RequestPipeline
    // example: RequestStubs
    // example: RequestMatch
    // example: StubAnswer
    _ = (hasBody, signing, session)
}

func cache() throws {
    // example: ResponseCache
    // example: CacheMiss
}

// example: RequestObserver

extension Spinner {
    func show() {}
    func hide() {}
}

// example: RequestSender

// MARK: - Batches and chains

@MainActor
func batchesAndChains(_ session: InterceptingClient<URLSession>) async throws {
    let (feed, profile, logIn) = (request, request, request)
    let (images, firstPage) = ([feed, profile], feed)
    // example: Batch 1
    // example: RequestPlan
    func awaited() async throws -> [LoadedResponse] {
        // example: Batch 2
        return responses
    }
    func results() async throws -> [LoadedResponse] {
        // example: BatchResults
        return responses
    }
    func chained() async throws -> [LoadedResponse] {
        // example: Chain
        return responses
    }
    show([pages, try await awaited(), try await results(), try await chained()])
}

// MARK: - Tests

// example: ScriptedClient 1

func scripts() throws {
    // example: ScriptedClient 2
    // example: ScriptedAnswer
    // example: WithEveryCompletionOrder 1
}

func awaitedScripts(_ client: ScriptedClient<String>) async throws {
    // example: ScriptedClient+Waiting
    // example: WithEveryCompletionOrder 2
    show(await page)
}

// MARK: - Tracing

struct TracedClient {
    let baseURL: URL
    let traceHeaders: TraceHeaders

    // example: RequestIdentity
}

func traces(_ timeline: RequestTimeline, _ header: String) {
    var options: [RequestGroupOption] = []
    // example: TraceParent
    // example: TraceHeaders
    // example: TimelineOTLP
    show((options, session, documents))
}
